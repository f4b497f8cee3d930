import type { Condition } from '../query/condition.ts'
import { compileQuery, type FindPlace } from '../query/compile-query.ts'
import type { Now } from '../query/moment-in-utc.ts'
import { parseQuery } from '../query/parse-query.ts'
import type { SortTerm } from '../query/query.ts'

/** A query in the form that the index accepts: plain data for its threads. */
export interface SearchQuery {
  readonly condition: Condition
  /** empty for the order that the search asks for */
  readonly sort: readonly SortTerm[]
}

/**
 * @param findPlace for the collections that the query names
 * @returns the query of a text; any text is one. Relative times count from `now`
 */
export function searchQuery(
  text: string,
  now: Now = { at: new Date(), timeZone: 'UTC' },
  findPlace?: FindPlace,
): SearchQuery {
  const query = parseQuery(text)
  return { condition: compileQuery(query, now, findPlace), sort: query.sort }
}
