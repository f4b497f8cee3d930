import type { Database, Dialect } from '../../db/database.ts'
import type { EnqueueImages } from '../../entries/enqueue-images.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import type { Import } from '../import.ts'
import type { CleanCandidate } from './sanitise-rows.ts'

/** Applies the owner's tagging rules to new entries, in the transaction that stores the entries. */
export type ApplyRules = (tx: OwnerTx, owner: UserId, entries: readonly EntryId[], now: Date) => Promise<void>

export interface StoreBatchDeps {
  readonly database: Database
  readonly jobs: JobQueue
  readonly clock: Clock
  /** absent if tagging rules are not used */
  readonly applyRules?: ApplyRules
  /** absent if copies of images are not stored */
  readonly enqueueImages?: EnqueueImages
}

/** A row with the id of its new entry. */
export interface StoredRow extends CleanCandidate {
  readonly id: EntryId
}

export interface StoreContext {
  readonly deps: StoreBatchDeps
  readonly tx: OwnerTx
  readonly dialect: Dialect
  readonly job: Import
  /** ISO 8601 time */
  readonly now: string
}
