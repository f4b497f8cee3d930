import { setImmediate } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import type { JobPayloads, JobRun } from '../../jobs/job-queue.ts'
import { RetryLater } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { dropEntry } from './drop-entries.ts'
import { emptyOwnTrash } from '../trash/delete-from-trash.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

export interface BulkDeletionDeps {
  readonly database: Database
  readonly clock: Clock
}

export type BulkDeletion = JobPayloads['library.clear']

/** Number of entries per transaction. The job checks for a shutdown after each transaction. */
const BATCH_SIZE = 50

/**
 * Permanently deletes the owner's entries of the requested kind, except those saved after the request. Each deletion is
 * recorded in a tombstone, as if a client had deleted the entry. After a restart, the job continues with the remaining
 * entries.
 */
export async function bulkDeleteEntries(
  deps: BulkDeletionDeps,
  order: BulkDeletion,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const owner = order.userId as UserId
  // Entries that were deleted before this request cannot be restored either.
  if (order.kind === 'entries') await emptyOwnTrash(deps, owner)
  for (;;) {
    if (signal.aborted) throw new RetryLater('the process stops', 0)
    const ids = await deps.database.read((db) => idsToClear(db, owner, order))
    const now = deps.clock.now().toISOString()
    await ownerTransaction(deps.database, owner, async (tx) => {
      for (const id of ids) await dropEntry(tx, owner, id, now)
    })
    if (ids.length < BATCH_SIZE) return
    await setImmediate()
  }
}

async function idsToClear(db: Db, owner: UserId, { kind, tagId, upTo }: BulkDeletion): Promise<EntryId[]> {
  const tagged = db.selectFrom('entry_tag').select('entry_id').where('user_id', '=', owner)
  const rows = await db
    .selectFrom('entry')
    .select('id')
    .where('user_id', '=', owner)
    .where('id', '<=', upTo)
    .$if(kind === 'archived', (query) => query.where('is_archived', '=', 1))
    .$if(kind === 'tagged', (query) => query.where('id', 'in', tagged.where('tag_id', '=', tagId ?? 0)))
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  return rows.map(({ id }) => Number(id) as EntryId)
}
