import { AppError } from '../kernel/errors.ts'
import { storableText } from '../kernel/storable-text.ts'
import type { Query } from '../query/query.ts'
import { parseRuleQuery, type QueryProblem } from './parse-rule-query.ts'
import { parseTaggingRule } from './parse-tagging-rule.ts'
import { comparesVariable, type Expression } from './tagging-expression.ts'

/**
 * The languages of rules: that of wallabag's rules (wallabag contract 12.1), and the query language (docs/query.md).
 */
export const RULE_LANGUAGES = ['wallabag', 'query'] as const
export type RuleLanguage = (typeof RULE_LANGUAGES)[number]

/** @returns the language with this name; undefined for an unknown name */
export function ruleLanguageNamed(name: unknown): RuleLanguage | undefined {
  return RULE_LANGUAGES.find((one) => one === name)
}

/** A rule of a user, which adds tags to the entries that match it. */
export interface TaggingRule {
  readonly id: number
  readonly rule: string
  readonly language: RuleLanguage
  /** labels of the tags, at least one */
  readonly tags: readonly string[]
  /** id of the owner's e-mail address to which new entries that match are sent; null for none */
  readonly sendTo: number | null
}

/** Maximum number of rules of one user (security specification, section 5). Further rules are rejected. */
export const MAX_RULES = 200

/** A rule that has been parsed successfully. */
export type CheckedRule =
  | {
      readonly language: 'wallabag'
      readonly rule: string
      readonly expression: Expression
      /**
       * positions, in UTF-16 units, of each `not` that its author may have misunderstood: `not a = b` is parsed as
       * `(not a) = b`
       */
      readonly looseNots: readonly number[]
    }
  | { readonly language: 'query'; readonly rule: string; readonly query: Query }

/**
 * @param input untrusted text
 * @returns the rule as it is stored, and its parsed form
 * @throws AppError `invalid_input`. Its `details` contain `field`, `at` with the position of the error, and for a query
 *   `problem` and the wrong `part`. For a rule in wallabag's language, the message is wallabag's.
 */
export function checkedRule(input: string, language: RuleLanguage): CheckedRule {
  const rule = storableText(input).trim()
  if (language === 'query') return checkedQuery(rule)
  const parsed = parseTaggingRule(rule)
  if (parsed.kind === 'rule') return { language, rule, expression: parsed.expression, looseNots: parsed.looseNots }
  throw new AppError('invalid_input', parsed.message, { details: { field: 'rule', at: parsed.at } })
}

/** Maximum length, in UTF-16 units, of the part of an invalid query that an error quotes. Longer parts are cut. */
const MAX_PART = 60

function checkedQuery(text: string): CheckedRule {
  const rule = text.replaceAll(/\s+/g, ' ')
  // Without this check, a rule in wallabag's language would become a query that searches for its words.
  const parsed = isWallabagRule(rule) ? WALLABAG_RULE : parseRuleQuery(rule)
  if (parsed.kind === 'query') return { language: 'query', rule, query: parsed.query }
  const { problem, at, end } = parsed
  const part = rule.slice(at, Math.min(end, at + MAX_PART)).toWellFormed()
  throw new AppError('invalid_input', `the query is invalid at character ${at + 1}: ${PROBLEM_MESSAGES[problem]}`, {
    details: { field: 'rule', at, problem, part },
  })
}

const WALLABAG_RULE = { kind: 'refused', problem: 'wallabag', at: 0, end: MAX_PART } as const

/** @returns true for a rule in wallabag's language that compares a variable, such as `title matches "sea"` */
function isWallabagRule(text: string): boolean {
  const parsed = parseTaggingRule(text)
  return parsed.kind === 'rule' && comparesVariable(parsed.expression)
}

/** Explanations of the problems for API clients. */
const PROBLEM_MESSAGES: Readonly<Record<QueryProblem | 'wallabag', string>> = {
  empty: 'it has no condition',
  'no-value': 'a field has no value',
  operator: 'a condition is missing beside an operator',
  order: 'a rule cannot contain sort: or limit:',
  parenthesis: 'a closing parenthesis has no opening one',
  'too-deep': 'parentheses are nested too deeply',
  'too-long': 'it is longer than 4096 bytes',
  'too-many': 'it has more than 64 words and fields',
  'unknown-field': 'there is no such field',
  wallabag: 'this is a rule in the language wallabag',
  'wrong-value': 'the field does not have this value',
}

/** @throws AppError `invalid_input` for an empty list */
export function checkedTags(labels: readonly string[]): readonly string[] {
  if (labels.length > 0) return labels
  throw new AppError('invalid_input', 'a rule needs at least one tag', { details: { field: 'tags' } })
}
