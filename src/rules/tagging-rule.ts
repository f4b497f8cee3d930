import { AppError } from '../kernel/errors.ts'
import { storableText } from '../kernel/storable-text.ts'
import { parseTaggingRule } from './parse-tagging-rule.ts'
import type { Expression } from './tagging-expression.ts'

/** A rule of a user, which adds tags to the entries that match it. */
export interface TaggingRule {
  readonly id: number
  readonly rule: string
  /** labels of the tags, at least one */
  readonly tags: readonly string[]
}

/** Maximum number of rules of one user (security specification, section 5). */
export const MAX_RULES = 200

/** A rule that has been parsed successfully. */
export interface CheckedRule {
  readonly rule: string
  readonly expression: Expression
  /** positions in UTF-16 units of each `not` that applies to less than it seems to (see `parseTaggingRule`) */
  readonly looseNots: readonly number[]
}

/**
 * @param input untrusted text
 * @returns the rule as it is stored, and its parsed expression
 * @throws AppError `invalid_input` with wallabag's message; `details` contains `field`, and `at` with the position of
 *   the error
 */
export function checkedRule(input: string): CheckedRule {
  const rule = storableText(input).trim()
  const parsed = parseTaggingRule(rule)
  if (parsed.kind === 'rule') return { rule, expression: parsed.expression, looseNots: parsed.looseNots }
  throw new AppError('invalid_input', parsed.message, { details: { field: 'rule', at: parsed.at } })
}

/** @throws AppError `invalid_input` for an empty list */
export function checkedTags(labels: readonly string[]): readonly string[] {
  if (labels.length > 0) return labels
  throw new AppError('invalid_input', 'a rule needs at least one tag', { details: { field: 'tags' } })
}
