import type * as server from '../../../src/collections/find-collections-of-entry.ts'
import { libraryOf } from '../library-as-database.ts'

export const pickedFinder: typeof server.pickedFinder = (database) => async (_owner, id) =>
  libraryOf(database)
    .collections.filter(({ entries }) => entries.includes(id))
    .map(({ collection }) => collection.id)
