import { LRUCache } from 'lru-cache'
import { indexChanges, readIndexState, type IndexChanges, type IndexState } from './sqlite-index-state.ts'
import { idsOf } from './sqlite-ids.ts'
import { subtract, unite, type Numbers } from './sorted-numbers.ts'
import type { IndexConnection } from './sqlite-index.ts'

/** Maximum size in bytes of the matches that a thread caches, over all queries. */
const MAX_BYTES = 20_000_000
/** Memory that each cached query takes in addition to its ids. */
const QUERY_OVERHEAD_BYTES = 500
const BYTES_PER_RANK = 8
/**
 * Milliseconds after which matches expire. This only limits how long the matches of a damaged index are used after
 * `dogear search rebuild`.
 */
const VALID_MS = 600_000
/** Maximum number of changed entries that are looked up. After more changes, the whole index is searched again. */
const MAX_CHANGES = 200

/** The matches of a query in the full-text index, as of a state of the index. */
interface Matches {
  readonly state: IndexState
  /** ids of all matching entries in ascending order */
  readonly ids: PackedNumbers
  /** ids of the matching entries from `from` on, most relevant first; absent if they were not requested */
  readonly ranking?: { readonly from: number; readonly ids: readonly number[] }
}

/** Numbers that take half of the memory if they are below 2^32, as ids usually are. */
type PackedNumbers = Uint32Array | Numbers

const pack = (ids: Numbers): PackedNumbers => ((ids.at(-1) ?? 0) < 2 ** 32 ? new Uint32Array(ids) : ids)
const unpack = (ids: PackedNumbers): Numbers => (ids instanceof Float64Array ? ids : new Float64Array(ids))

const caches = new WeakMap<IndexConnection, LRUCache<string, Matches>>()

/**
 * Looks up the words of a query. Finding all entries with a frequent word takes milliseconds for each hundred thousand
 * entries, so the matches are cached. A cached list of matches is updated with the entries whose words were stored since,
 * and with the deleted ones.
 * @param text a query in the language of FTS5 with the words of one owner
 * @returns the ids of all matching entries in ascending order.
 */
export function matchingIds(connection: IndexConnection, owner: number, text: string): Numbers {
  return unpack(connection.snapshot(() => currentMatches(connection, owner, text)).ids)
}

/**
 * @param from the lowest id to rank
 * @returns the ids of the matching entries from `from` on, most relevant first
 */
export function rankedIds(
  connection: IndexConnection,
  owner: number,
  { text, from }: { readonly text: string; readonly from: number },
): readonly number[] {
  return connection.snapshot(() => {
    const matches = currentMatches(connection, owner, text)
    if (matches.ranking?.from === from) return matches.ranking.ids
    const ids = connection.all<{ id: number }>(RANKED_IDS, text, from).map(({ id }) => id)
    cacheOf(connection).set(keyOf(owner, text), { ...matches, ranking: { from, ids } })
    return ids
  })
}

/** bm25 weights of title, people, address, notes and content. */
const RANKED_IDS =
  'select rowid as id from search_index where search_index match $1 and rowid >= $2 ' +
  'order by bm25(search_index, 10, 6, 3, 4, 1), rowid desc'

function currentMatches(connection: IndexConnection, owner: number, text: string): Matches {
  const state = readIndexState(connection, owner)
  if (!state) return readMatches(connection, text, NO_STATE)
  const cache = cacheOf(connection)
  const key = keyOf(owner, text)
  const cached = cache.get(key)
  if (cached && isSameState(cached.state, state)) return cached
  const changes = cached && indexChanges(connection, owner, { from: cached.state, to: state, most: MAX_CHANGES })
  const matches = changes
    ? withChanges(connection, text, { ...cached, state }, changes)
    : readMatches(connection, text, state)
  cache.set(key, matches)
  return matches
}

const NO_STATE: IndexState = { revision: 0, prunedRevision: 0, cursor: { revision: 0, entryId: 0 } }

const isSameState = (one: IndexState, other: IndexState): boolean =>
  one.revision === other.revision &&
  one.cursor.revision === other.cursor.revision &&
  one.cursor.entryId === other.cursor.entryId

function readMatches(connection: IndexConnection, text: string, state: IndexState): Matches {
  return { state, ids: pack(idsOf(connection, MATCHING_IDS, [text])) }
}

/** @returns the matches with the changes applied. Their ranking stays valid only if there are none. */
function withChanges(
  connection: IndexConnection,
  text: string,
  matches: Matches,
  { stored, deleted }: IndexChanges,
): Matches {
  if (stored.length + deleted.length === 0) return matches
  const changed = new Float64Array(new Set([...stored, ...deleted])).toSorted()
  const remaining = subtract(unpack(matches.ids), changed)
  if (stored.length === 0) return { state: matches.state, ids: pack(remaining) }
  // Searches a range instead of single ids, because FTS5 collects the words that begin with a prefix once per lookup.
  const range = [text, Math.min(...stored), Math.max(...stored)]
  const found = idsOf(connection, MATCHING_IDS_IN_RANGE, range)
  const isStored = new Set(stored)
  const added = found.filter((id) => isStored.has(id))
  return { state: matches.state, ids: pack(unite(remaining, added)) }
}

function cacheOf(connection: IndexConnection): LRUCache<string, Matches> {
  let cache = caches.get(connection)
  if (!cache) caches.set(connection, (cache = new LRUCache(CACHE_OPTIONS)))
  return cache
}

const CACHE_OPTIONS = {
  maxSize: MAX_BYTES,
  sizeCalculation: ({ ids, ranking }: Matches): number =>
    ids.byteLength + (ranking?.ids.length ?? 0) * BYTES_PER_RANK + QUERY_OVERHEAD_BYTES,
  ttl: VALID_MS,
  noUpdateTTL: true,
}

const keyOf = (owner: number, text: string): string => `${owner} ${text}`

const MATCHING_IDS = 'select json_group_array(rowid) as ids from search_index where search_index match $1'
const MATCHING_IDS_IN_RANGE = `${MATCHING_IDS} and rowid between $2 and $3`
