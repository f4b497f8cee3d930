import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/schema.ts'
import { type JobRun, RetryLater } from '../../jobs/job-queue.ts'
import type { EntryId, TagId, UserId } from '../../kernel/branded-ids.ts'
import { deleteUnusedTags } from '../../tags/tag.repository.ts'
import { recordRemovedTags } from '../../tags/tag-times.repository.ts'
import { advanceRevision } from '../../users/revision.ts'
import type { BulkDeletionDeps, BulkDeletion } from './bulk-delete-entries.ts'
import { insertTombstone } from '../entry.repository.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'

/** Number of entries per transaction. */
const BATCH_SIZE = 200

/**
 * Deletes the tags that the owner had at the time of the request, and keeps their entries. After a restart, the job
 * continues with the remaining tags.
 */
export async function deleteAllTags(
  { database, clock }: BulkDeletionDeps,
  order: BulkDeletion,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const owner = order.userId as UserId
  for (;;) {
    if (signal.aborted) throw new RetryLater('the process stops', 0)
    const tag = await database.read((db) => nextTag(db, owner, order.upTo))
    if (tag === undefined) return
    const now = clock.now().toISOString()
    await ownerTransaction(database, owner, (tx) => removeTagFromBatch(tx, owner, tag, now))
    await setImmediate()
  }
}

async function nextTag(db: Db, owner: UserId, upTo: number): Promise<TagId | undefined> {
  const row = await db
    .selectFrom('tag')
    .select('id')
    .where('user_id', '=', owner)
    .where('id', '<=', upTo)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && (Number(row.id) as TagId)
}

/**
 * Removes the tag from up to `BATCH_SIZE` entries, and marks the entries as changed. Deletes the tag if it has no
 * entries left.
 */
async function removeTagFromBatch(tx: OwnerTx, owner: UserId, tag: TagId, now: string): Promise<void> {
  const revision = await advanceRevision(tx, owner)
  const some = await tx
    .selectFrom('entry_tag')
    .select('entry_id')
    .where('user_id', '=', owner)
    .where('tag_id', '=', tag)
    .limit(BATCH_SIZE)
    .execute()
  const ids = some.map((row) => Number(row.entry_id) as EntryId)
  if (ids.length > 0) {
    await recordRemovedTags(tx, owner, { tagIds: [tag], entryIds: ids, at: now })
    const taken = tx.deleteFrom('entry_tag').where('user_id', '=', owner).where('tag_id', '=', tag)
    await taken.where('entry_id', 'in', ids).execute()
    const changed = tx.updateTable('entry').set({ updated_at: now, revision })
    await changed.where('user_id', '=', owner).where('id', 'in', ids).execute()
  }
  for (const objectId of await deleteUnusedTags(tx, owner, [tag])) {
    await insertTombstone(tx, owner, { kind: 'tag', objectId, revision, now })
  }
}
