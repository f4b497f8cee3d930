import type { Db } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { ruleLanguageNamed, type TaggingRule } from './tagging-rule.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'

const COLUMNS = ['id', 'rule', 'language', 'tags', 'mail_address_id'] as const

/** @returns the owner's rules, oldest first */
export async function listTaggingRules(db: Db, owner: UserId): Promise<TaggingRule[]> {
  const rows = await db.selectFrom('tagging_rule').select(COLUMNS).where('user_id', '=', owner).orderBy('id').execute()
  return rows.map(toRule)
}

/** @returns the stored rule with its new id */
export async function insertTaggingRule(
  tx: OwnerTx,
  owner: UserId,
  values: Omit<TaggingRule, 'id'>,
): Promise<TaggingRule> {
  const row = await tx
    .insertInto('tagging_rule')
    .values({
      user_id: owner,
      rule: values.rule,
      language: values.language,
      tags: JSON.stringify(values.tags),
      mail_address_id: values.sendTo,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return toRule(row)
}

/**
 * @param rule with `sendTo` undefined, the address stays as it is
 * @returns the stored rule; undefined if the owner has no such rule
 */
export async function updateTaggingRule(
  tx: OwnerTx,
  owner: UserId,
  { id, rule, language, tags, sendTo }: Omit<TaggingRule, 'sendTo'> & { readonly sendTo: number | null | undefined },
): Promise<TaggingRule | undefined> {
  const row = await tx
    .updateTable('tagging_rule')
    .set({ rule, language, tags: JSON.stringify(tags), ...(sendTo !== undefined && { mail_address_id: sendTo }) })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toRule(row)
}

/** @returns the deleted rule, or undefined if the owner has no such rule */
export async function removeTaggingRule(tx: OwnerTx, owner: UserId, id: number): Promise<TaggingRule | undefined> {
  const row = await tx
    .deleteFrom('tagging_rule')
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && toRule(row)
}

/** @returns true if the owner has such an e-mail address, and has confirmed it */
export async function canSendTo(db: Db, owner: UserId, addressId: number): Promise<boolean> {
  const row = await db
    .selectFrom('mail_address')
    .select('id')
    .where('user_id', '=', owner)
    .where('id', '=', addressId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Removes an e-mail address from the owner's rules. @returns true if a rule named it */
export async function removeAddressFromRules(tx: OwnerTx, owner: UserId, addressId: number): Promise<boolean> {
  const changed = await tx
    .updateTable('tagging_rule')
    .set({ mail_address_id: null })
    .where('user_id', '=', owner)
    .where('mail_address_id', '=', addressId)
    .returning('id')
    .execute()
  return changed.length > 0
}

interface RuleRow {
  readonly id: number
  readonly rule: string
  readonly language: string
  readonly tags: string
  readonly mail_address_id: number | null
}

function toRule({ id, rule, language, tags, mail_address_id: sendTo }: RuleRow): TaggingRule {
  return {
    id: Number(id),
    rule,
    language: ruleLanguageNamed(language) ?? 'wallabag',
    tags: JSON.parse(tags) as string[],
    sendTo: sendTo === null ? null : Number(sendTo),
  }
}
