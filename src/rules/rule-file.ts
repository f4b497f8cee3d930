import { parseJson } from '../kernel/json.ts'
import { AppError } from '../kernel/errors.ts'
import type { NewTaggingRule } from './change-tagging-rules.ts'
import { MAX_RULES, ruleLanguageNamed, type RuleLanguage, type TaggingRule } from './tagging-rule.ts'

/**
 * @returns rules in wallabag's file format (wallabag contract 2.11). A rule with a query has the additional member
 * `language`. wallabag does not know this member and would read the query as a rule in its own language, so files for
 * wallabag must not contain queries.
 */
export function ruleFileText(rules: readonly TaggingRule[], { hasQueries }: { readonly hasQueries: boolean }): string {
  const included = hasQueries ? rules : rules.filter(({ language }) => language === 'wallabag')
  return JSON.stringify(
    included.map(({ rule, language, tags }) => ({ rule, tags, ...(language === 'query' && { language }) })),
  )
}

/**
 * @returns the HTTP headers of a rule file. In the file name, `_` replaces every character of the user name other than
 * letters, digits, `.`, `-` and `_`.
 */
export function ruleFileHeaders(username: string): Readonly<Record<string, string>> {
  const name = username.replaceAll(/[^\w.-]/g, '_')
  return {
    'content-type': 'application/json',
    'content-disposition': `attachment; filename="tagging_rules_${name}.json"`,
    'content-transfer-encoding': 'UTF-8',
    'cache-control': 'no-store, private',
  }
}

/** Maximum size of a file in characters. Larger files are rejected; 200 rules with their tags need far less. */
const MAX_FILE = 1_000_000

/**
 * @param text content of an uploaded file
 * @returns the rules, not validated yet. Numbers among the tags are converted to text, because some client libraries
 *   convert labels such as `"2024"` to numbers.
 * @throws AppError `invalid_input` if the file is not a list of rules with tags
 */
export function parseRuleFile(text: string): NewTaggingRule[] {
  const rules = text.length > MAX_FILE ? undefined : parseJson(text)
  if (!Array.isArray(rules) || rules.length > MAX_RULES || !rules.every(isRule)) {
    throw new AppError(
      'invalid_input',
      `a rules file must be a JSON list of at most ${MAX_RULES} objects with "rule" and "tags"`,
      { details: { field: 'file' } },
    )
  }
  return rules.map(({ rule, language = 'wallabag', tags }) => ({ rule, language, tags: tags.map(String) }))
}

interface FileRule {
  readonly rule: string
  readonly language?: RuleLanguage
  readonly tags: readonly (string | number)[]
}

function isRule(value: unknown): value is FileRule {
  if (typeof value !== 'object' || value === null) return false
  const { rule, language, tags } = value as Readonly<Record<keyof FileRule, unknown>>
  const hasLanguage = language === undefined || ruleLanguageNamed(language) !== undefined
  return typeof rule === 'string' && hasLanguage && Array.isArray(tags) && tags.every(isTag)
}

function isTag(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}
