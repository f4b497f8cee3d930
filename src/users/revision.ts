import type { UserId } from '../kernel/brand.ts'
import type { OwnerTx } from './owner-transaction.ts'

/** Advances the owner's revision. @returns the new number */
export async function advanceRevision(tx: OwnerTx, owner: UserId): Promise<number> {
  const row = await tx
    .updateTable('user_revision')
    .set((set) => ({ revision: set('revision', '+', 1) }))
    .where('user_id', '=', owner)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return row.revision
}
