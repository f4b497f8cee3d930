import type { CollectionId } from '../kernel/branded-ids.ts'
import { queryToCondition, type FindCollectionCondition } from '../query/query-to-condition.ts'
import type { Condition } from '../query/condition.ts'
import type { Now } from '../query/moment-in-utc.ts'
import { parseQuery } from '../query/parse-query.ts'
import { collectionKey, type Collection } from './collection.ts'

/**
 * Maximum number of collections to which a query may refer, directly or through other collections. Further references
 * match nothing.
 */
const MAX_REFERENCES = 64

const MATCHES_NOTHING: Condition = { type: 'constant', value: false }

/**
 * @param collections all collections of the owner
 * @returns a function that finds the condition of a collection by its name, for `in:"Name"` in queries
 */
export function collectionConditionFinder(collections: readonly Collection[], now: Now): FindCollectionCondition {
  return collectionConditions(collections, now).findPlace
}

/** @returns the condition that the entries of the collection meet: they were picked by hand, or match its query */
export function collectionCondition(collection: Collection, collections: readonly Collection[], now: Now): Condition {
  return collectionConditions(collections, now).conditionOf(collection, new Set())
}

function collectionConditions(collections: readonly Collection[], now: Now) {
  let byKey: ReadonlyMap<string, Collection> | undefined
  let named = 0
  const findIn =
    (inside: ReadonlySet<CollectionId>): FindCollectionCondition =>
    (name) => {
      byKey ??= new Map(collections.map((one) => [collectionKey(one.name), one]))
      const found = byKey.get(collectionKey(name))
      if (!found) return undefined
      named += 1
      // A collection that refers to itself, directly or through other collections, gets no entries from that reference.
      // This also ends the recursion.
      return inside.has(found.id) || named > MAX_REFERENCES ? MATCHES_NOTHING : conditionOf(found, inside)
    }
  const conditionOf = (collection: Collection, inside: ReadonlySet<CollectionId>): Condition => {
    const { id, query, hasPicked } = collection
    const picked: Condition = { type: 'collected', collection: id }
    if (query === '') return picked
    const found = queryToCondition(parseQuery(query), now, findIn(new Set([...inside, id])))
    return hasPicked ? { type: 'or', parts: [picked, ...(found.type === 'or' ? found.parts : [found])] } : found
  }
  return { conditionOf, findPlace: findIn(new Set()) }
}
