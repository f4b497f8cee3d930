import type { UserId } from '../kernel/brand.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/**
 * Sets the revision of collections whose hand-picked entries changed to the owner's current one, so that clients load
 * these collections again. The caller must have advanced the owner's revision.
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
