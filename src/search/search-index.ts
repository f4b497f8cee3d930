import type { EntryVersion, ReadListPage } from '../entries/listing/list-entries.ts'
import type { PostgresDatabase } from '../db/postgres/postgres.ts'
import type { SqlValue } from '../db/database.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { CountWords } from './correction/correct-query.ts'
import type { SearchQuery } from './search-query.ts'

/** `created`: most recently saved first. `rank`: the newest hits by relevance, then the other hits. */
export type SearchSort = 'created' | 'rank'

export interface SearchPage {
  readonly offset: number
  readonly limit: number
  readonly sort: SearchSort
}

export interface FoundPage {
  /** number of matching entries */
  readonly total: number
  /** true if more than `total` entries match, because the count stopped there */
  readonly isCapped?: true
  readonly entries: readonly EntryVersion[]
}

/** Part of a text with words of the query. `marks` are the ranges of these words, in UTF-16 units. */
export interface Snippet {
  readonly text: string
  readonly marks: readonly (readonly [start: number, end: number])[]
}

/**
 * A full-text index in either database. Saving an entry does not write to the index. Instead, the index reads the
 * changes of each user by revision numbers, so a crash cannot make it inconsistent with the entries.
 */
export interface SearchIndex {
  /**
   * Indexes the changes of the owner that are not indexed yet.
   * @param limitMs approximate time limit; a later call continues the work
   * @returns true if all changes are indexed
   */
  catchUp(owner: UserId, limitMs: number): Promise<boolean>
  /**
   * @param most number at which counting stops
   * @returns the number of the owner's changed entries that are not indexed yet
   */
  countUnindexed(owner: UserId, most: number): Promise<number>
  /** @returns some of the users with unindexed changes; an empty list if everything is indexed */
  findBehind(): Promise<UserId[]>
  /** @throws AppError `unavailable` if the search takes too long */
  find(owner: UserId, query: SearchQuery, page: SearchPage): Promise<FoundPage>
  /**
   * Reads one page of a list with a query.
   * @throws AppError `unavailable` if it takes too long
   */
  readonly list: ReadListPage
  /**
   * Runs a read-only statement composed for a query, with the parameters `$1`, `$2`, …. On SQLite it runs in a thread,
   * because it may read all entries of a user.
   * @throws AppError `unavailable` if it takes too long
   */
  read<Row>(sql: string, parameters: readonly SqlValue[]): Promise<Row[]>
  /** @returns a snippet of each entry whose content contains words of the query */
  snippets(owner: UserId, query: SearchQuery, ids: readonly EntryId[]): Promise<Map<EntryId, Snippet>>
  /** Counts the owner's entries with words. */
  countWords(owner: UserId, words: readonly string[]): ReturnType<CountWords>
  /** Removes the entries of the owner, or of all users, from the index. `catchUp` then indexes them again. */
  forget(owner: UserId | undefined): Promise<void>
  /**
   * @param current the database that is indexed
   * @param reads the database that answers searches and lists
   * @returns the same index with the same threads. Missing on SQLite, which has no second server.
   */
  readingFrom?(current: PostgresDatabase, reads: PostgresDatabase): SearchIndex
  /** Ends all threads. */
  close(): Promise<void>
}

/**
 * Maximum number of hits that are ranked; these are the newest hits. Ranking reads every position of every word, so it
 * would be slow for all hits.
 */
export const RANKED_HITS = 1000
