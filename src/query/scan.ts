import { fieldNamed } from './fields.ts'
import type { QueryWarning } from './query.ts'
import type { TypedValue } from './read-value.ts'

/** A part of the text of a query: an operator, a parenthesis, or a term. Positions are UTF-16 units. */
export type Piece =
  | { readonly kind: 'and' | 'or' | 'not' | 'open' | 'close'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'term'
      readonly start: number
      readonly end: number
      /** the text as typed */
      readonly source: string
      /** the name before the colon; undefined for a text */
      readonly name: string | undefined
      /** what follows the name, separated by commas; of a text, the text itself */
      readonly values: readonly TypedValue[]
    }

const MAX_BYTES = 4096
const QUOTES = /[“”„‟«»＂]/gu
const OPERATORS: Readonly<Record<string, 'and' | 'or' | 'not'>> = { AND: 'and', OR: 'or', NOT: 'not', '|': 'or' }

/** A name before a colon, or before a comparison sign as in `time>5`; Readwise writes `time__gt:5`. */
const NAME = /([a-z]{2,12})(?:__(gte?|lte?))?(?::|(?=[<>]=?\d))/iy
const READWISE: Readonly<Record<string, TypedValue['sign']>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }
const SIGN = /[<>]=?|=/y
const BARE = /[^\s()"]+/y
const BARE_VALUE = /[^\s()",]+/y
const SPACE = /\s+/y
/** Words of linkding, where `!` is part of the word. */
const LINKDING: Readonly<Record<string, { readonly name: string; readonly text: string }>> = {
  '!unread': { name: 'is', text: 'unread' },
  '!untagged': { name: 'no', text: 'tag' },
}

/** @returns the pieces of a text in order. Each character is read once, so the time is linear */
export function scan(text: string): { readonly pieces: readonly Piece[]; readonly warnings: QueryWarning[] } {
  const cleaned = text.toWellFormed().replaceAll('\0', ' ').replaceAll(QUOTES, '"')
  const asked = cutBytes(cleaned)
  const warnings: QueryWarning[] =
    asked.length < cleaned.length ? [{ kind: 'too-long', start: asked.length, end: cleaned.length }] : []
  const pieces: Piece[] = []
  const end = asked.trimEnd().length
  for (let at = skipSpace(asked, 0); at < end; at = skipSpace(asked, pieces.at(-1)!.end)) {
    pieces.push(nextPiece(asked, at, end))
  }
  return { pieces, warnings }
}

/** @returns the first 4 KB of a text in UTF-8, without a character that would be cut in two */
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

function nextPiece(text: string, at: number, length: number): Piece {
  const character = text[at]!
  if (character === '(') return { kind: 'open', start: at, end: at + 1 }
  if (character === ')') return { kind: 'close', start: at, end: at + 1 }
  const bare = matchAt(BARE, text, at)?.[0] ?? ''
  const operator = Object.hasOwn(OPERATORS, bare) ? OPERATORS[bare] : undefined
  if (operator) return { kind: operator, start: at, end: at + bare.length }
  if (Object.hasOwn(LINKDING, bare)) return linkdingTerm(bare, at)
  if ((character === '-' || character === '!') && at + 1 < length && !/[\s)]/.test(text[at + 1]!)) {
    return { kind: 'not', start: at, end: at + 1 }
  }
  return character === '#' && bare.length > 1 ? tagTerm(text, at) : term(text, at)
}

function linkdingTerm(bare: string, start: number): Piece {
  const { name, text } = LINKDING[bare]!
  const values: TypedValue[] = [{ sign: '', text, isQuoted: false }]
  return { kind: 'term', start, end: start + bare.length, source: bare, name, values }
}

/** `#tag`, also `#"two words"`. */
function tagTerm(text: string, start: number): Piece {
  const { values, end } = readValues(text, start + 1, '')
  return { kind: 'term', start, end, source: text.slice(start, end), name: 'tag', values }
}

function term(text: string, start: number): Piece {
  const [head = '', name, comparison] = matchAt(NAME, text, start) ?? []
  const sign = comparison === undefined ? '' : READWISE[comparison.toLowerCase()]!
  // `https://…`, and a word with a colon behind it, are text unless the word is the name of a field.
  if (name !== undefined && (isName(name) || (head.endsWith(':') && /[^\s/]/.test(text[start + head.length] ?? '')))) {
    const { values, end } = readValues(text, start + head.length, sign)
    return { kind: 'term', start, end, source: text.slice(start, end), name, values }
  }
  const quoted = readQuoted(text, start)
  const end = quoted?.end ?? start + (matchAt(BARE, text, start)?.[0].length ?? 1)
  const value = { sign: '', isQuoted: quoted !== undefined, text: quoted?.text ?? text.slice(start, end) } as const
  return { kind: 'term', start, end, source: value.text, name: undefined, values: [value] }
}

const isName = (name: string): boolean => fieldNamed(name) !== undefined || /^(?:sort|limit)$/i.test(name)

interface Values {
  readonly values: readonly TypedValue[]
  readonly end: number
}

function readValues(text: string, start: number, given: TypedValue['sign']): Values {
  const values: TypedValue[] = []
  for (let at = start; ; at += 1) {
    const sign = (matchAt(SIGN, text, at)?.[0] ?? '') as TypedValue['sign']
    at += sign.length
    const quoted = readQuoted(text, at)
    const bare = quoted?.text ?? matchAt(BARE_VALUE, text, at)?.[0] ?? ''
    at = quoted?.end ?? at + bare.length
    if (bare !== '') values.push({ sign: given || sign, text: bare, isQuoted: quoted !== undefined })
    if (text[at] !== ',') return { values, end: at }
  }
}

/** @returns the text in quotation marks; a missing end is the end of the text. A backslash makes a quote part of it */
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
