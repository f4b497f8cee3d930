import type { EntryId, TagId, UserId } from '../../kernel/branded-ids.ts'
import { deleteUnusedTags, removeOtherTags } from '../../tags/tag.repository.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import { advanceRevision } from '../../users/revision.ts'
import { insertTombstone, insertTombstones, removeEntry } from '../entry.repository.ts'
import { removeCapture, removeCaptures } from '../fetching/capture.repository.ts'

/**
 * Permanently deletes an entry with everything that belongs to it, and records the deletion in a tombstone.
 * @param now ISO time
 * @returns false if the entry does not exist
 */
export async function dropEntry(tx: OwnerTx, owner: UserId, id: EntryId, now: string): Promise<boolean> {
  const revision = await advanceRevision(tx, owner)
  await removeCapture(tx, owner, id)
  const tags: readonly TagId[] = await removeOtherTags(tx, owner, id, [])
  if (!(await removeEntry(tx, owner, id))) return false
  await insertTombstone(tx, owner, { kind: 'entry', objectId: id, revision, now })
  for (const objectId of await deleteUnusedTags(tx, owner, tags)) {
    await insertTombstone(tx, owner, { kind: 'tag', objectId, revision, now })
  }
  return true
}

/** Deletes existing entries like `dropEntry`, but with a fixed number of statements. */
export async function dropEntries(tx: OwnerTx, owner: UserId, ids: readonly EntryId[], now: string): Promise<void> {
  const revision = await advanceRevision(tx, owner)
  await removeCaptures(tx, owner, ids)
  const untagged = await tx
    .deleteFrom('entry_tag')
    .where('user_id', '=', owner)
    .where('entry_id', 'in', ids)
    .returning('tag_id')
    .execute()
  const tags = [...new Set(untagged.map(({ tag_id }) => Number(tag_id) as TagId))]
  await tx.deleteFrom('entry').where('user_id', '=', owner).where('id', 'in', ids).execute()
  await insertTombstones(tx, owner, { kind: 'entry', objectIds: ids, revision, now })
  const unused = await deleteUnusedTags(tx, owner, tags)
  if (unused.length > 0) await insertTombstones(tx, owner, { kind: 'tag', objectIds: unused, revision, now })
}
