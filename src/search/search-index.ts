import type { EntryKey } from '../entries/listing/list-entries.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import type { SearchQuery } from './query/search-query.ts'

/** Newest by the time of saving, or the best of the newest hits first. */
export type SearchSort = 'created' | 'rank'

export interface SearchPage {
  readonly offset: number
  readonly limit: number
  readonly sort: SearchSort
}

export interface FoundPage {
  /** how many entries match */
  readonly total: number
  /** more entries match than `total`, which is the highest number that is counted */
  readonly isCapped?: true
  readonly entries: readonly EntryKey[]
}

/** A passage of a text with words of the query, and their ranges in it, in UTF-16 units. */
export interface Snippet {
  readonly text: string
  readonly marks: readonly (readonly [start: number, end: number])[]
}

/**
 * The full-text index in either database. It follows the entries by their owner's counter of changes: saving an entry
 * writes nothing to it, so the two cannot differ after a crash.
 */
export interface SearchIndex {
  /**
   * Indexes what the owner changed since the last time.
   * @param limitMs after about this time it stops, and can be called again
   * @returns whether everything is indexed now
   */
  catchUp(owner: UserId, limitMs: number): Promise<boolean>
  /**
   * @param most entries are counted up to this number
   * @returns how many changed entries of the owner are not indexed yet
   */
  countWaiting(owner: UserId, most: number): Promise<number>
  /** @returns some of the users with changes that are not indexed; none when everything is indexed */
  findBehind(): Promise<UserId[]>
  /**
   * Converts rows of an earlier version into the present form, in batches. Searches find entries in both forms.
   * @param limitMs after about this time it stops, and can be called again
   * @returns whether no such row is left
   */
  convert(limitMs: number): Promise<boolean>
  /** @throws AppError `unavailable` when it takes too long */
  find(owner: UserId, query: SearchQuery, page: SearchPage): Promise<FoundPage>
  /** @returns a snippet of each entry whose content has words of the query */
  snippets(owner: UserId, query: SearchQuery, ids: readonly EntryId[]): Promise<Map<EntryId, Snippet>>
  /** Removes all entries of the owner, or of all users, from the index, so that `catchUp` indexes them anew. */
  forget(owner: UserId | undefined): Promise<void>
  /** Ends the threads. */
  close(): Promise<void>
}

/** Newest hits that are ranked, because ranking reads every position of every word. */
export const RANKED_HITS = 1000
