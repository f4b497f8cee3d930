import { LRUCache } from 'lru-cache'
import type { ListOwner } from '../entries/listing/list-entries.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import type { FoundPage, SearchIndex, SearchSort, Snippet } from './search-index.ts'
import type { FindNow } from '../users/time-zone.ts'
import { searchQuery } from './search-query.ts'
import { placeFinder } from '../collections/collection-condition.ts'
import type { ListCollections } from '../collections/list-collections.ts'

/** Up to this number of changed entries are indexed before a search, in some 50 ms. More are left to the background. */
const FEW = 200
/** Maximum count of waiting entries. */
export const MOST_WAITING = 10_000
/**
 * While more entries wait for the index, searches do not wait for it during this time, in milliseconds, because an
 * import slows the database.
 */
const BUSY_MS = 5000
/** Maximum wait of a search for a few entries, in milliseconds. */
const PATIENCE_MS = 1000
/** Maximum number of users in each cache: those with a complete index, and those whose index is behind. */
const MAX_USERS = 10_000

export interface SearchRequest {
  /** from 1 */
  readonly page: number
  readonly perPage: number
  readonly sort: SearchSort
}

/** The search of the API, the pages and the feeds. */
export interface Search {
  /**
   * Indexes a few changes of the owner, so that a page saved just before is found.
   * @returns the number of changed entries that are not indexed yet, for example after an import; `MOST_WAITING` stands
   *   for that many or more. Unless it is 0, a search misses these entries, and its result must not be cached
   */
  follow(owner: ListOwner): Promise<number>
  /**
   * @param text any text; an empty one matches every entry; see docs/search.md
   * @returns a page of the owner's matching entries; no entries past the end
   */
  searchEntries(owner: ListOwner, text: string, request: SearchRequest): Promise<FoundPage>
  /** @returns passages of those entries whose content contains words of the query */
  findSnippets(owner: UserId, text: string, ids: readonly EntryId[]): Promise<Map<EntryId, Snippet>>
}

/** What queries depend on besides the entries. */
export interface QueryContext {
  readonly listCollections: ListCollections
  readonly findNow: FindNow
}

/** @returns the search over an index, which follows the owner's changes first */
export function entrySearch(index: SearchIndex, { listCollections, findNow }: QueryContext): Search {
  const followed = new LRUCache<UserId, number>({ max: MAX_USERS })
  const busy = new LRUCache<UserId, true>({ max: MAX_USERS, ttl: BUSY_MS })
  const follow = async ({ id, revision }: ListOwner): Promise<number> => {
    if ((followed.get(id) ?? -1) >= revision) return 0
    const waiting = await index.countWaiting(id, MOST_WAITING)
    if (waiting > FEW) busy.set(id, true)
    if (waiting > 0 && busy.has(id)) return waiting
    if (!(await index.catchUp(id, PATIENCE_MS))) return Math.max(1, await index.countWaiting(id, MOST_WAITING))
    followed.set(id, revision)
    return 0
  }
  return {
    follow,
    searchEntries: async (owner, text, { page, perPage, sort }) => {
      await follow(owner)
      const now = await findNow(owner)
      const query = searchQuery(text, now, placeFinder(await listCollections(owner), now))
      return index.find(owner.id, query, { offset: (page - 1) * perPage, limit: perPage, sort })
    },
    findSnippets: async (owner, text, ids) => {
      return index.snippets(owner, searchQuery(text), ids)
    },
  }
}
