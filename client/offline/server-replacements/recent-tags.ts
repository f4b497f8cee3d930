import type * as server from '../../../src/tags/recent-tags.ts'
import { countedTags } from '../counted-tags.ts'
import { libraryOf } from '../library-as-database.ts'

export const recentTags: typeof server.recentTags = (database) => async (_owner, limit) =>
  countedTags(libraryOf(database))
    .toSorted((one, other) => other.id - one.id)
    .slice(0, limit)
    .map(({ label }) => label)
