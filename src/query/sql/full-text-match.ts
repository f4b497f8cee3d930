import type { Condition, TextPart, TokenTest } from '../condition.ts'

/** A condition in the query language of a full-text index. */
export interface FullTextMatch {
  readonly text: string
  /** true if the condition is the negation of `text` */
  readonly isNegated: boolean
}

/** @returns true if the full-text index alone can decide the condition */
export function isFullTextOnly(condition: Condition): boolean {
  if (condition.type === 'and' || condition.type === 'or') return condition.parts.every(isFullTextOnly)
  return condition.type === 'not' ? isFullTextOnly(condition.part) : condition.type === 'tokens'
}

/** @returns true if the result of the condition depends on the full-text index */
export function usesFullText(condition: Condition): boolean {
  if (condition.type === 'and' || condition.type === 'or') return condition.parts.some(usesFullText)
  return condition.type === 'not' ? usesFullText(condition.part) : condition.type === 'tokens'
}

/**
 * @returns the prefix of all tokens of this owner in the SQLite index. The index then has separate lists for each user,
 *   and a search reads only those of its user. The tokens of a text contain no `_`, so no text can imitate the prefix
 *   of another user.
 */
export function ownerPrefix(owner: number): string {
  return `${owner.toString(36)}_`
}

/**
 * @returns the condition in the query language of SQLite's FTS5 (sqlite.org/fts5.html, section 3). FTS5 has no unary
 *   NOT, so the result may be marked as negated.
 */
export function fts5Match(owner: number, condition: Condition): FullTextMatch {
  const spell = ({ tokens, isPrefix, part }: TokenTest) => {
    const phrase = `"${tokens.map((token) => ownerPrefix(owner) + token).join(' ')}"${isPrefix ? ' *' : ''}`
    return part === undefined ? phrase : `${part} : ${phrase}`
  }
  return fts5(condition, spell)
}

function fts5(condition: Condition, spell: (test: TokenTest) => string): FullTextMatch {
  switch (condition.type) {
    case 'tokens':
      return { text: spell(condition), isNegated: false }
    case 'not': {
      const { text, isNegated } = fts5(condition.part, spell)
      return { text, isNegated: !isNegated }
    }
    case 'and':
      return fts5Group(condition.parts, spell, { isAnd: true })
    case 'or':
      return fts5Group(condition.parts, spell, { isAnd: false })
    default:
      throw new TypeError(`${condition.type} is not in the full-text index`)
  }
}

/**
 * Combines matches. FTS5 has no unary NOT, so `a and not b` becomes `a NOT b`, and `a or not b` becomes the negation of
 * `b NOT a` (De Morgan's laws).
 */
function fts5Group(
  parts: readonly Condition[],
  spell: (test: TokenTest) => string,
  { isAnd }: { readonly isAnd: boolean },
): FullTextMatch {
  const matches = parts.map((part) => fts5(part, spell))
  const texts = (isNegated: boolean) => [
    ...new Set(matches.filter((match) => match.isNegated === isNegated).map(({ text }) => text)),
  ]
  const [plain, negated] = [texts(false), texts(true)]
  const [kept, removed] = isAnd ? [plain, negated] : [negated, plain]
  const all = joined(kept, ' AND ')
  const any = joined(removed, ' OR ')
  if (kept.length === 0) return { text: any, isNegated: isAnd }
  return { text: removed.length === 0 ? all : `(${all} NOT ${any})`, isNegated: !isAnd }
}

const joined = (texts: readonly string[], by: string): string =>
  texts.length === 1 ? texts[0]! : `(${texts.join(by)})`

/**
 * @returns the lexeme that all entries of the owner contain in PostgreSQL's index. It starts with `_`, unlike every
 * token of a text.
 */
export function ownerLexeme(owner: number): string {
  return `_${owner}`
}

/** Number of groups of owners whose words are apart in PostgreSQL's index (docs/adr/0060-groups-of-owners-in-the-index.md). */
export const OWNER_GROUPS = 16

/**
 * @returns the letter that starts every word of this owner in PostgreSQL's index. A search for an incomplete word reads the
 *   entries of all owners with the same letter in the same partition.
 */
export function ownerMark(owner: number): string {
  return String.fromCharCode(0x61 + (owner % OWNER_GROUPS))
}

/** Weights of the parts of an entry in PostgreSQL's index (src/search/postgres/search-vector.ts). */
const PART_WEIGHTS: Readonly<Record<TextPart, string>> = { title: 'A', notes: 'C', content: 'D' }

/** @returns the condition on words of this owner as text of PostgreSQL's type `tsquery` (its manual, section 8.11.2) */
export function tsqueryText(owner: number, condition: Condition): string {
  const textOf = (part: Condition) => tsqueryText(owner, part)
  switch (condition.type) {
    case 'tokens':
      return tsqueryPhrase(ownerMark(owner), condition)
    case 'not':
      return `!${textOf(condition.part)}`
    case 'and':
      return `(${condition.parts.map(textOf).join(' & ')})`
    case 'or':
      return `(${condition.parts.map(textOf).join(' | ')})`
    default:
      throw new TypeError(`${condition.type} is not in the full-text index`)
  }
}

function tsqueryPhrase(mark: string, { tokens, isPrefix, part }: TokenTest): string {
  const weight = part === undefined ? '' : PART_WEIGHTS[part]
  const lexeme = (token: string, isLast: boolean) => {
    const label = (isLast && isPrefix ? '*' : '') + weight
    return `'${mark}${token}'${label === '' ? '' : `:${label}`}`
  }
  return `(${tokens.map((token, index) => lexeme(token, index === tokens.length - 1)).join(' <-> ')})`
}
