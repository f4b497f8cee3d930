import { AppError } from '../kernel/errors.ts'
import { storableText } from '../kernel/plain-text.ts'
import { parseTaggingRule } from './parse-tagging-rule.ts'
import type { Expression } from './tagging-expression.ts'

/** A user's rule: entries for which it holds get the tags. */
export interface TaggingRule {
  readonly id: number
  readonly rule: string
  /** labels as tags have them, at least one */
  readonly tags: readonly string[]
}

/** Security specification, section 5. */
export const MAX_RULES = 200

/** A rule that can be kept. */
export interface CheckedRule {
  readonly rule: string
  readonly expression: Expression
  /** where a `not` stands that binds to less than it looks like, in UTF-16 units of the rule */
  readonly looseNots: readonly number[]
}

/**
 * @param input what somebody typed
 * @returns the rule as it is kept, and what it means
 * @throws AppError `invalid_input` with wallabag's sentence; `details` has `field` and `at`, the place in the rule
 */
export function checkedRule(input: string): CheckedRule {
  const rule = storableText(input).trim()
  const parsed = parseTaggingRule(rule)
  if (parsed.kind === 'rule') return { rule, expression: parsed.expression, looseNots: parsed.looseNots }
  throw new AppError('invalid_input', parsed.message, { details: { field: 'rule', at: parsed.at } })
}

/** @throws AppError `invalid_input` for none */
export function checkedTags(labels: readonly string[]): readonly string[] {
  if (labels.length > 0) return labels
  throw new AppError('invalid_input', 'a rule needs at least one tag', { details: { field: 'tags' } })
}
