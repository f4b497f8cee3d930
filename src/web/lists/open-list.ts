import { collectionConditionFinder } from '../../collections/collection-condition.ts'
import type { ListCollections } from '../../collections/list-collections.ts'
import type { Dialect } from '../../db/database.ts'
import { queryOrder } from '../../entries/listing/collection-filter.ts'
import type { EntryFilter } from '../../entries/listing/entry-filter.ts'
import type { ListEntries, ListOwner } from '../../entries/listing/list-entries.ts'
import { queryToCondition } from '../../query/query-to-condition.ts'
import { parseQuery } from '../../query/parse-query.ts'
import type { Search } from '../../search/search-entries.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { FindNow } from '../../users/time-zone.ts'
import type { ListName } from '../layout/list-name.ts'
import { listFilter, type ListQuery } from './list-query.ts'

export interface OpenListDeps {
  readonly listEntries: ListEntries
  /** lists entries for a filter that contains a query */
  readonly listByQuery: ListEntries
  readonly listCollections: ListCollections
  readonly findNow: FindNow
  readonly dialect: Dialect
  readonly search: Pick<Search, 'follow'>
  readonly searchesPerUser: Pick<Throttle, 'take'>
}

/** A list that can be read page by page. Nothing has been read yet. */
export interface OpenList {
  readonly filter: Omit<EntryFilter, 'page' | 'perPage'>
  readonly list: ListEntries
  /** number of entries that are not in the search index yet; the list may lack them */
  readonly unindexed: number
}

/**
 * @returns the list that an address selects, with its filters and its query
 * @throws AppError `too_many_requests` if the user sends too many queries
 */
export async function openList(
  deps: OpenListDeps,
  owner: ListOwner,
  name: ListName,
  query: ListQuery,
): Promise<OpenList> {
  const filter = await filterWithQuery(deps, owner, name, query)
  if (!filter.query) return { filter, list: deps.listEntries, unindexed: 0 }
  await deps.searchesPerUser.take(String(owner.id))
  return { filter, list: deps.listByQuery, unindexed: await deps.search.follow(owner) }
}

/**
 * @returns the filter of a list with a query. The order chosen in the form takes precedence over a `sort:` in the
 *   query.
 */
export async function filterWithQuery(
  { listCollections, findNow, dialect }: Pick<OpenListDeps, 'listCollections' | 'findNow' | 'dialect'>,
  owner: ListOwner,
  name: ListName,
  query: ListQuery,
): Promise<Omit<EntryFilter, 'page' | 'perPage'>> {
  const { page: _page, perPage: _perPage, ...filter } = listFilter(name, query, { page: 1, perPage: 1 })
  if (query.q === undefined) return filter
  const parsed = parseQuery(query.q)
  const now = await findNow(owner)
  const condition = queryToCondition(parsed, now, collectionConditionFinder(await listCollections(owner), now))
  const order = query.sort === undefined ? queryOrder(parsed.sort) : undefined
  return { ...filter, ...order, query: { condition, dialect } }
}
