import type { Question } from '../side-by-side/http-client.ts'
import type { Side } from '../side-by-side/start-side.ts'
import { randomQuery } from '../search/random-query.ts'
import { makeLibrary } from '../search/random-texts.ts'

export interface Measure {
  readonly name: string
  /** a change of one entry before each request; its time is not part of the latency */
  readonly write?: Ask
  readonly read: Ask
}

/** Returns the request with a number, 0 for the first of a measurement. */
type Ask = (side: Side, index: number) => Question

/** Number of the most frequent words of the library that searches for a frequent word use in turn. */
const FREQUENT_WORDS = 20

const library = makeLibrary(11)
const frequentWord = (index: number) => library.frequent(index % FREQUENT_WORDS)

/** Random queries, the same for each side and size. Most of them contain words that no earlier query contains. */
const queries: string[] = []
const mixedQuery = (index: number) => {
  while (queries.length <= index) queries.push(randomQuery(library))
  return queries[index]!
}

/** @returns a phrase of two frequent words. The numbers 0 to 379 give different ones. */
function phrase(index: number): string {
  const first = index % FREQUENT_WORDS
  const second = (first + 1 + (Math.floor(index / FREQUENT_WORDS) % (FREQUENT_WORDS - 1))) % FREQUENT_WORDS
  return `"${library.frequent(first)} ${library.frequent(second)}"`
}

/** Distinguishes addresses, so that no response is cached. The server ignores the parameter. */
let requests = 0

const resource =
  (path: string): Ask =>
  ({ api: headers }) => ({ path, headers })

const page =
  (path: string): Ask =>
  ({ browser: headers }) => ({ path, headers })

const search =
  (queryOf: (index: number) => string): Ask =>
  ({ api: headers }, index) => ({
    path: `/api/search?term=${encodeURIComponent(queryOf(index))}&perPage=30&request=${++requests}`,
    headers,
  })

const webSearch: Ask = ({ browser: headers }, index) => ({
  path: `/search?q=${encodeURIComponent(frequentWord(index))}`,
  headers,
})

/** Stars the newest entries in turn, and then removes their stars in turn. */
const star: Ask = ({ ids, api: headers }, index) => ({
  method: 'PATCH',
  path: `/api/entries/${ids[index % ids.length]}.json?detail=metadata`,
  headers,
  body: JSON.stringify({ starred: Math.floor(index / ids.length) % 2 === 0 ? 1 : 0 }),
})

const LIST = '/api/entries.json?perPage=30'

export const MEASURES: readonly Measure[] = [
  { name: 'API tags', read: resource('/api/tags') },
  { name: 'tags page', read: page('/tag/list') },
  { name: 'API list after a change', write: star, read: resource(LIST) },
  { name: 'unread API list after a change', write: star, read: resource(`${LIST}&archive=0`) },
  { name: 'web list', read: page('/unread/list') },
  { name: 'web list after a change', write: star, read: page('/unread/list') },
  { name: 'frequent word', read: search(frequentWord) },
  { name: 'frequent word after a change', write: star, read: search(frequentWord) },
  { name: 'phrase', read: search(phrase) },
  { name: 'mixed searches', read: search(mixedQuery) },
  { name: 'no:tag', read: search(() => 'no:tag') },
  { name: 'no:tag after a change', write: star, read: search(() => 'no:tag') },
  { name: 'web search', read: webSearch },
  { name: 'web search after a change', write: star, read: webSearch },
]
