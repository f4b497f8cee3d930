import { collectionCondition } from '../../collections/collection-condition.ts'
import { effectiveSort, type Collection, type CollectionSort } from '../../collections/collection.ts'
import type { Dialect } from '../../db/database.ts'
import type { SortKey } from '../../query/fields.ts'
import { isTimeless } from '../../query/is-timeless.ts'
import type { Now } from '../../query/moment-in-utc.ts'
import { namedCollections } from '../../query/list-named-collections.ts'
import { parseQuery } from '../../query/parse-query.ts'
import type { SortTerm } from '../../query/query.ts'
import type { EntryFilter, EntrySort } from './entry-filter.ts'

/** The data that is needed to convert collections, and references to collections in queries, to conditions. */
export interface CollectionContext {
  /** all collections of the owner */
  readonly collections: readonly Collection[]
  readonly now: Now
  readonly dialect: Dialect
}

type Order = Pick<EntryFilter, 'sort' | 'order'>

const ORDERS: Readonly<Record<CollectionSort, Order>> = {
  manual: { sort: 'position', order: 'asc' },
  newest: { sort: 'saved', order: 'desc' },
  oldest: { sort: 'saved', order: 'asc' },
  updated: { sort: 'updated', order: 'desc' },
  published: { sort: 'published', order: 'desc' },
  title: { sort: 'title', order: 'asc' },
  shortest: { sort: 'minutes', order: 'asc' },
  longest: { sort: 'minutes', order: 'desc' },
  read: { sort: 'read', order: 'desc' },
}

const SORTS: Readonly<Record<SortKey, EntrySort>> = {
  saved: 'saved',
  title: 'title',
  time: 'minutes',
  published: 'published',
  updated: 'updated',
  archived: 'archived',
  starred: 'starred',
  opened: 'read',
  // Without search words, entries have no relevance. `sort:relevance` then means the usual order, by the time of
  // saving.
  relevance: 'saved',
}

/** @returns the order of the first `sort:` of a query; undefined if the query has none */
export function queryOrder([first]: readonly SortTerm[]): Order | undefined {
  return first && { sort: SORTS[first.key], order: first.isDescending ? 'desc' : 'asc' }
}

interface CollectionFilter {
  readonly filter: Omit<EntryFilter, 'page' | 'perPage'>
  /**
   * true if the list changes only when the library changes. False if it may also change with time: its query contains a
   * relative date, or refers to a collection whose query may contain one.
   */
  readonly isTimeless: boolean
}

/** @returns the filter that selects the entries of a collection, in its order */
export function collectionFilter(
  collection: Collection,
  { collections, now, dialect }: CollectionContext,
): CollectionFilter {
  const { id, query: text } = collection
  const arranged = { arrangedIn: id, ...ORDERS[effectiveSort(collection)] }
  if (text === '') return { filter: { collection: id, ...arranged }, isTimeless: true }
  const query = parseQuery(text)
  const condition = collectionCondition(collection, collections, now)
  const filter = {
    query: { condition, dialect },
    ...arranged,
    ...queryOrder(query.sort),
    ...(query.limit !== undefined && { most: query.limit }),
  }
  return { filter, isTimeless: isTimeless(query) && namedCollections(query).length === 0 }
}
