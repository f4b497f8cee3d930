import { LRUCache } from 'lru-cache'
import type { Collection } from '../../collections/collection.ts'
import type { Database } from '../../db/database.ts'
import type { CollectionId, UserId } from '../../kernel/branded-ids.ts'
import type { Now } from '../../query/moment-in-utc.ts'
import { collectionFilter } from './collection-filter.ts'
import { isComplete, type IsIndexed, type ListOwner, type ReadRows } from './list-entries.ts'
import { countSql } from './list-sql.ts'

/** The number of entries of each collection. */
type CollectionCounts = ReadonlyMap<CollectionId, number>

export interface CollectionCounter {
  /** @returns the counts that are cached for the owner's revision. Runs no query. */
  known(owner: ListOwner, at: Date): CollectionCounts
  /**
   * Counts the entries of the collections without a cached count, in the given order. Stops at the time limit, and a
   * later call counts the rest.
   * @param all all collections of the owner, because queries may refer to other collections
   * @returns all counts that are known now
   */
  count(
    owner: ListOwner,
    wanted: readonly Collection[],
    all: readonly Collection[],
    now: Now,
  ): Promise<CollectionCounts>
}

/** Maximum number of users with cached counts. */
const MAX_CACHED_USERS = 1000
/**
 * Milliseconds for which a count is cached. It expires, because the results of queries with relative dates change even
 * while the library stays the same.
 */
const VALID_MS = 600_000
/** Milliseconds after which counting stops; the next request counts the remaining collections. */
const TIMEOUT_MS = 1000

interface CachedCounts {
  readonly revision: number
  readonly at: number
  readonly counts: Map<CollectionId, number>
}

/**
 * @param readComposed runs the statements of collections that have a query
 * @param isIndexed decides which counts may be cached
 */
export function collectionCounter(database: Database, readComposed: ReadRows, isIndexed: IsIndexed): CollectionCounter {
  const picked = database.prepare<{ id: number; total: number | string }>(
    'select collection_id as id, count(*) as total from collection_entry where user_id = $1 group by collection_id',
  )
  const cache = new LRUCache<UserId, CachedCounts>({ max: MAX_CACHED_USERS })
  const cachedFor = ({ id, revision }: ListOwner, at: Date): CachedCounts => {
    const known = cache.get(id)
    if (known?.revision === revision && at.getTime() - known.at < VALID_MS) return known
    return { revision, at: at.getTime(), counts: new Map() }
  }
  const countPicked = async (owner: UserId, counts: Map<CollectionId, number>, wanted: readonly Collection[]) => {
    const byHand = wanted.filter(({ id, query }) => query === '' && !counts.has(id))
    if (byHand.length === 0) return
    const totals = new Map((await picked.all(owner)).map(({ id, total }) => [Number(id), Number(total)]))
    for (const { id } of byHand) counts.set(id, totals.get(id) ?? 0)
  }
  return {
    known: (owner, at) => cachedFor(owner, at).counts,
    count: async (owner, wanted, all, now) => {
      const cached = cachedFor(owner, now.at)
      cache.set(owner.id, cached)
      await countPicked(owner.id, cached.counts, wanted)
      const context = { collections: all, now, dialect: database.dialect }
      const end = performance.now() + TIMEOUT_MS
      const incomplete = new Map<CollectionId, number>()
      for (const collection of wanted) {
        if (cached.counts.has(collection.id)) continue
        if (performance.now() > end) break
        const { filter } = collectionFilter(collection, context)
        const { sql, parameters } = countSql(owner.id, { ...filter, page: 1, perPage: 1 })
        const counts = isComplete(filter, owner, isIndexed) ? cached.counts : incomplete
        const [row] = await readComposed<{ total: number | string }>(sql, parameters)
        const total = Number(row?.total ?? 0)
        counts.set(collection.id, Math.min(total, filter.most ?? total))
      }
      return new Map([...cached.counts, ...incomplete])
    },
  }
}
