import { LRUCache } from 'lru-cache'
import { idsOf } from './sqlite/sqlite-ids.ts'
import type { IndexConnection } from './sqlite-index.ts'

/** Whether a user's entries are in chronological order, as of a revision of the user. */
interface Order {
  readonly revision: number
  readonly isInOrder: boolean
}

interface Place {
  readonly id: number
  readonly revision: number
  readonly createdAt: string
}

/** Maximum number of users for whom each thread caches the result of `isSavedInOrder`. */
const MAX_USERS = 1000
/** Maximum number of changed entries that are tested one by one. After more changes, all entries are read again. */
const MAX_CHANGES = 1000
const caches = new WeakMap<IndexConnection, LRUCache<number, Order>>()

/**
 * Tests whether the owner's ids are in chronological order, which means that entries with higher ids were created
 * later. After an import of old entries, they are not. The result is cached, so a call reads only entries that have
 * changed since the last call. They include those that were restored, which may have any id.
 */
export function isSavedInOrder(connection: IndexConnection, owner: number): boolean {
  const cache = caches.get(connection) ?? new LRUCache<number, Order>({ max: MAX_USERS })
  caches.set(connection, cache)
  const known = cache.get(owner)
  const order = known ? updated(connection, owner, known) : readOrder(connection, owner)
  cache.set(owner, order)
  return order.isInOrder
}

/** @returns the order after the changes since `known`. Once it is broken, it is not read again. */
function updated(connection: IndexConnection, owner: number, known: Order): Order {
  if (!known.isInOrder) return known
  const changed = connection.all<Place>(CHANGED_ENTRIES, owner, known.revision)
  if (changed.length > MAX_CHANGES) return readOrder(connection, owner)
  const isInOrder = changed.every((place) => fitsBetweenNeighbours(connection, owner, place))
  return { revision: changed.at(-1)?.revision ?? known.revision, isInOrder }
}

/** @returns true if the entries created just before and just after have a lower and a higher id */
function fitsBetweenNeighbours(connection: IndexConnection, owner: number, { id, createdAt }: Place): boolean {
  const [before] = connection.all<{ id: number }>(CREATED_BEFORE, owner, createdAt, id)
  const [after] = connection.all<{ id: number }>(CREATED_AFTER, owner, createdAt, id)
  return (before === undefined || before.id < id) && (after === undefined || after.id > id)
}

/**
 * Reads all entries of the owner by creation time, using only the index. They are in order if the ids ascend as well.
 */
function readOrder(connection: IndexConnection, owner: number): Order {
  // Read before the entries, so that changes in between are tested by the next call.
  const [highest] = connection.all<{ revision: number | null }>(HIGHEST_REVISION, owner)
  const revision = highest?.revision ?? 0
  const ids = idsOf(connection, IDS_BY_TIME, [owner])
  return { revision, isInOrder: ids.every((id, index) => index === 0 || ids[index - 1]! < id) }
}

const HIGHEST_REVISION = 'select max(revision) as revision from entry where user_id = $1'
const IDS_BY_TIME =
  'select json_group_array(id) as ids from (select id from entry where user_id = $1 order by created_at, id)'
const CHANGED_ENTRIES =
  'select id, revision, created_at as "createdAt" from entry where user_id = $1 and revision > $2 ' +
  `order by revision limit ${MAX_CHANGES + 1}`
const CREATED_BEFORE =
  'select id from entry where user_id = $1 and (created_at, id) < ($2, $3) order by created_at desc, id desc limit 1'
const CREATED_AFTER =
  'select id from entry where user_id = $1 and (created_at, id) > ($2, $3) order by created_at, id limit 1'
