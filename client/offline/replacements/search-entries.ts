import { placeFinder } from '../../../src/collections/collection-condition.ts'
import { queryOrder } from '../../../src/entries/listing/collection-filter.ts'
import { evaluateCondition } from '../../../src/query/evaluate-condition.ts'
import type { Condition } from '../../../src/query/condition.ts'
import type { Now } from '../../../src/query/moment-in-utc.ts'
import { hasWord } from '../../../src/query/text/index-words.ts'
import { RANKED_HITS, type FoundPage, type SearchSort } from '../../../src/search/search-index.ts'
import { searchQuery } from '../../../src/search/search-query.ts'
import type { StoredEntry } from '../../../src/web/sync/stored-objects.ts'
import { ContentSearch, contentTests, type ContentHits, type ContentTest } from '../content-index/find-in-contents.ts'
import { factsReader, partsOf } from '../entry-facts.ts'
import { sortEntries } from '../list-entries.ts'
import type { Library } from '../library.ts'

export const MOST_WAITING = 10_000

/** Number of the newest entries in which a phrase is looked for first. */
const NEWEST = 1000

/** @returns one page of the entries that match a query, sorted by relevance or from the newest */
export async function searchLibrary(
  library: Library,
  text: string,
  { now, page, perPage, sort }: { now: Now; page: number; perPage: number; sort: SearchSort },
): Promise<FoundPage> {
  const collections = library.collections.map((one) => one.collection)
  const query = searchQuery(text, now, placeFinder(collections, now))
  const words = wordsIn(query.condition).map(beginningWith)
  const order = query.sort[0]?.key === 'relevance' ? undefined : queryOrder(query.sort)
  // One more than this page shows, so that there is a next page.
  const most = order ? Infinity : page * perPage + 1
  const { newest, hits, isCapped } = await findNewest(library, query.condition, { words, most })
  const sorted = order ? sortEntries(library, newest, order) : sort === 'rank' ? ranked(newest, words, hits) : newest
  const entries = sorted.slice((page - 1) * perPage, page * perPage)
  return {
    total: sorted.length,
    ...(isCapped && { isCapped }),
    entries: entries.map(({ entry }) => ({ id: entry.id, revision: entry.revision })),
  }
}

interface FoundEntries {
  /** the matching entries, newest first */
  readonly newest: readonly StoredEntry[]
  readonly hits: ContentHits
  /** whether further entries may match */
  readonly isCapped: boolean
}

/**
 * Tests all entries, or if the condition contains a phrase, only the newest ones if enough of them match: texts have to
 * be read to find a phrase. Only those are ranked then.
 */
async function findNewest(
  library: Library,
  condition: Condition,
  { words, most }: { readonly words: readonly ContentTest[]; readonly most: number },
): Promise<FoundEntries> {
  const all = sortEntries(library, [...library.entries.values()], { sort: 'saved', order: 'desc' })
  const tests = [...contentTests(condition), ...words]
  const hasPhrase = tests.some(({ tokens }) => tokens.length > 1)
  const pieces = hasPhrase && all.length > NEWEST ? [all.slice(0, NEWEST), all.slice(NEWEST)] : [all]
  const search = new ContentSearch(library.store)
  const newest: StoredEntry[] = []
  const known: ContentHits[] = []
  for (const piece of pieces) {
    const ids = piece.length === all.length ? undefined : piece.map(({ entry }) => entry.id)
    const hits = await search.find(tests, ids)
    const factsOf = factsReader(library, hits)
    newest.push(...piece.filter((stored) => evaluateCondition(condition, factsOf(stored))))
    known.push(hits)
    if (newest.length >= most) break
  }
  const has: ContentHits['has'] = (id, test) => known.some((hits) => hits.has(id, test))
  return { newest, hits: { ...known[0]!, has }, isCapped: known.length < pieces.length }
}

/** Weights of the parts of an entry, equal to those of the server's full-text indexes. */
const WEIGHTS = { title: 10, people: 5, address: 3, notes: 3, content: 1 } as const

/**
 * Sorts the newest hits by the weights of the parts that contain the words; the others follow, as on the server. Entries
 * with equal scores keep their order.
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

/** Matches a character of a script without spaces, in which a word may begin anywhere. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u

function containsBeginning(text: string, word: string): boolean {
  return UNSPACED.test(word) ? text.includes(word) : hasWord(text, word, true)
}

function wordsIn(condition: Condition): readonly string[] {
  if (condition.type === 'tokens') return condition.isText ? condition.tokens : []
  if (condition.type === 'and' || condition.type === 'or') return condition.parts.flatMap(wordsIn)
  return []
}
