import { collectionCondition, collectionConditionFinder } from '../../collections/collection-condition.ts'
import { collectionById } from '../../collections/collection-by-id.ts'
import { collectionFilter, queryOrder, type CollectionContext } from '../../entries/listing/collection-filter.ts'
import type { EntryFilter } from '../../entries/listing/entry-filter.ts'
import { queryToCondition } from '../../query/query-to-condition.ts'
import type { Condition } from '../../query/condition.ts'
import { isTimeless } from '../../query/is-timeless.ts'
import { namedCollections } from '../../query/list-named-collections.ts'
import { parseQuery } from '../../query/parse-query.ts'
import { queryInteger, queryText, type Query } from '../wire/query-values.ts'

/** Response header with the number of entries that searches cannot find yet, because they are not indexed. */
export const WAITING_HEADER = 'x-entries-not-indexed'

interface FilterByQuery {
  readonly filter: EntryFilter
  /** true if the list depends on the user's data only; false if it may also depend on the current time */
  readonly isTimeless: boolean
}

/** The order for `sort:saved` in a query: by id instead of the time of saving, as in wallabag's API. */
const BY_ID = { sort: 'created' } as const

/** @returns true if the parameters of a list contain a query or a collection */
export function isByQuery(parameters: Query): boolean {
  return Boolean(queryText(parameters, 'q')?.trim()) || queryText(parameters, 'collection') !== undefined
}

/**
 * Adds the query in `q` and the collection in `collection` to a filter. The order of the entries comes from `sort:` in
 * the query, otherwise from the parameters `sort` and `order`, otherwise from the collection.
 * @param filter the filter from the other parameters
 * @throws AppError `not_found` if the owner has no such collection
 */
export function filterByQuery(filter: EntryFilter, parameters: Query, context: CollectionContext): FilterByQuery {
  const text = queryText(parameters, 'q')?.trim() ?? ''
  const inCollection = filterByCollection(filter, parameters, context)
  if (text === '') return inCollection
  const query = parseQuery(text)
  const order = queryOrder(query.sort)
  const found = queryToCondition(query, context.now, collectionConditionFinder(context.collections, context.now))
  const condition = both(inCollection.filter.query?.condition, found)
  return {
    filter: {
      ...inCollection.filter,
      ...order,
      ...(order?.sort === 'saved' && BY_ID),
      query: { condition, dialect: context.dialect },
    },
    isTimeless: inCollection.isTimeless && isTimeless(query) && namedCollections(query).length === 0,
  }
}

function both(one: Condition | undefined, other: Condition): Condition {
  return one ? { type: 'and', parts: [one, other] } : other
}

function filterByCollection(filter: EntryFilter, parameters: Query, context: CollectionContext): FilterByQuery {
  if (queryText(parameters, 'collection') === undefined) return { filter, isTimeless: true }
  const collection = collectionById(context.collections, queryInteger(parameters, 'collection', 0))
  const own = collectionFilter(collection, context)
  const isOrdered = ['sort', 'order'].some((name) => queryText(parameters, name) !== undefined)
  if (!isOrdered) return { filter: { ...filter, ...own.filter }, isTimeless: own.isTimeless }
  if (collection.query === '') return { filter: { ...filter, collection: collection.id }, isTimeless: true }
  const condition = collectionCondition(collection, context.collections, context.now)
  return { filter: { ...filter, query: { condition, dialect: context.dialect } }, isTimeless: own.isTimeless }
}
