import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { advanceRevision } from '../users/revision.ts'
import { checkedRule, checkedTags, MAX_RULES, type RuleLanguage, type TaggingRule } from './tagging-rule.ts'
import {
  canSendTo,
  insertTaggingRule,
  listTaggingRules,
  removeTaggingRule,
  updateTaggingRule,
} from './tagging-rule.repository.ts'
import { ownerTransaction, type OwnerTx } from '../users/owner-transaction.ts'

export interface TaggingRulesDeps {
  readonly database: Database
}

/** A rule that has not been checked yet. Its labels come from `parseTagLabels`. */
export interface NewTaggingRule {
  readonly rule: string
  readonly language: RuleLanguage
  readonly tags: readonly string[]
  /** id of an e-mail address, or null for none; absent if the sender does not know this part of rules */
  readonly sendTo?: number | null
}

/**
 * Adds rules. Rules that the owner already has are not added again.
 * @returns the stored rules, in the given order
 * @throws AppError `invalid_input` for an invalid rule, a rule without tags or with an unknown address, or too many rules
 */
export async function addTaggingRules(
  { database }: TaggingRulesDeps,
  owner: UserId,
  given: readonly NewTaggingRule[],
): Promise<TaggingRule[]> {
  const rules = given.map(checked)
  return ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner, 'tagging_rules')
    const known = await listTaggingRules(tx, owner)
    const stored: TaggingRule[] = []
    for (const rule of rules) {
      await refuseUnknownAddress(tx, owner, rule)
      const same = known.find((one) => isSame(one, rule))
      const added = same ?? (await insertTaggingRule(tx, owner, { ...rule, sendTo: rule.sendTo ?? null }))
      if (!same) known.push(added)
      stored.push(added)
    }
    if (known.length > MAX_RULES) {
      throw new AppError('invalid_input', `a user has at most ${MAX_RULES} rules`, {
        details: { field: 'rule', most: MAX_RULES },
      })
    }
    return stored
  })
}

/** @returns true if the given rule would change nothing beside the stored one */
function isSame(one: TaggingRule, other: NewTaggingRule): boolean {
  const isSameText = one.rule === other.rule && one.language === other.language
  const isSameAddress = other.sendTo === undefined || (one.sendTo ?? null) === other.sendTo
  return isSameText && isSameAddress && JSON.stringify(one.tags) === JSON.stringify(other.tags)
}

async function refuseUnknownAddress(tx: OwnerTx, owner: UserId, { sendTo }: NewTaggingRule): Promise<void> {
  if (typeof sendTo !== 'number' || (await canSendTo(tx, owner, sendTo))) return
  throw new AppError('invalid_input', 'a rule sends only to a confirmed address', { details: { field: 'send_to' } })
}

/**
 * @throws AppError `not_found` if the owner has no such rule, `invalid_input` for an invalid rule or a rule without
 *   tags
 */
export async function changeTaggingRule(
  { database }: TaggingRulesDeps,
  owner: UserId,
  given: NewTaggingRule & { readonly id: number },
): Promise<TaggingRule> {
  const rule = { id: given.id, ...checked(given), sendTo: given.sendTo }
  return ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner, 'tagging_rules')
    if (typeof rule.sendTo === 'number') await refuseUnknownAddress(tx, owner, { ...rule, sendTo: rule.sendTo })
    const changed = await updateTaggingRule(tx, owner, rule)
    if (!changed) throw notFound('tagging rule')
    return changed
  })
}

/**
 * @returns the deleted rule
 * @throws AppError `not_found` if the owner has no such rule
 */
export async function deleteTaggingRule(
  { database }: TaggingRulesDeps,
  owner: UserId,
  id: number,
): Promise<TaggingRule> {
  return ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner, 'tagging_rules')
    const deleted = await removeTaggingRule(tx, owner, id)
    if (!deleted) throw notFound('tagging rule')
    return deleted
  })
}

function checked({ rule, language, tags, sendTo }: NewTaggingRule): NewTaggingRule {
  const checkedTexts = { rule: checkedRule(rule, language).rule, language, tags: checkedTags(tags) }
  return { ...checkedTexts, ...(sendTo !== undefined && { sendTo }) }
}
