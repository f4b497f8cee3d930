import type { ListCounts } from '../../src/entries/listing/count-lists.ts'
import type { Library } from './library.ts'
import type { Collection } from '../../src/collections/collection.ts'
import { collectionFilter } from '../../src/entries/listing/collection-filter.ts'
import type { CollectionId } from '../../src/kernel/branded-ids.ts'
import type { Now } from '../../src/query/moment-in-utc.ts'
import { listedEntries } from './list-entries.ts'
import type { CountedTag } from '../../src/tags/list-tags.ts'

/** @returns the number of entries in each list of the library */
export function countLists({ entries }: Library): ListCounts {
  const all = [...entries.values()]
  const archive = all.filter(({ entry }) => entry.isArchived).length
  return {
    unread: all.length - archive,
    archive,
    starred: all.filter(({ entry }) => entry.isStarred).length,
    all: all.length,
    tags: new Set(all.flatMap(({ tags }) => tags.map(({ label }) => label))).size,
    annotations: all.reduce((sum, { annotations }) => sum + annotations.length, 0),
  }
}

/** @returns the number of entries in each collection without a query. These counts are cheap. */
export function countPickedEntries({ collections }: Library): Map<CollectionId, number> {
  const picked = collections.filter(({ collection }) => collection.query === '')
  return new Map(picked.map(({ collection, entries }) => [collection.id, entries.length]))
}

/** @returns the number of entries in each requested collection */
export async function countCollections(
  library: Library,
  wanted: readonly Collection[],
  now: Now,
): Promise<Map<CollectionId, number>> {
  const counts = countPickedEntries(library)
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

/** @returns the tags of the library with their entry counts, sorted by label */
export function countTags({ entries }: Library): CountedTag[] {
  const counted = new Map<string, CountedTag>()
  for (const { tags } of entries.values()) {
    for (const tag of tags) {
      const known = counted.get(tag.label)
      counted.set(tag.label, { ...(known && known.id !== 0 ? known : tag), entries: (known?.entries ?? 0) + 1 })
    }
  }
  return [...counted.values()].toSorted((one, other) => (one.label < other.label ? -1 : 1))
}
