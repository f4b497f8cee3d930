import type { EntryFilter, EntrySort } from '../../entries/listing/entry-filter.ts'
import type { Dialect } from '../../db/database.ts'
import { compileQuery } from '../../query/compile-query.ts'
import type { SortKey } from '../../query/fields.ts'
import { isTimeless } from '../../query/is-timeless.ts'
import { parseQuery } from '../../query/parse-query.ts'
import { queryText, type Query } from '../wire/query-values.ts'

/** Response header of Dogear's own: the number of entries that a search or a query cannot find yet. */
export const WAITING_HEADER = 'x-entries-not-indexed'

export interface FilterByQuery {
  readonly filter: EntryFilter
  /** whether the list is the same at any time, as long as the library does not change */
  readonly isTimeless: boolean
}

const SORTS: Readonly<Record<SortKey, EntrySort>> = {
  saved: 'created',
  title: 'title',
  time: 'minutes',
  published: 'published',
  updated: 'updated',
  archived: 'archived',
  starred: 'starred',
  opened: 'read',
  // Lists are not ranked.
  relevance: 'created',
}

/**
 * @param filter of the other parameters, which the entries must meet as well
 * @returns the filter with the query in `q`; undefined without one. `sort:` in the query replaces `sort` and `order`
 */
export function filterByQuery(
  filter: EntryFilter,
  parameters: Query,
  dialect: Dialect,
  at: Date,
): FilterByQuery | undefined {
  const text = queryText(parameters, 'q')?.trim()
  if (!text) return undefined
  const query = parseQuery(text)
  const [first] = query.sort
  const order = first ? ({ sort: SORTS[first.key], order: first.isDescending ? 'desc' : 'asc' } as const) : {}
  const condition = compileQuery(query, { at, timeZone: 'UTC' })
  return { filter: { ...filter, ...order, query: { condition, dialect } }, isTimeless: isTimeless(query) }
}
