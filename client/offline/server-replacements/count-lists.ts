import type * as server from '../../../src/entries/listing/count-lists.ts'
import { libraryOf } from '../library-as-database.ts'
import type { Library } from '../library.ts'

/** @returns the number of entries in each list of the library */
export function countLibrary({ entries }: Library): server.ListCounts {
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

/**
 * Returns the number of operations in the outbox as the revision. Each change adds an operation, so a cached page from
 * before the change no longer counts as current.
 */
export const currentRevision: typeof server.currentRevision = async (database) => libraryOf(database).outbox.length
