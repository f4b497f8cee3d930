import type { Db } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from './owner-transaction.ts'

/**
 * A part of a user's data that has a single revision. Its rows have no revisions of their own, because they are few and
 * rarely change.
 */
type RevisedPart = 'settings' | 'tagging_rules' | 'site_rules'

/** @returns the owner's revision, which is the number of changes to the owner's data so far */
export async function findRevision(db: Db, owner: UserId): Promise<number> {
  const query = db.selectFrom('user_revision').select('revision').where('user_id', '=', owner)
  return Number((await query.executeTakeFirstOrThrow()).revision)
}

/**
 * Increases the owner's revision by one.
 * @param part the part whose revision increases too; absent if the transaction changes none of these parts
 * @returns the new revision
 */
export async function advanceRevision(tx: OwnerTx, owner: UserId, part?: RevisedPart): Promise<number> {
  const row = await tx
    .updateTable('user_revision')
    .set((set) => ({
      revision: set('revision', '+', 1),
      ...(part && { [`${part}_revision` as const]: set('revision', '+', 1) }),
    }))
    .where('user_id', '=', owner)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return row.revision
}
