import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

/**
 * Records that a deleted entry was merged into another entry, so that later changes to the deleted one apply to the
 * other.
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
export interface Deletion {
  /** the entry that a deleted entry was merged into; absent if it was not merged */
  readonly replacedBy?: EntryId
}

/** @returns undefined if the object was never deleted, or so long ago that the record no longer exists */
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
