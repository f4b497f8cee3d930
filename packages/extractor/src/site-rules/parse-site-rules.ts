import { xpathProblem } from './check-xpath.ts'
import { SIGN_IN_NAMES, signInRuleParser, type SignInRuleParser } from './sign-in-rule-parser.ts'
import type { RuleProblem, SiteRules } from './site-rules.ts'

/**
 * Maximum length of a rules file in characters. The rest is ignored, and reported as a problem. The longest file of the
 * public collection has a fifth of it.
 */
const MAX_LENGTH = 64 * 1024
const MAX_LINES = 1000
/** Maximum number of values of one rule. Further values are reported as problems. */
const MAX_VALUES = 100

const XPATH_KEYS = {
  title: 'title',
  body: 'body',
  author: 'author',
  date: 'date',
  strip: 'strip',
  single_page_link: 'singlePageLink',
  next_page_link: 'nextPageLink',
  if_page_contains: 'ifPageContains',
} as const
const TEXT_KEYS = { strip_id_or_class: 'stripIdOrClass', strip_image_src: 'stripImageSrc' } as const
/** Names of ftr-site-config that this package ignores. They are not reported as problems. */
const IGNORED_KEYS: ReadonlySet<string> = new Set(
  (
    'tidy parser autodetect_on_failure autodetect_next_page test_url test_contains native_ad_clue move_into wrap_in ' +
    'dissolve footnotes convert_double_br_tags strip_comments strip_attr skip_json_ld src_lazy_load_attr ' +
    'insert_detected_image skip_id_or_class_strip single_page_link_in_feed http_header'
  ).split(' '),
)
const RULE_LINE = /^([a-z_]{1,40})(?:\(([^)]{0,1000})\))?\s{0,20}:(.*)$/i

type Lists = { -readonly [K in keyof SiteRules]: SiteRules[K] extends readonly (infer T)[] ? T[] : SiteRules[K] }

interface Reading {
  readonly rules: Lists
  readonly problems: RuleProblem[]
  /** The last `find_string`, which waits for its `replace_string`. */
  find: string | undefined
  readonly signIn: SignInRuleParser
}

/**
 * Parses rules in the format of ftr-site-config: each line contains `name: value`, and `#` starts a comment.
 *
 * @param text user input
 * @returns the rules in valid lines, and the problems of the invalid ones
 */
export function parseSiteRules(text: string): { readonly rules: SiteRules; readonly problems: readonly RuleProblem[] } {
  const reading: Reading = { rules: emptyRules(), problems: [], find: undefined, signIn: signInRuleParser() }
  const lines = text.slice(0, MAX_LENGTH).split(/\r\n|\n|\r/)
  if (text.length > MAX_LENGTH)
    reading.problems.push({ line: lines.length, message: 'the rules are longer than 64 kB' })
  if (lines.length > MAX_LINES) reading.problems.push({ line: MAX_LINES, message: 'there are more than 1000 lines' })
  for (const [i, line] of lines.slice(0, MAX_LINES).entries()) {
    const message = line.trim() === '' || /^\s*#/.test(line) ? undefined : readLine(reading, line.trim())
    if (message !== undefined) reading.problems.push({ line: i + 1, message })
  }
  const signIn = reading.signIn.rules()
  return { rules: { ...reading.rules, ...(signIn && { signIn }) }, problems: reading.problems }
}

function emptyRules(): Lists {
  const lists = { title: [], body: [], author: [], date: [], strip: [], stripIdOrClass: [], stripImageSrc: [] }
  return { ...lists, replacements: [], singlePageLink: [], nextPageLink: [], ifPageContains: [], prune: true }
}

/** Reads one line into the rules. @returns the problem of the line; undefined if it is valid */
function readLine(reading: Reading, line: string): string | undefined {
  const found = RULE_LINE.exec(line)
  if (found === null) return 'a line is a name, a colon and a value'
  const [, name = '', inside, after = ''] = found
  const key = name.toLowerCase()
  const value = after.trim()
  if (IGNORED_KEYS.has(key)) return undefined
  if (key === 'find_string' || key === 'replace_string') return readReplacement(reading, key, inside, after)
  if (inside !== undefined) return `${name} takes nothing in brackets`
  if (SIGN_IN_NAMES.has(key)) return reading.signIn.read(key, value)
  if (value === '') return `${name} has no value`
  if (key === 'prune') return readPrune(reading, value)
  return readValue(reading.rules, key, value)
}

function readValue(rules: Lists, key: string, value: string): string | undefined {
  if (Object.hasOwn(XPATH_KEYS, key)) {
    const problem = xpathProblem(value)
    return problem ?? push(rules[XPATH_KEYS[key as keyof typeof XPATH_KEYS]], value)
  }
  if (!Object.hasOwn(TEXT_KEYS, key)) return `there is no rule ${key}`
  const part = value.replace(/^(["'])(.*)\1$/, '$2')
  return part === '' ? `${key} has no value` : push(rules[TEXT_KEYS[key as keyof typeof TEXT_KEYS]], part)
}

function push<T>(list: T[], value: T): string | undefined {
  if (list.length >= MAX_VALUES) return `there are more than ${MAX_VALUES} of a kind`
  list.push(value)
  return undefined
}

function readPrune({ rules }: Reading, value: string): string | undefined {
  if (!/^(?:yes|no)$/i.test(value)) return 'prune is yes or no'
  rules.prune = /^yes$/i.test(value)
  return undefined
}

/**
 * Reads a replacement in one of its two forms: `find_string: a` followed by `replace_string: b`, or `replace_string(a):
 * b`.
 */
function readReplacement(reading: Reading, key: string, inside: string | undefined, after: string): string | undefined {
  const value = after.replace(/^ /, '')
  if (key === 'find_string') {
    reading.find = value.trim()
    return reading.find === '' ? 'find_string has no value' : undefined
  }
  const find = inside ?? reading.find
  if (inside === undefined) reading.find = undefined
  if (find === undefined || find === '') return 'replace_string has no find_string before it'
  return push(reading.rules.replacements, { find, replace: value.trimEnd() })
}
