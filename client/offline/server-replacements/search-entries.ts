import { collectionConditionFinder } from '../../../src/collections/collection-condition.ts'
import { queryOrder } from '../../../src/entries/listing/collection-filter.ts'
import { evaluateCondition } from '../../../src/query/evaluate-condition.ts'
import type { Condition } from '../../../src/query/condition.ts'
import type { Now } from '../../../src/query/moment-in-utc.ts'
import { hasWord } from '../../../src/query/text/index-words.ts'
import { tokenize } from '../../../src/query/text/tokenize.ts'
import { correctQuery, MAX_WORD_COUNT, type Correction } from '../../../src/search/correction/correct-query.ts'
import { offerQuery } from '../../../src/search/correction/offer-query.ts'
import { RANKED_HITS, type FoundPage, type SearchSort } from '../../../src/search/search-index.ts'
import { searchQuery } from '../../../src/search/search-query.ts'
import type { StoredEntry } from '../../../src/web/sync/stored-objects.ts'
import {
  contentTests,
  countInContents,
  findInContents,
  type ContentHits,
  type ContentTest,
} from '../full-text-index/find-in-contents.ts'
import { queryableEntryReader, partsOf } from '../queryable-entry.ts'
import { sortEntries } from '../list-entries.ts'
import type { Library } from '../library.ts'

export const MAX_UNINDEXED_COUNT = 10_000

/** @returns one page of the entries that match a query, sorted by relevance or newest first */
export async function searchLibrary(
  library: Library,
  text: string,
  { now, page, perPage, sort }: { now: Now; page: number; perPage: number; sort: SearchSort },
): Promise<FoundPage> {
  const collections = library.collections.map((one) => one.collection)
  const query = searchQuery(text, now, collectionConditionFinder(collections, now))
  const words = wordsIn(query.condition).map(beginningWith)
  const order = query.sort[0]?.key === 'relevance' ? undefined : queryOrder(query.sort)
  const hits = await findInContents(library.store, [...contentTests(query.condition), ...words])
  const factsOf = queryableEntryReader(library, hits)
  const found = [...library.entries.values()].filter((stored) => evaluateCondition(query.condition, factsOf(stored)))
  const newest = sortEntries(library, found, order ?? { sort: 'saved', order: 'desc' })
  const sorted = order || sort !== 'rank' ? newest : ranked(newest, words, hits)
  const entries = sorted.slice((page - 1) * perPage, page * perPage)
  return { total: sorted.length, entries: entries.map(({ entry }) => ({ id: entry.id, revision: entry.revision })) }
}

/** @returns a query in which words that are not in the library are replaced by near ones, as on the server */
export function correctInLibrary(library: Library, text: string, now: Now): Promise<Correction | undefined> {
  return correctQuery(text, {
    isFound: async (word) => {
      const { total } = await searchLibrary(library, word, { now, page: 1, perPage: 1, sort: 'created' })
      return total > 0
    },
    countWords: (words) => countWords(library, words),
  })
}

/** @returns a query with more frequent words, for one that finds only few entries, as on the server */
export function offerInLibrary(library: Library, text: string): Promise<string | undefined> {
  return offerQuery(text, (words) => countWords(library, words))
}

/** Counts words in the indexed texts and in the titles. */
async function countWords(library: Library, words: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = await countInContents(library.store, words)
  const wanted = new Set(words)
  for (const { entry } of library.entries.values()) {
    for (const word of new Set(tokenize(entry.title ?? '')))
      if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return new Map([...counts].map(([word, count]) => [word, Math.min(count, MAX_WORD_COUNT)]))
}

/** Weights of the parts of an entry, as in the server's full-text indexes. */
const WEIGHTS = { title: 10, people: 5, address: 3, notes: 3, content: 1 } as const

/**
 * Sorts the newest hits by relevance: the sum of the weights of the parts that contain the words. Equally relevant hits
 * stay in their order. Older hits follow, newest first, as on the server.
 */
function ranked(entries: readonly StoredEntry[], words: readonly ContentTest[], hits: ContentHits): StoredEntry[] {
  const newest = entries.slice(0, RANKED_HITS)
  const scores = new Map(newest.map((stored) => [stored, scoreOf(stored, words, hits)]))
  const best = newest.toSorted((one, other) => scores.get(other)! - scores.get(one)!)
  return [...best, ...entries.slice(RANKED_HITS)]
}

function scoreOf(stored: StoredEntry, words: readonly ContentTest[], hits: ContentHits): number {
  const parts = partsOf(stored, hits)
  let score = 0
  for (const word of words) {
    for (const [part, weight] of Object.entries(WEIGHTS)) {
      if (containsBeginning(parts[part as keyof typeof WEIGHTS], word.tokens[0]!)) score += weight
    }
    if (hits.has(stored.entry.id, word)) score += WEIGHTS.content
  }
  return score
}

const beginningWith = (word: string): ContentTest => ({ tokens: [word], isPrefix: true })

/** Matches a character of a script without spaces. In such a script, a word may start anywhere in a text. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u

function containsBeginning(text: string, word: string): boolean {
  return UNSPACED.test(word) ? text.includes(word) : hasWord(text, word, true)
}

function wordsIn(condition: Condition): readonly string[] {
  if (condition.type === 'tokens') return condition.isText ? condition.tokens : []
  if (condition.type === 'and' || condition.type === 'or') return condition.parts.flatMap(wordsIn)
  return []
}
