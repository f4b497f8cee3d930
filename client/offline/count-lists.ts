import type { ListCounts } from '../../src/entries/listing/count-lists.ts'
import type { Library } from './library.ts'

/** @returns the number of entries in each list of the library */
export function countLibrary({ entries }: Library): ListCounts {
  const all = [...entries.values()]
  const archive = all.filter(({ entry }) => entry.isArchived).length
  return {
    unread: all.length - archive,
    archive,
    starred: all.filter(({ entry }) => entry.isStarred).length,
    all: all.length,
    tags: new Set(all.flatMap(({ tags }) => tags.map(({ label }) => label))).size,
    annotations: all.reduce(
      (sum, { entry, annotations }) => sum + annotations.length + (entry.note === null ? 0 : 1),
      0,
    ),
  }
}
