import type { Condition } from '../query/condition.ts'
import { queryToCondition, type FindCollectionCondition } from '../query/query-to-condition.ts'
import type { Now } from '../query/moment-in-utc.ts'
import { parseQuery } from '../query/parse-query.ts'
import type { SortTerm } from '../query/query.ts'

/** A query as the index accepts it. It is plain data, so it can be sent to threads. */
export interface SearchQuery {
  readonly condition: Condition
  /** empty for the default order of the search */
  readonly sort: readonly SortTerm[]
}

/**
 * @param now the reader's time zone, and the time that relative times such as `today` refer to
 * @param findCollectionCondition finds the collections that the query names
 * @returns the query for this text; every text is a valid query
 */
export function searchQuery(
  text: string,
  now: Now = { at: new Date(), timeZone: 'UTC' },
  findCollectionCondition?: FindCollectionCondition,
): SearchQuery {
  const query = parseQuery(text)
  return { condition: queryToCondition(query, now, findCollectionCondition), sort: query.sort }
}
