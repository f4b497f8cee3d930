import type { SearchQuery, SearchTerm } from './search-query.ts'

/** A query in the language of a full-text index. Without both parts every entry matches. */
export interface FullTextMatch {
  /** entries that have all of it; undefined where nothing is asked for */
  readonly wanted: string | undefined
  /** entries that have any of it do not match; undefined where nothing is excluded */
  readonly unwanted: string | undefined
}

/**
 * @returns the prefix of every token of the owner in the index of SQLite. Each user has posting lists of their own, so a
 * search reads only its owner's, and no text can contain the token of another user, because tokens of texts contain no `_`
 */
export function ownerPrefix(owner: number): string {
  return `${owner.toString(36)}_`
}

/** @returns the query for SQLite's FTS5 (sqlite.org/fts5.html, section 3); tokens stand in quotes */
export function fts5Match(owner: number, query: SearchQuery): FullTextMatch {
  const prefix = ownerPrefix(owner)
  const term = ({ tokens, isPrefix }: SearchTerm) =>
    `"${tokens.map((token) => prefix + token).join(' ')}"${isPrefix ? ' *' : ''}`
  return match(query, term, [' AND ', ' OR '])
}

/** @returns the query as text of PostgreSQL's type `tsquery` (its manual, section 8.11.2); tokens stand in quotes */
export function tsqueryMatch(query: SearchQuery): FullTextMatch {
  return match(query, tsqueryTerm, [' & ', ' | '])
}

function tsqueryTerm({ tokens, isPrefix }: SearchTerm): string {
  const lexemes = tokens.map((token) => `'${token}'`).join(' <-> ')
  return `(${lexemes}${isPrefix ? ':*' : ''})`
}

function match(
  { terms }: SearchQuery,
  spell: (term: SearchTerm) => string,
  [and, or]: readonly [string, string],
): FullTextMatch {
  const join = (isNegated: boolean, by: string) =>
    [...new Set(terms.filter((term) => term.isNegated === isNegated).map(spell))].join(by) || undefined
  return { wanted: join(false, and), unwanted: join(true, or) }
}
