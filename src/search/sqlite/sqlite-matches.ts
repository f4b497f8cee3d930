import { LRUCache } from 'lru-cache'
import { currentIds, unpack, type CachedIds } from './sqlite-id-cache.ts'
import { idsOf } from './sqlite-ids.ts'
import { membership, type Numbers } from '../sorted-numbers.ts'
import type { IndexConnection } from '../sqlite-index.ts'

/** Maximum number of queries whose ranking a thread caches. A ranking of a thousand entries takes 8 kB. */
const MAX_RANKINGS = 200

/**
 * @param text a query in the language of FTS5 with the words of one owner
 * @returns the ids of all matching entries in ascending order
 */
export function matchingIds(connection: IndexConnection, owner: number, text: string): Numbers {
  return unpack(connection.snapshot(() => currentMatches(connection, owner, text)).ids)
}

function currentMatches(connection: IndexConnection, owner: number, text: string): CachedIds {
  return currentIds(connection, owner, {
    key: text,
    source: 'words',
    all: () => idsOf(connection, MATCHING_IDS, [text]),
    // Searches a range instead of single ids, because FTS5 collects the words that begin with a prefix once per lookup.
    among: (ids) => {
      const found = idsOf(connection, MATCHING_IDS_IN_RANGE, [text, ids[0]!, ids.at(-1)!])
      return found.filter(membership(ids))
    },
  })
}

const MATCHING_IDS = 'select json_group_array(rowid) as ids from search_index where search_index match $1'
const MATCHING_IDS_IN_RANGE = `${MATCHING_IDS} and rowid between $2 and $3`

interface Ranking {
  /** the matches that were ranked; the ranking is valid as long as they are the same object */
  readonly of: CachedIds['ids']
  readonly from: number
  readonly ids: readonly number[]
}

const rankings = new WeakMap<IndexConnection, LRUCache<string, Ranking>>()

/**
 * Ranks matches. The rank depends on all entries with the words, so reading it takes as long as finding all matches.
 * Therefore, it is cached until a match is stored again or deleted. Other changes move the ranks of alternatives a little,
 * because these depend on how many entries there are.
 * @param from the lowest id to rank
 * @returns the ids of the matching entries from `from` on, most relevant first
 */
export function rankedIds(
  connection: IndexConnection,
  owner: number,
  { text, from }: { readonly text: string; readonly from: number },
): readonly number[] {
  const cache = rankings.get(connection) ?? new LRUCache<string, Ranking>({ max: MAX_RANKINGS })
  rankings.set(connection, cache)
  return connection.snapshot(() => {
    const { ids: matches } = currentMatches(connection, owner, text)
    const key = `${owner} ${text}`
    const known = cache.get(key)
    if (known?.of === matches && known.from === from) return known.ids
    const ids = connection.all<{ id: number }>(RANKED_IDS, text, from).map(({ id }) => id)
    cache.set(key, { of: matches, from, ids })
    return ids
  })
}

/** bm25 weights of title, people, address, notes and content. */
const RANKED_IDS =
  'select rowid as id from search_index where search_index match $1 and rowid >= $2 ' +
  'order by bm25(search_index, 10, 6, 3, 4, 1), rowid desc'
