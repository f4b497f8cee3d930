import type { UserId } from '../kernel/brand.ts'
import type { Tx } from '../db/schema.ts'

/**
 * Advances the number of the user's changes. The row stays locked until the transaction ends, so that two changes of
 * one user follow each other, on PostgreSQL too.
 * @returns the new number
 */
export async function advanceRevision(tx: Tx, owner: UserId): Promise<number> {
  const row = await tx
    .updateTable('user_revision')
    .set((set) => ({ revision: set('revision', '+', 1) }))
    .where('user_id', '=', owner)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return row.revision
}
