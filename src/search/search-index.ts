import type { EntryKey } from '../entries/listing/list-entries.ts'
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
  /** how many entries match */
  readonly total: number
  readonly entries: readonly EntryKey[]
}

/** Where words stand in a text: a piece of it, and the ranges to be marked, in UTF-16 units of the piece. */
export interface Snippet {
  readonly text: string
  readonly marks: readonly (readonly [start: number, end: number])[]
}

/**
 * The full-text index, whichever database holds it. It follows the entries by their owner's counter of changes: nothing
 * is written when an entry is saved, so nothing can be lost between the two.
 */
export interface SearchIndex {
  /**
   * Takes in what its owner changed since the last time.
   * @param limitMs after about so long it stops, and can be called again
   * @returns whether everything is in now
   */
  catchUp(owner: UserId, limitMs: number): Promise<boolean>
  /** @param most so many are counted at most @returns how many changed entries of the owner are not in yet */
  countWaiting(owner: UserId, most: number): Promise<number>
  /** @returns some of the users whose changes are not all in; none when all are */
  findBehind(): Promise<UserId[]>
  /** @throws AppError `unavailable` when it takes too long */
  find(owner: UserId, query: SearchQuery, page: SearchPage): Promise<FoundPage>
  /** @returns for each entry whose text has the words that were asked for a piece with them */
  snippets(owner: UserId, query: SearchQuery, ids: readonly EntryId[]): Promise<Map<EntryId, Snippet>>
  /** Forgets all entries of the owner, or of everybody, so that `catchUp` takes them in anew. */
  forget(owner: UserId | undefined): Promise<void>
  /** Ends the threads. */
  close(): Promise<void>
}

/** Best hits are looked for among so many of the newest, because ranking reads every place of every word. */
export const RANKED_HITS = 300
