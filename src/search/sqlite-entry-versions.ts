import { LRUCache } from 'lru-cache'
import type { EntryVersion } from '../entries/listing/list-entries.ts'
import type { IndexConnection } from './sqlite-index.ts'

/** Maximum number of entries whose revisions a thread caches. An entry takes about 50 bytes. */
const MAX_ENTRIES = 300_000
/**
 * Number of entries that are cached at first: the user's most recently changed ones. Reading them takes a few
 * milliseconds.
 */
const FIRST_ENTRIES = 20_000
/**
 * After this number of result pages with uncached entries, the cache grows to `GROWN_ENTRIES` entries. Filling it takes
 * a millisecond per thousand entries.
 */
const MAX_MISSES = 5
const GROWN_ENTRIES = MAX_ENTRIES / 2
/** Maximum number of changes that are added to an existing cache. After more changes, the cache is filled again. */
const MAX_CHANGES = 1000
/** Memory that each user's cache takes in addition to its entries, expressed as a number of entries. */
const CACHE_OVERHEAD_ENTRIES = 20

/** Cached revisions of a user's entries. They may include deleted entries. */
interface CachedRevisions {
  /** revisions by entry id */
  readonly revisions: Map<number, number>
  /** the cache includes all changes up to this revision of the user */
  upTo: number
  /**
   * maximum number of entries that were read when the cache was filled: `FIRST_ENTRIES` or `GROWN_ENTRIES`. Later
   * changes can make the cache larger
   */
  readonly maxEntries: number
  /** number of result pages with an entry that was not cached */
  missed: number
}

const caches = new WeakMap<IndexConnection, LRUCache<number, CachedRevisions>>()

/**
 * Returns the ids and revisions of entries, cached for users who search. Reading them from the database took a third of
 * the time of a search, because the thirty entries of a result page lie on thirty different pages of the database file.
 * @returns the versions of entries in the order of `ids`, without deleted entries
 */
export function entryVersionsSqlite(
  connection: IndexConnection,
  owner: number,
  ids: readonly number[],
): EntryVersion[] {
  const cache = caches.get(connection) ?? new LRUCache({ maxSize: MAX_ENTRIES, sizeCalculation: sizeOf })
  caches.set(connection, cache)
  const cached = updateCache(connection, owner, cache.get(owner)) ?? readLatest(connection, owner, FIRST_ENTRIES)
  cache.set(owner, cached)
  const versions = ids.flatMap((id) => versionOf(cached, id) ?? [])
  if (versions.length === ids.length) return versions
  cached.missed += 1
  if (cached.missed === MAX_MISSES && cached.maxEntries < GROWN_ENTRIES)
    cache.set(owner, readLatest(connection, owner, GROWN_ENTRIES))
  return readVersions(connection, owner, ids)
}

const sizeOf = ({ revisions }: CachedRevisions): number => revisions.size + CACHE_OVERHEAD_ENTRIES

function versionOf({ revisions }: CachedRevisions, id: number): EntryVersion | undefined {
  const revision = revisions.get(id)
  return revision === undefined ? undefined : ({ id, revision } as EntryVersion)
}

/**
 * Updates a cache with the changes since the last call.
 * @returns undefined if nothing is cached, or if there are so many changes that filling the cache again is faster
 */
function updateCache(
  connection: IndexConnection,
  owner: number,
  cached: CachedRevisions | undefined,
): CachedRevisions | undefined {
  if (!cached) return undefined
  const changed = connection.all<{ id: number; revision: number }>(CHANGED_VERSIONS, owner, cached.upTo)
  if (changed.length > MAX_CHANGES) return undefined
  for (const { id, revision } of changed) cached.revisions.set(id, revision)
  cached.upTo = changed.at(-1)?.revision ?? cached.upTo
  return cached
}

const CHANGED_VERSIONS = `select id, revision from entry where user_id = $1 and revision > $2 order by revision limit ${MAX_CHANGES + 1}`

function readLatest(connection: IndexConnection, owner: number, maxEntries: number): CachedRevisions {
  const [row] = connection.all<{ ids: string; revisions: string }>(LATEST_VERSIONS, owner, maxEntries)
  const ids = JSON.parse(row!.ids) as number[]
  const values = JSON.parse(row!.revisions) as number[]
  const revisions = new Map(ids.map((id, index) => [id, values[index]!]))
  return { revisions, upTo: values[0] ?? 0, maxEntries, missed: 0 }
}

/**
 * Returns all ids as one text and all revisions as another, because one row per entry takes ten times as long. Reads only
 * the index by revision, from the latest revision on.
 */
const LATEST_VERSIONS =
  'select json_group_array(id) as ids, json_group_array(revision) as revisions ' +
  'from (select id, revision from entry where user_id = $1 order by revision desc limit $2)'

/**
 * Looks up each id, because there are few. The plus sign keeps SQLite from searching by `user_id`, which would read all
 * entries of the owner (sqlite.org/optoverview.html, 2.1).
 */
const VERSIONS_BY_ID = 'select id, revision from entry where +user_id = $1 and id in (select value from json_each($2))'

function readVersions(connection: IndexConnection, owner: number, ids: readonly number[]): EntryVersion[] {
  const rows = new Map(
    connection.all<EntryVersion>(VERSIONS_BY_ID, owner, JSON.stringify(ids)).map((row) => [Number(row.id), row]),
  )
  return ids.flatMap((id) => rows.get(id) ?? [])
}
