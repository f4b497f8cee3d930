import type { Condition } from '../query/condition.ts'
import { compileQuery } from '../query/compile-query.ts'
import type { Now } from '../query/moment-in-utc.ts'
import { parseQuery } from '../query/parse-query.ts'
import type { SortTerm } from '../query/query.ts'

/** A query in the form that the index accepts: plain data for its threads. */
export interface SearchQuery {
  readonly condition: Condition
  /** empty for the order that the search asks for */
  readonly sort: readonly SortTerm[]
}

/** @returns the query of a text; any text is one. Relative times count from `now` */
export function searchQuery(text: string, now: Now = { at: new Date(), timeZone: 'UTC' }): SearchQuery {
  const query = parseQuery(text)
  return { condition: compileQuery(query, now), sort: query.sort }
}
