import type { Dialect } from '../../db/database.ts'
import { findDeletion } from '../../entries/deleting/deletion.repository.ts'
import { findEntry } from '../../entries/entry.repository.ts'
import type { Entry } from '../../entries/entry.ts'
import type { EnqueueImages } from '../../entries/enqueue-images.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import { findReferenced } from './operation-outcome.repository.ts'
import type { Outcome, Reason, Reference } from './operation.ts'

/** The transaction of an operation, with the operation's dependencies. */
export interface OperationContext {
  readonly tx: OwnerTx
  readonly dialect: Dialect
  readonly owner: UserId
  readonly clock: Clock
  readonly jobs: JobQueue
  /** absent if the server does not store images */
  readonly enqueueImages?: EnqueueImages
  /** current time as ISO text */
  readonly now: string
  /** time of the user's action as ISO text */
  readonly at: string
  /** id of the HTTP request, for the log */
  readonly requestId: string
}

/** The entry of an operation, or the reason why it cannot be used. */
type Target =
  | { readonly entry: Entry; readonly reason?: undefined }
  | { readonly reason: 'unknown-entry' | 'deleted'; readonly id?: EntryId }

/**
 * Maximum number of merges to follow from a deleted entry to the entry that replaced it. After more, the entry counts
 * as unknown.
 */
const MAX_MERGES = 20

/** Finds the entry of an operation, or the entry into which it was merged. */
export async function findTarget({ tx, owner }: OperationContext, reference: Reference): Promise<Target> {
  const found = await findReferenced(tx, owner, reference, 'entry')
  if (found === undefined) return { reason: 'unknown-entry' }
  let id = found as EntryId
  for (let merges = 0; merges < MAX_MERGES; merges += 1) {
    const entry = await findEntry(tx, owner, id)
    if (entry) return { entry }
    const deletion = await findDeletion(tx, owner, 'entry', id)
    if (!deletion) return { reason: 'unknown-entry' }
    if (deletion.replacedBy === undefined) return { reason: 'deleted', id }
    id = deletion.replacedBy
  }
  return { reason: 'unknown-entry' }
}

export function rejected(reason: Reason, id?: number): Outcome {
  return { result: 'rejected', ...(id !== undefined && { id }), reason }
}

/** @param lost names of the fields that were not changed, because a later action has set them */
export function appliedTo(id: number, lost: readonly string[] = []): Outcome {
  return lost.length === 0 ? { result: 'applied', id } : { result: 'merged', id, lost }
}

/** @returns true if the action may change the field, because the last change of the field is not later */
export function isLatest(at: string, changedAt: string | null): boolean {
  return changedAt === null || at >= changedAt
}
