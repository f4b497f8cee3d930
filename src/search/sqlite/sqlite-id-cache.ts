import { LRUCache } from 'lru-cache'
import { changesSince, isSameState, readIndexState, type IndexState } from './sqlite-index-state.ts'
import { subtract, unite, type Numbers } from '../sorted-numbers.ts'
import type { IndexConnection } from '../sqlite-index.ts'

/** Maximum size in bytes of the lists of ids that a thread caches, over all queries. */
const MAX_BYTES = 20_000_000
/** Memory that each cached query takes in addition to its ids. */
const QUERY_OVERHEAD_BYTES = 500
/**
 * Milliseconds after which a list expires. This only limits how long the matches of a damaged index are used after
 * `dogear search rebuild`.
 */
const VALID_MS = 600_000
/** Maximum number of changed entries that are tested. After more changes, all entries are read again. */
const MAX_CHANGES = 200

/** A query for the ids of a user's entries. */
interface IdQuery {
  /** identifies the query among those of the user */
  readonly key: string
  /** whether the result depends on the words of the index, or only on columns that change with the entry's revision */
  readonly source: 'words' | 'columns'
  /** @returns all ids in ascending order */
  readonly all: () => Numbers
  /** @returns those of the given ids, which are in ascending order, that the query finds */
  readonly among: (ids: Numbers) => Numbers
}

/** Ids as of a state of the index. A list that did not change between two states is the same object. */
export interface CachedIds {
  readonly state: IndexState
  readonly ids: PackedNumbers
}

/** Numbers that take half of the memory if they are below 2^32, as ids usually are. */
type PackedNumbers = Uint32Array | Numbers

const pack = (ids: Numbers): PackedNumbers => ((ids.at(-1) ?? 0) < 2 ** 32 ? new Uint32Array(ids) : ids)
/** @returns a copy of the ids in the type with which the functions of sorted-numbers.ts calculate */
export const unpack = (ids: PackedNumbers): Numbers => (ids instanceof Float64Array ? ids : new Float64Array(ids))

const caches = new WeakMap<IndexConnection, LRUCache<string, CachedIds>>()

/**
 * Finding all entries with a frequent word, or with a common state, takes milliseconds for each hundred thousand entries.
 * Therefore, the ids are cached. A cached list is updated with the entries that changed since, and with the deleted ones.
 * The caller must call this function in a snapshot of the connection.
 * @returns the ids of all entries that the query finds
 */
export function currentIds(connection: IndexConnection, owner: number, query: IdQuery): CachedIds {
  const state = readIndexState(connection, owner)
  if (!state) return { state: NO_STATE, ids: query.all() }
  const cache = cacheOf(connection)
  const key = `${owner} ${query.source} ${query.key}`
  const cached = cache.get(key)
  if (cached && isSameState(cached.state, state)) return cached
  const ids = (cached && updated(connection, owner, { query, cached, state })) ?? pack(query.all())
  const current = { state, ids }
  cache.set(key, current)
  return current
}

const NO_STATE: IndexState = { revision: 0, prunedRevision: 0, cursor: { revision: 0, entryId: 0 } }

interface Update {
  readonly query: IdQuery
  readonly cached: CachedIds
  readonly state: IndexState
}

/** @returns the ids after the changes since they were cached; undefined if all entries must be read again */
function updated(connection: IndexConnection, owner: number, { query, cached, state }: Update) {
  const range = { from: cached.state, to: state, most: MAX_CHANGES }
  const changes = changesSince(connection, owner, query.source, range)
  if (!changes) return undefined
  const { changed, deleted } = changes
  if (changed.length + deleted.length === 0) return cached.ids
  const remaining = subtract(unpack(cached.ids), sorted([...changed, ...deleted]))
  return pack(changed.length === 0 ? remaining : unite(remaining, query.among(sorted(changed))))
}

const sorted = (ids: readonly number[]): Numbers => new Float64Array(new Set(ids)).toSorted()

function cacheOf(connection: IndexConnection): LRUCache<string, CachedIds> {
  let cache = caches.get(connection)
  if (!cache) caches.set(connection, (cache = new LRUCache(CACHE_OPTIONS)))
  return cache
}

const CACHE_OPTIONS = {
  maxSize: MAX_BYTES,
  sizeCalculation: ({ ids }: CachedIds): number => ids.byteLength + QUERY_OVERHEAD_BYTES,
  ttl: VALID_MS,
  noUpdateTTL: true,
}
