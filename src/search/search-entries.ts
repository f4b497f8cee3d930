import { LRUCache } from 'lru-cache'
import type { ListOwner } from '../entries/listing/list-entries.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { snippetFinder, type FindSnippets } from './find-snippets.ts'
import type { FoundPage, SearchIndex, SearchPage, SearchSort } from './search-index.ts'
import { isUnavailable } from '../kernel/errors.ts'
import type { FindNow } from '../users/time-zone.ts'
import { correctQuery, type Correction } from './correction/correct-query.ts'
import { offerQuery } from './correction/offer-query.ts'
import { searchQuery, type SearchQuery } from './search-query.ts'
import { collectionConditionFinder } from '../collections/collection-condition.ts'
import type { ListCollections } from '../collections/list-collections.ts'

/**
 * Maximum number of changed entries that a search indexes before it runs, which takes about 50 ms. If there are more,
 * they are left to the indexing in the background.
 */
const MAX_INDEXED_FIRST = 200
/** The count of unindexed entries stops at this number. */
export const MAX_UNINDEXED_COUNT = 10_000
/** Limits of the time that searches spend on indexing. */
interface IndexingTimes {
  /**
   * milliseconds for which searches skip indexing after a search has found more than `MAX_INDEXED_FIRST` unindexed
   * entries. An import is then probably running. Indexing would slow it down, and would delay the search.
   */
  readonly busyMs: number
  /** milliseconds for which searches that skip indexing use the last count of unindexed entries */
  readonly recountMs: number
  /** maximum number of milliseconds that one search spends on indexing */
  readonly patienceMs: number
}

const INDEXING_TIMES: IndexingTimes = { busyMs: 5000, recountMs: 500, patienceMs: 1000 }
/**
 * Maximum number of users in each of three caches: users whose index is complete, users with many unindexed entries,
 * and the number of unindexed entries of each user.
 */
const MAX_USERS = 1000
/** Maximum size of the cached pages of hits, over all users, in bytes. */
const MAX_PAGES_BYTES = 4 * 1024 * 1024
/** Approximate size of a hit in a cached page. */
const HIT_BYTES = 60

interface SearchRequest {
  /** number of the page, from 1 */
  readonly page: number
  readonly perPage: number
  readonly sort: SearchSort
}

/** The search that the API, the web pages and the feeds use. */
export interface Search {
  /**
   * Indexes the owner's latest changes if there are few. A search then also finds a page that was saved just before.
   * @returns the number of changed entries that are still not indexed, counted up to `MAX_UNINDEXED_COUNT`. If it is
   *   above 0, for example after an import, a search misses these entries, and its result must not be cached.
   */
  follow(owner: ListOwner): Promise<number>
  /**
   * @returns true if the index is known to contain the library up to the owner's revision. Only then may results of
   *   searches be cached under this revision. Runs no query; false after `follow` has returned more than 0.
   */
  isIndexed(owner: ListOwner): boolean
  /**
   * @param text any text in the query language (docs/query.md); an empty text matches every entry
   * @returns one page of the owner's matching entries; an empty page after the last one
   */
  searchEntries(owner: ListOwner, text: string, request: SearchRequest): Promise<FoundPage>
  readonly findSnippets: FindSnippets
  /**
   * Corrects words of a query that finds nothing (src/search/correction/correct-query.ts).
   * @returns undefined if no word is missing in the library, or if none is near a missing one. The corrected query may
   *   find nothing either.
   */
  correct(owner: ListOwner, text: string): Promise<Correction | undefined>
  /** Finds a query with more frequent words, for one that finds only few entries (src/search/correction/offer-query.ts). */
  offer(owner: ListOwner, text: string): Promise<string | undefined>
}

/** The data, besides the entries, that determines the meaning of a query. */
interface QueryContext {
  readonly listCollections: ListCollections
  readonly findNow: FindNow
}

/** @returns a search. Before it runs, it indexes the owner's latest changes, if there is time. */
export function entrySearch(
  index: SearchIndex,
  { listCollections, findNow }: QueryContext,
  { busyMs, recountMs, patienceMs } = INDEXING_TIMES,
): Search {
  const followed = new LRUCache<UserId, number>({ max: MAX_USERS })
  const busy = new LRUCache<UserId, true>({ max: MAX_USERS, ttl: busyMs })
  const counted = new LRUCache<UserId, number>({ max: MAX_USERS, ttl: recountMs })
  const isIndexed = ({ id, revision }: ListOwner): boolean => (followed.get(id) ?? -1) >= revision
  const follow = async (owner: ListOwner): Promise<number> => {
    if (isIndexed(owner)) return 0
    const { id, revision } = owner
    const recent = counted.get(id)
    if (recent !== undefined) return recent
    const waiting = await index.countUnindexed(id, MAX_UNINDEXED_COUNT)
    if (waiting > MAX_INDEXED_FIRST) busy.set(id, true)
    if (waiting > 0 && busy.has(id)) {
      counted.set(id, waiting)
      return waiting
    }
    const isComplete = await index.catchUp(id, patienceMs).catch((error: unknown) => {
      // A standby can be searched although nothing can be indexed.
      if (!isUnavailable(error)) throw error
      busy.set(id, true)
      return false
    })
    if (!isComplete) return Math.max(1, await index.countUnindexed(id, MAX_UNINDEXED_COUNT))
    followed.set(id, revision)
    return 0
  }
  const find = cachingFind(index)
  const searchEntries: Search['searchEntries'] = async (owner, text, { page, perPage, sort }) => {
    await follow(owner)
    const now = await findNow(owner)
    const query = searchQuery(text, now, collectionConditionFinder(await listCollections(owner), now))
    const range: SearchPage = { offset: (page - 1) * perPage, limit: perPage, sort }
    return isIndexed(owner) ? find(owner, query, range) : index.find(owner.id, query, range)
  }
  return {
    follow,
    isIndexed,
    searchEntries,
    correct: (owner, text) =>
      correctQuery(text, {
        isFound: async (query) =>
          (await searchEntries(owner, query, { page: 1, perPage: 1, sort: 'created' })).total > 0,
        countWords: (words) => index.countWords(owner.id, words),
      }),
    offer: (owner, text) => offerQuery(text, (words) => index.countWords(owner.id, words)),
    findSnippets: snippetFinder(index),
  }
}

/**
 * @returns a function that finds pages of hits for owners whose changes are indexed. A page that is searched again comes from a
 *   cache until the owner's revision changes. Times in queries are part of the conditions, and thus of the keys.
 */
function cachingFind(index: Pick<SearchIndex, 'find'>) {
  const cache = new LRUCache<string, FoundPage>({
    maxSize: MAX_PAGES_BYTES,
    sizeCalculation: ({ entries }, key) => HIT_BYTES * entries.length + 2 * key.length + 200,
  })
  return async ({ id, revision }: ListOwner, query: SearchQuery, range: SearchPage): Promise<FoundPage> => {
    const key = `${id} ${revision} ${JSON.stringify([query, range])}`
    const known = cache.get(key)
    if (known) return known
    const found = await index.find(id, query, range)
    cache.set(key, found)
    return found
  }
}
