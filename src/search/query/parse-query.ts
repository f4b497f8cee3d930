import { fieldToken } from './field-token.ts'
import type { SearchQuery, SearchTerm, StateTerm } from './search-query.ts'
import { tokenize, tokenizeQuery } from './tokenize.ts'

/** Section 5 of the security notes. What is longer is cut. */
const MAX_BYTES = 1024
const MAX_TERMS = 20

/** Characters from which on a word is also found as the beginning of longer words. */
const PREFIX_FROM = 3
/** The same for the last word, which may not be complete yet, and for `word*`. */
const LAST_PREFIX_FROM = 2

/** A sign, a name with a colon, and a text in quotes (the last quote may be missing) or up to the next blank. */
const PIECE = /(?<minus>-)?(?<name>[a-z]{2,6}:)?(?:"(?<quoted>[^"]*)"?|(?<plain>[^\s"]+))/giu
const QUOTES = /[“”„‟«»＂]/gu

/**
 * @param text any text; see docs/search.md
 * @returns its terms and states. Only the first 1 kB and the first 20 terms are parsed
 */
export function parseQuery(text: string): SearchQuery {
  const asked = cutBytes(text.toWellFormed().replaceAll('\0', ' ').replaceAll(QUOTES, '"').trim())
  const pieces = [...asked.matchAll(PIECE)].slice(0, MAX_TERMS)
  const parsed = pieces.map((piece) => parsePiece(piece, isLast(piece, asked)))
  const terms = parsed.flatMap((part) => part.terms).slice(0, MAX_TERMS)
  const states = parsed.flatMap((part) => part.states)
  return { terms, states, matchesNothing: asked !== '' && terms.length + states.length === 0 }
}

function cutBytes(text: string): string {
  if (text.length * 3 <= MAX_BYTES || Buffer.byteLength(text) <= MAX_BYTES) return text
  // A character that was cut in two is left out.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, MAX_BYTES)).replace(/\ufffd+$/, '')
}

function isLast(piece: RegExpExecArray, asked: string): boolean {
  return piece.index + piece[0].length === asked.length
}

interface Parsed {
  readonly terms: readonly SearchTerm[]
  readonly states: readonly StateTerm[]
}

function parsePiece({ groups }: RegExpExecArray, isLastPiece: boolean): Parsed {
  const { minus, name, quoted, plain } = groups as Record<string, string | undefined>
  const isNegated = minus !== undefined
  const value = quoted ?? plain ?? ''
  const field = name === undefined ? undefined : parseField(name.slice(0, -1).toLowerCase(), value, isNegated)
  if (field) return field
  const text = `${name ?? ''}${value}`
  const term = quoted === undefined ? plainTerm(text, isNegated, isLastPiece) : phraseTerm(text, isNegated)
  return { terms: term ? [term] : [], states: [] }
}

function phraseTerm(text: string, isNegated: boolean): SearchTerm | undefined {
  // Of an address the scheme is not in the index.
  const { tokens, endsInCharacter } = tokenizeQuery(text.replace(/^https?:\/\//i, ''))
  return tokens.length === 0 ? undefined : { tokens, isPrefix: endsInCharacter, isNegated, isText: true }
}

function plainTerm(text: string, isNegated: boolean, isLastPiece: boolean): SearchTerm | undefined {
  const term = phraseTerm(text, isNegated)
  if (!term) return undefined
  const length = [...term.tokens.at(-1)!].length
  const isStarred = text.endsWith('*')
  const from = isStarred || (isLastPiece && !isNegated) ? LAST_PREFIX_FROM : PREFIX_FROM
  // An excluded word is exact.
  const isPrefix = term.isPrefix || (length >= from && (isStarred || !isNegated) && !BIGRAM.test(term.tokens.at(-1)!))
  return { ...term, isPrefix }
}

/** A bigram of Han, kana or Hangul is complete. */
const BIGRAM = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]{2}$/v

/** @returns undefined for an unknown field, which becomes text */
function parseField(name: string, value: string, isNegated: boolean): Parsed | undefined {
  if (name === 'is') return parseState(value.toLowerCase(), isNegated)
  const tokens = fieldTokens(name, value)
  if (tokens.length === 0) return undefined
  if (name === 'author' && isNegated) return terms([tokens], true)
  return terms(
    tokens.map((token) => [token]),
    isNegated,
  )
}

function terms(lists: readonly (readonly string[])[], isNegated: boolean): Parsed {
  return { terms: lists.map((tokens) => ({ tokens, isPrefix: false, isNegated, isText: false })), states: [] }
}

const one = (token: string | undefined) => (token === undefined ? [] : [token])

function fieldTokens(name: string, value: string): readonly string[] {
  if (name === 'tag') return one(fieldToken('tag', value))
  if (name === 'lang') return one(fieldToken('lang', value))
  if (name === 'site' || name === 'domain') return one(fieldToken('site', hostOf(value)))
  if (name === 'has' && /^(?:notes?|annotations?)$/i.test(value)) return one(fieldToken('has', 'note'))
  if (name === 'author') return [...tokenize(value)].slice(0, 10).map((word) => fieldToken('author', word)!)
  return []
}

/** Users paste whole addresses. */
function hostOf(value: string): string {
  return value
    .replace(/^https?:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^\*?\.|\.$/g, '')
}

const STATES: Readonly<Record<string, StateTerm>> = {
  unread: { state: 'archived', isWanted: false },
  archived: { state: 'archived', isWanted: true },
  read: { state: 'archived', isWanted: true },
  starred: { state: 'starred', isWanted: true },
}

function parseState(word: string, isNegated: boolean): Parsed | undefined {
  const term = Object.hasOwn(STATES, word) ? STATES[word]! : undefined
  return term && { terms: [], states: [{ ...term, isWanted: term.isWanted !== isNegated }] }
}
