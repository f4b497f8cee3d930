import { LRUCache } from 'lru-cache'
import type { ListOwner } from '../entries/listing/list-entries.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import type { FoundPage, SearchIndex, SearchSort, Snippet } from './search-index.ts'
import { parseQuery } from './parse-query.ts'

/** So few entries are taken in before a search: they take some 50 ms. More are left to what follows in the background. */
const FEW = 200
/** Entries that wait are counted up to this number. */
export const MOST_WAITING = 10_000
/** For so long after that even a few are not waited for, in milliseconds: an import holds the database up. */
const BUSY_MS = 5000
/** How long a search waits for those few, in milliseconds. */
const PATIENCE_MS = 1000
/** Users of whom it is remembered that everything is in. */
const REMEMBERED = 10_000

export interface SearchRequest {
  /** from 1 */
  readonly page: number
  readonly perPage: number
  readonly sort: SearchSort
}

/** What both doors and the feeds search with. */
export interface Search {
  /**
   * Has the index take in what the owner changed, so that what was just saved is found.
   * @returns how many entries are not in yet because there are too many, such as after an import: `MOST_WAITING` stands
   * for that many or more. Unless it is 0 a search finds only what is in so far, and its answer must not be kept
   */
  follow(owner: ListOwner): Promise<number>
  /**
   * @param text anything that somebody typed; nothing at all matches everything; see docs/search.md
   * @returns a page of the owner's entries that match; no entries past the end
   */
  searchEntries(owner: ListOwner, text: string, request: SearchRequest): Promise<FoundPage>
  /** @returns pieces of text with the words that were asked for, of those entries that have them in their content */
  findSnippets(owner: UserId, text: string, ids: readonly EntryId[]): Promise<Map<EntryId, Snippet>>
}

/** @returns searches over an index that is made to follow first */
export function entrySearch(index: SearchIndex): Search {
  const followed = new LRUCache<UserId, number>({ max: REMEMBERED })
  const busy = new LRUCache<UserId, true>({ max: REMEMBERED, ttl: BUSY_MS })
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
      return index.find(owner.id, parseQuery(text), { offset: (page - 1) * perPage, limit: perPage, sort })
    },
    findSnippets: async (owner, text, ids) => {
      return index.snippets(owner, parseQuery(text), ids)
    },
  }
}
