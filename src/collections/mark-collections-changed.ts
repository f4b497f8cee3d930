import type { UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/**
 * Marks collections as changed after their hand-picked entries changed, so that clients load them again: sets their
 * revision to the owner's current one. The caller must have advanced the owner's revision.
 */
export async function markCollectionsChanged(tx: OwnerTx, owner: UserId, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('collection')
    .set(({ selectFrom }) => ({
      revision: selectFrom('user_revision').select('revision').where('user_id', '=', owner).$asScalar().$notNull(),
    }))
    .where('user_id', '=', owner)
    .where('id', 'in', ids)
    .execute()
}
