import { fieldNamed } from './fields.ts'
import type { QueryWarning } from './query.ts'
import type { ScannedValue } from './scanned-value.ts'

/** A token of the query language: an operator, a parenthesis or a term. Positions are in UTF-16 units. */
export type Token =
  | { readonly kind: 'and' | 'or' | 'not' | 'open' | 'close'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'term'
      readonly start: number
      readonly end: number
      /** the text as entered */
      readonly source: string
      /** the field name before the colon; undefined for plain text */
      readonly name: string | undefined
      /** the values after the field name, separated by commas; for plain text, the text itself */
      readonly values: readonly ScannedValue[]
    }

const MAX_BYTES = 4096
const QUOTES = /[“”„‟«»＂]/gu
type OperatorKind = Exclude<Token['kind'], 'term'>

const OPERATORS: Readonly<Record<string, 'and' | 'or' | 'not'>> = { AND: 'and', OR: 'or', NOT: 'not', '|': 'or' }

/**
 * Matches a field name before a colon or a comparison, as in `time>5`. Also accepts Readwise's form of comparisons,
 * `time__gt:5`.
 */
const FIELD_NAME = /([a-z]{2,12})(?:__(gte?|lte?))?(?::|(?=[<>]=?\d))/iy
const READWISE_COMPARISONS: Readonly<Record<string, ScannedValue['sign']>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }
const COMPARISON_SIGN = /[<>]=?|=/y
const UNQUOTED_TERM = /[^\s()"]+/y
const UNQUOTED_VALUE = /[^\s()",]+/y
const SPACE = /\s+/y
/** Keywords of linkding that begin with `!`. */
const LINKDING_KEYWORDS: Readonly<Record<string, { readonly name: string; readonly text: string }>> = {
  '!unread': { name: 'is', text: 'unread' },
  '!untagged': { name: 'no', text: 'tag' },
}

/** @returns the tokens of a query, in order. The time is linear, because each character is read once. */
export function scan(text: string): { readonly tokens: readonly Token[]; readonly warnings: QueryWarning[] } {
  const cleaned = text.toWellFormed().replaceAll('\0', ' ').replaceAll(QUOTES, '"')
  const asked = cutBytes(cleaned)
  const warnings: QueryWarning[] =
    asked.length < cleaned.length ? [{ kind: 'too-long', start: asked.length, end: cleaned.length }] : []
  const tokens: Token[] = []
  const end = asked.trimEnd().length
  for (let at = skipSpace(asked, 0); at < end; at = skipSpace(asked, tokens.at(-1)!.end)) {
    tokens.push(nextToken(asked, at, end))
  }
  return { tokens, warnings }
}

/** @returns the first 4 KB of a text in UTF-8. A character at the cut is omitted. */
function cutBytes(text: string): string {
  if (text.length * 3 <= MAX_BYTES) return text
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= MAX_BYTES) return text
  return new TextDecoder().decode(bytes.subarray(0, MAX_BYTES)).replace(/\ufffd+$/, '')
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function skipSpace(text: string, at: number): number {
  return at + (matchAt(SPACE, text, at)?.[0].length ?? 0)
}

function nextToken(text: string, at: number, length: number): Token {
  const bare = matchAt(UNQUOTED_TERM, text, at)?.[0] ?? ''
  if (Object.hasOwn(LINKDING_KEYWORDS, bare)) return linkdingTerm(bare, at)
  const sign = operatorAt(text, at, bare)
  if (sign) return { ...sign, start: at }
  if (/^[-!]./.test(bare) || (/[-!]/.test(bare) && at + 1 < length && /["(]/.test(text[at + 1]!))) {
    return { kind: 'not', start: at, end: at + 1 }
  }
  return bare.startsWith('#') && bare.length > 1 ? tagTerm(text, at) : term(text, at)
}

function operatorAt(text: string, at: number, bare: string): (Pick<Token, 'end'> & { kind: OperatorKind }) | undefined {
  const character = text[at]!
  if (character === '(' || character === ')') return { kind: character === '(' ? 'open' : 'close', end: at + 1 }
  const kind = Object.hasOwn(OPERATORS, bare) ? OPERATORS[bare] : undefined
  return kind && { kind, end: at + bare.length }
}

function linkdingTerm(bare: string, start: number): Token {
  const { name, text } = LINKDING_KEYWORDS[bare]!
  const values: ScannedValue[] = [{ sign: '', text, isQuoted: false }]
  return { kind: 'term', start, end: start + bare.length, source: bare, name, values }
}

/** Reads `#tag` or `#"two words"`. */
function tagTerm(text: string, start: number): Token {
  const { values, end } = readValues(text, start + 1, '')
  return { kind: 'term', start, end, source: text.slice(start, end), name: 'tag', values }
}

function term(text: string, start: number): Token {
  const named = nameAt(text, start)
  if (named) {
    const { values, end } = readValues(text, named.end, named.sign)
    return { kind: 'term', start, end, source: text.slice(start, end), name: named.name, values }
  }
  const quoted = readQuoted(text, start)
  const end = quoted?.end ?? start + (matchAt(UNQUOTED_TERM, text, start)?.[0].length ?? 1)
  const value = { sign: '', isQuoted: quoted !== undefined, text: quoted?.text ?? text.slice(start, end) } as const
  return { kind: 'term', start, end, source: value.text, name: undefined, values: [value] }
}

interface NamePart {
  readonly name: string
  readonly sign: ScannedValue['sign']
  /** position where the values start */
  readonly end: number
}

/**
 * @returns the field name at a position; undefined if the text is plain text. Addresses such as `https://…` are plain
 *   text.
 */
function nameAt(text: string, start: number): NamePart | undefined {
  const [head = '', name, comparison] = matchAt(FIELD_NAME, text, start) ?? []
  if (name === undefined) return undefined
  const end = start + head.length
  const isLikeField = head.endsWith(':') && /[^\s/]/.test(text[end] ?? '')
  if (!isName(name) && !isLikeField) return undefined
  return { name, sign: comparison === undefined ? '' : READWISE_COMPARISONS[comparison.toLowerCase()]!, end }
}

const isName = (name: string): boolean => fieldNamed(name) !== undefined || /^(?:sort|limit)$/i.test(name)

interface Values {
  readonly values: readonly ScannedValue[]
  readonly end: number
}

function readValues(text: string, start: number, given: ScannedValue['sign']): Values {
  const values: ScannedValue[] = []
  for (let at = start; ; at += 1) {
    const { value, end } = readValue(text, at, given)
    if (value.text !== '') values.push(value)
    at = end
    if (text[at] !== ',') return { values, end: at }
  }
}

function readValue(
  text: string,
  start: number,
  given: ScannedValue['sign'],
): { readonly value: ScannedValue; readonly end: number } {
  const sign = (matchAt(COMPARISON_SIGN, text, start)?.[0] ?? '') as ScannedValue['sign']
  const at = start + sign.length
  const quoted = readQuoted(text, at)
  const bare = quoted?.text ?? matchAt(UNQUOTED_VALUE, text, at)?.[0] ?? ''
  return {
    value: { sign: given || sign, text: bare, isQuoted: quoted !== undefined },
    end: quoted?.end ?? at + bare.length,
  }
}

/**
 * @returns the text in quotation marks and the position after it. If the closing mark is missing, the text ends with
 *   the query. `\"` is a quotation mark within the text.
 */
function readQuoted(text: string, start: number): { readonly text: string; readonly end: number } | undefined {
  if (text[start] !== '"') return undefined
  let at = start + 1
  let quoted = ''
  while (at < text.length && text[at] !== '"') {
    if (text[at] === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) at += 1
    quoted += text[at]
    at += 1
  }
  return { text: quoted, end: Math.min(text.length, at + 1) }
}
