import { AppError } from '../kernel/errors.ts'
import { storableText } from '../kernel/plain-text.ts'
import { parseTaggingRule } from './parse-tagging-rule.ts'
import type { Expression } from './tagging-expression.ts'

/** A user's rule: matching entries get the tags. */
export interface TaggingRule {
  readonly id: number
  readonly rule: string
  /** tag labels, at least one */
  readonly tags: readonly string[]
}

/** Security specification, section 5. */
export const MAX_RULES = 200

/** A valid rule. */
export interface CheckedRule {
  readonly rule: string
  readonly expression: Expression
  /** positions of each `not` that binds more tightly than it appears, in UTF-16 units of the rule */
  readonly looseNots: readonly number[]
}

/**
 * @param input unchecked user input
 * @returns the rule in its stored form, and its meaning
 * @throws AppError `invalid_input` with wallabag's message; `details` has `field` and `at`, the position in the rule
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
