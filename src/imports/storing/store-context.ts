import type { Database, Dialect } from '../../db/database.ts'
import type { EnqueueImages } from '../../entries/enqueue-images.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import type { Import } from '../import.ts'
import type { CleanCandidate } from './clean-rows.ts'

/** Runs the owner's rules on entries that were just stored, in the same transaction. */
export type ApplyRules = (tx: OwnerTx, owner: UserId, entries: readonly EntryId[]) => Promise<void>

export interface StoreBatchDeps {
  readonly database: Database
  readonly jobs: JobQueue
  readonly clock: Clock
  /** absent while there are no rules */
  readonly applyRules?: ApplyRules
  /** absent where no images are kept */
  readonly enqueueImages?: EnqueueImages
}

/** An entry that was made of a row. */
export interface StoredRow extends CleanCandidate {
  readonly id: EntryId
}

export interface StoreContext {
  readonly deps: StoreBatchDeps
  readonly tx: OwnerTx
  readonly dialect: Dialect
  readonly job: Import
  /** ISO time */
  readonly now: string
}
