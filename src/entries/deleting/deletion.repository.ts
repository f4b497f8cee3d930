import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

/**
 * Records that a deleted entry was merged into another entry. Later changes to the deleted entry then apply to the kept
 * one.
 */
export async function recordMerge(tx: OwnerTx, owner: UserId, deleted: EntryId, kept: EntryId): Promise<void> {
  await tx
    .updateTable('tombstone')
    .set({ replaced_by: kept })
    .where('user_id', '=', owner)
    .where('kind', '=', 'entry')
    .where('object_id', '=', deleted)
    .execute()
}

/** The record of the deletion of an object. */
interface Deletion {
  /** the entry that a deleted entry was merged into; absent if it was not merged */
  readonly replacedBy?: EntryId
}

/** @returns the record of the deletion; undefined if the object was never deleted, or if the record has expired */
export async function findDeletion(
  db: Db,
  owner: UserId,
  kind: 'entry' | 'annotation' | 'collection',
  id: number,
): Promise<Deletion | undefined> {
  const row = await db
    .selectFrom('tombstone')
    .select('replaced_by')
    .where('user_id', '=', owner)
    .where('kind', '=', kind)
    .where('object_id', '=', id)
    .executeTakeFirst()
  return row && (row.replaced_by === null ? {} : { replacedBy: Number(row.replaced_by) as EntryId })
}
