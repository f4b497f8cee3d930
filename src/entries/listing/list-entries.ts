import { LRUCache } from 'lru-cache'
import type { Database, SqlValue } from '../../db/database.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { usesFullText } from '../../query/sql/full-text-match.ts'
import type { EntryFilter } from './entry-filter.ts'
import { countSql, pageSql, reversed, type ListSql } from './list-sql.ts'

/**
 * One page of a list, as the versions of its entries. The caller uses them to load the entries, or to find them in a
 * cache.
 */
export interface EntryPage {
  /** number of entries in the whole list */
  readonly total: number
  /** true if the list has more than `total` entries, because the count stopped there */
  readonly isCapped?: true
  readonly entries: readonly EntryVersion[]
}

/** An entry as it was at a revision. Entries with the same id and revision are identical. */
export interface EntryVersion {
  readonly id: EntryId
  /** the owner's revision at the last change of the entry */
  readonly revision: number
}

export interface ListOwner {
  readonly id: UserId
  /** the owner's current revision; cached pages are valid until it changes */
  readonly revision: number
}

/**
 * Lists entries. `total` is the number of entries in the whole list at this revision, if the caller already knows it.
 */
export type ListEntries = (owner: ListOwner, filter: EntryFilter, total?: number) => Promise<EntryPage>

/**
 * Maximum number of cached pages, over all users. The least recently used ones are dropped. One page takes about 2 kB.
 */
const MAX_CACHED_PAGES = 1000

/**
 * Maximum number of matches that are all read and sorted (plan `set`). For more matches, it is faster to read the
 * library in order until the page is full (plan `walk`).
 */
const MAX_SORTED = 2000

/** Runs a read-only statement with the parameters `$1`, `$2`, … */
export type ReadRows = <Row>(sql: string, parameters: readonly SqlValue[]) => Promise<Row[]>

/** @returns a function that lists a user's entries. A page that is read again comes from a cache. */
export function entryLister(database: Database): ListEntries {
  const statements = new StatementCache(database)
  const read: ReadRows = (sql, parameters) => statements.all(sql, parameters)
  return cachingLister((owner, filter, total) => readListPage(read, owner, filter, total))
}

/** Reads one page of a list from the database. `total` is the number of entries in the list, if the caller knows it. */
export type ReadListPage = (owner: UserId, filter: EntryFilter, total?: number) => Promise<EntryPage>

/** Whether the full-text index contains the library up to the owner's revision (`Search.isIndexed`). */
export type IsIndexed = (owner: ListOwner) => boolean

/**
 * @param readPage reads a page of a list whose filter contains a query
 * @returns a function that lists entries with filters that contain a query. It caches the pages as `entryLister` does,
 *   except those that may lack entries because the full-text index is incomplete.
 */
export function queryLister(readPage: ReadListPage, isIndexed: IsIndexed): ListEntries {
  return cachingLister(readPage, isIndexed)
}

/** @returns true if a query finds all matching entries up to the owner's revision, so that its result may be cached */
export function isComplete({ query }: Pick<EntryFilter, 'query'>, owner: ListOwner, isIndexed: IsIndexed): boolean {
  return !query || !usesFullText(query.condition) || isIndexed(owner)
}

function cachingLister(readPage: ReadListPage, isIndexed: IsIndexed = () => true): ListEntries {
  const cache = new LRUCache<string, EntryPage>({ max: MAX_CACHED_PAGES })
  return async (owner, filter, total) => {
    const key = `${owner.id} ${owner.revision} ${JSON.stringify(filter)}`
    const cached = cache.get(key)
    if (cached) return cached
    // Asked before reading, because the index may be completed meanwhile, after its part of the query was read.
    const isCacheable = isComplete(filter, owner, isIndexed)
    const page = await readPage(owner.id, filter, total)
    if (isCacheable) cache.set(key, page)
    return page
  }
}

/** Reads one page of a list. Counts all entries first unless the total is known. */
export async function readListPage(
  read: ReadRows,
  owner: UserId,
  filter: EntryFilter,
  known?: number,
): Promise<EntryPage> {
  const all = known ?? (await countEntries(read, owner, filter))
  const total = Math.min(all, filter.most ?? all)
  const offset = filter.offset ?? (filter.page - 1) * filter.perPage
  if (offset >= total) return { total, entries: [] }
  const plan = all > MAX_SORTED ? 'walk' : 'set'
  const size = Math.min(filter.perPage, total - offset)
  const behind = all - offset - size
  if (behind >= offset) {
    const limit = filter.most === undefined ? filter.perPage : size
    return { total, entries: await readVersions(read, pageSql(owner, filter, plan, { limit, offset })) }
  }
  // Reads a page in the second half of the list from the end, in reverse order. The database then skips fewer entries.
  const page = pageSql(owner, reversed(filter), plan, { limit: size, offset: behind })
  return { total, entries: (await readVersions(read, page)).toReversed() }
}

const readVersions = (read: ReadRows, { sql, parameters }: ListSql) => read<EntryVersion>(sql, parameters)

async function countEntries(read: ReadRows, owner: UserId, filter: EntryFilter): Promise<number> {
  const { sql, parameters } = countSql(owner, filter)
  const [count] = await read<{ total: number }>(sql, parameters)
  return count?.total ?? 0
}
