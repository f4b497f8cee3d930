import type * as server from '../../../src/collections/find-collections-of-entry.ts'
import { libraryOf } from '../library-as-database.ts'

export const collectionsOfEntryFinder: typeof server.collectionsOfEntryFinder = (database) => async (_owner, id) =>
  libraryOf(database)
    .collections.filter(({ entries }) => entries.includes(id))
    .map(({ collection }) => collection.id)
