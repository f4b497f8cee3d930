import type { Db } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

/** A rule of a user. `rule` is the text as the user entered it. */
export interface StoredIgnoreOriginRule {
  readonly id: number
  readonly rule: string
}

/** @returns the owner's rules, oldest first */
export async function listIgnoreOriginRules(db: Db, owner: UserId): Promise<StoredIgnoreOriginRule[]> {
  const rows = await db
    .selectFrom('ignore_origin_rule')
    .select(['id', 'rule'])
    .where('user_id', '=', owner)
    .orderBy('id')
    .execute()
  return rows.map(({ id, rule }) => ({ id: Number(id), rule }))
}

export async function insertIgnoreOriginRule(tx: OwnerTx, owner: UserId, rule: string): Promise<void> {
  await tx.insertInto('ignore_origin_rule').values({ user_id: owner, rule }).execute()
}

/** @returns true if the owner had such a rule */
export async function removeIgnoreOriginRule(tx: OwnerTx, owner: UserId, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('ignore_origin_rule')
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
