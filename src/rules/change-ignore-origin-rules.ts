import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { storableText } from '../kernel/storable-text.ts'
import { advanceRevision } from '../users/revision.ts'
import { readPattern } from './ignore-origin-pattern.ts'
import { parseIgnoreOriginRule } from './ignore-origin-rule.ts'
import {
  insertIgnoreOriginRule,
  listIgnoreOriginRules,
  removeIgnoreOriginRule,
} from './ignore-origin-rule.repository.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'

interface IgnoreOriginRulesDeps {
  readonly database: Database
}

/**
 * Maximum number of rules of one user. Further rules are rejected, because every redirect is tested against all of
 * them.
 */
const MAX_RULES = 50

/**
 * Adds a rule, unless the owner already has an equal one.
 * @param input untrusted text
 * @throws AppError `invalid_input` for an invalid rule or too many rules; `details.field` is `rule`
 */
export async function addIgnoreOriginRule(
  { database }: IgnoreOriginRulesDeps,
  owner: UserId,
  input: string,
): Promise<void> {
  const rule = await checkedRule(input)
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    const known = await listIgnoreOriginRules(tx, owner)
    if (known.some((one) => one.rule === rule)) return
    if (known.length >= MAX_RULES) throw refusal(`a user has at most ${MAX_RULES} rules`, { most: MAX_RULES })
    await insertIgnoreOriginRule(tx, owner, rule)
  })
}

/** @throws AppError `not_found` if the owner has no such rule */
export async function deleteIgnoreOriginRule(
  { database }: IgnoreOriginRulesDeps,
  owner: UserId,
  id: number,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    if (!(await removeIgnoreOriginRule(tx, owner, id))) throw notFound('ignore origin rule')
  })
}

async function checkedRule(input: string): Promise<string> {
  const text = storableText(input).trim()
  const parsed = parseIgnoreOriginRule(text)
  if (parsed.kind === 'refused') throw refusal(parsed.message)
  if (parsed.rule.operator === '~') {
    const pattern = await readPattern(parsed.rule.value)
    if (pattern.kind === 'refused') throw refusal(`The pattern of the rule cannot be used: ${pattern.reason}.`)
  }
  return text
}

function refusal(message: string, details: { readonly most?: number } = {}): AppError {
  return new AppError('invalid_input', message, { details: { field: 'rule', ...details } })
}
