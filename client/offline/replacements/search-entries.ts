import { placeFinder } from '../../../src/collections/collection-condition.ts'
import { queryOrder } from '../../../src/entries/listing/collection-filter.ts'
import { evaluateCondition } from '../../../src/query/evaluate-condition.ts'
import type { Condition } from '../../../src/query/condition.ts'
import type { Now } from '../../../src/query/moment-in-utc.ts'
import { RANKED_HITS, type FoundPage, type SearchSort } from '../../../src/search/search-index.ts'
import { searchQuery } from '../../../src/search/search-query.ts'
import type { StoredEntry } from '../../../src/web/sync/stored-objects.ts'
import { factsOf } from '../entry-facts.ts'
import { sortEntries } from '../list-entries.ts'
import type { Library } from '../library.ts'

export const MOST_WAITING = 10_000

/** @returns one page of the entries that match a query, sorted by relevance or from the newest */
export function searchLibrary(
  library: Library,
  text: string,
  { now, page, perPage, sort }: { now: Now; page: number; perPage: number; sort: SearchSort },
): FoundPage {
  const collections = library.collections.map((one) => one.collection)
  const query = searchQuery(text, now, placeFinder(collections, now))
  const facts = [...library.entries.values()].map((stored) => ({ stored, facts: factsOf(library, stored) }))
  const found = facts.filter((one) => evaluateCondition(query.condition, one.facts))
  const newest = sortEntries(
    library,
    found.map(({ stored }) => stored),
    { sort: 'saved', order: 'desc' },
  )
  const order = query.sort[0]?.key === 'relevance' ? undefined : queryOrder(query.sort)
  const sorted = order
    ? sortEntries(library, newest, order)
    : sort === 'rank'
      ? ranked(library, newest, query.condition)
      : newest
  const entries = sorted.slice((page - 1) * perPage, page * perPage)
  return { total: sorted.length, entries: entries.map(({ entry }) => ({ id: entry.id, revision: entry.revision })) }
}

/** Weights of the parts of an entry, equal to those of the server's full-text indexes. */
const WEIGHTS = { title: 10, people: 5, address: 3, notes: 3, content: 1 } as const

/**
 * Sorts the newest hits by the weights of the parts that contain the words; the others follow, as on the server. Entries
 * with equal scores keep their order.
 */
function ranked(library: Library, entries: readonly StoredEntry[], condition: Condition): StoredEntry[] {
  const words = wordsIn(condition)
  const newest = entries.slice(0, RANKED_HITS)
  const scores = new Map(newest.map((stored) => [stored, scoreOf(library, stored, words)]))
  const best = newest.toSorted((one, other) => scores.get(other)! - scores.get(one)!)
  return [...best, ...entries.slice(RANKED_HITS)]
}

function scoreOf(library: Library, stored: StoredEntry, words: readonly string[]): number {
  const { texts } = factsOf(library, stored)
  let score = 0
  for (const [part, weight] of Object.entries(WEIGHTS)) {
    const tokens = texts[part as keyof typeof WEIGHTS]
    for (const word of words) if (tokens.some((token) => token.startsWith(word))) score += weight
  }
  return score
}

function wordsIn(condition: Condition): readonly string[] {
  if (condition.type === 'tokens') return condition.isText ? condition.tokens : []
  if (condition.type === 'and' || condition.type === 'or') return condition.parts.flatMap(wordsIn)
  return []
}
