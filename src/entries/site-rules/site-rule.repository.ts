import type { Db } from '../../db/schema.ts'
import type { UserId } from '../../kernel/brand.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

export interface SiteRule {
  /** `example.com`, or `.example.com` for every host below it */
  readonly host: string
  /** in the format of docs/site-rules.md */
  readonly rules: string
  /** ISO text in UTC */
  readonly updatedAt: string
}

/** @returns the owner's rules, by host */
export async function listSiteRules(db: Db, owner: UserId): Promise<SiteRule[]> {
  return owned(db, owner).orderBy('host').execute()
}

/** @returns those of the owner's rules that are for one of the hosts */
export async function findSiteRules(db: Db, owner: UserId, hosts: readonly string[]): Promise<SiteRule[]> {
  return owned(db, owner)
    .where('host', 'in', [...hosts])
    .execute()
}

/** Stores rules in place of older ones for the host. */
export async function setSiteRuleRow(tx: OwnerTx, owner: UserId, rule: SiteRule): Promise<void> {
  const values = { rules: rule.rules, updated_at: rule.updatedAt }
  await tx
    .insertInto('site_rule')
    .values({ user_id: owner, host: rule.host, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'host']).doUpdateSet(values))
    .execute()
}

/** @returns whether there were rules for the host */
export async function deleteSiteRuleRow(tx: OwnerTx, owner: UserId, host: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('site_rule')
    .where('user_id', '=', owner)
    .where('host', '=', host)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Every read starts here, so no query can forget whose rules it may see. */
function owned(db: Db, owner: UserId) {
  return db.selectFrom('site_rule').select(['host', 'rules', 'updated_at as updatedAt']).where('user_id', '=', owner)
}
