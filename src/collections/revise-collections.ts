import type { UserId } from '../kernel/brand.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/**
 * Gives collections whose hand-picked entries changed the owner's revision, so that clients read them again. The
 * transaction must have advanced it.
 */
export async function reviseCollections(tx: OwnerTx, owner: UserId, ids: readonly number[]): Promise<void> {
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
