import type { EntryKey } from '../entries/listing/list-entries.ts'
import type { SqlValue } from '../db/database.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'
import type { SearchQuery } from './search-query.ts'

/** Newest by the time of saving, or the best of the newest hits first. */
export type SearchSort = 'created' | 'rank'

export interface SearchPage {
  readonly offset: number
  readonly limit: number
  readonly sort: SearchSort
}

export interface FoundPage {
  /** number of matching entries */
  readonly total: number
  /** more entries match than `total`, which is the maximum count */
  readonly isCapped?: true
  readonly entries: readonly EntryKey[]
}

/** A passage of a text with words of the query, and their ranges in it, in UTF-16 units. */
export interface Snippet {
  readonly text: string
  readonly marks: readonly (readonly [start: number, end: number])[]
}

/**
 * The full-text index in either database. It follows the entries by their owner's revision: saving an entry writes
 * nothing to it, so the two cannot differ after a crash.
 */
export interface SearchIndex {
  /**
   * Indexes the owner's changes since the last time.
   * @param limitMs approximate time limit; it can be called again
   * @returns whether everything is indexed now
   */
  catchUp(owner: UserId, limitMs: number): Promise<boolean>
  /**
   * @param most maximum count
   * @returns the number of the owner's changed entries that are not indexed yet
   */
  countWaiting(owner: UserId, most: number): Promise<number>
  /** @returns some of the users with unindexed changes; none when everything is indexed */
  findBehind(): Promise<UserId[]>
  /**
   * Converts rows of an earlier version into the current form, in batches. Searches find entries in both forms.
   * @param limitMs approximate time limit; it can be called again
   * @returns whether all rows are converted
   */
  convert(limitMs: number): Promise<boolean>
  /** @throws AppError `unavailable` when it takes too long */
  find(owner: UserId, query: SearchQuery, page: SearchPage): Promise<FoundPage>
  /**
   * Runs a reading statement that was composed of a query, with `$1`, `$2`, …; on SQLite in a thread, because it may read
   * all entries of a user.
   * @throws AppError `unavailable` when it takes too long
   */
  read<Row>(sql: string, parameters: readonly SqlValue[]): Promise<Row[]>
  /** @returns a snippet of each entry whose content contains words of the query */
  snippets(owner: UserId, query: SearchQuery, ids: readonly EntryId[]): Promise<Map<EntryId, Snippet>>
  /** Removes all entries of the owner, or of all users, from the index, so that `catchUp` indexes them again. */
  forget(owner: UserId | undefined): Promise<void>
  /** Ends the threads. */
  close(): Promise<void>
}

/** Number of newest hits that are ranked, because ranking reads every position of every word. */
export const RANKED_HITS = 1000
