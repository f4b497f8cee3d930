import type { Collection } from '../../src/collections/collection.ts'
import { collectionFilter } from '../../src/entries/listing/collection-filter.ts'
import type { CollectionId } from '../../src/kernel/branded-ids.ts'
import type { Now } from '../../src/query/moment-in-utc.ts'
import { listedEntries } from './list-entries.ts'
import type { Library } from './library.ts'

/** @returns the number of entries in each collection without a query. These counts are cheap. */
export function pickedCounts({ collections }: Library): Map<CollectionId, number> {
  const picked = collections.filter(({ collection }) => collection.query === '')
  return new Map(picked.map(({ collection, entries }) => [collection.id, entries.length]))
}

/** @returns the number of entries in each requested collection */
export async function countCollections(
  library: Library,
  wanted: readonly Collection[],
  now: Now,
): Promise<Map<CollectionId, number>> {
  const counts = pickedCounts(library)
  const context = {
    collections: library.collections.map(({ collection }) => collection),
    now,
    dialect: 'sqlite',
  } as const
  for (const collection of wanted) {
    if (counts.has(collection.id)) continue
    const { length } = await listedEntries(library, collectionFilter(collection, context).filter)
    counts.set(collection.id, length)
  }
  return counts
}
