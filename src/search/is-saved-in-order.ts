import { LRUCache } from 'lru-cache'
import type { IndexConnection } from './sqlite-index.ts'

/**
 * Whether a user's entries up to the id `id` are in chronological order. If they are, they remain so, because an
 * entry's creation time never changes.
 */
interface Order {
  readonly id: number
  readonly createdAt: string
  readonly isInOrder: boolean
}

/** Maximum number of users for whom each thread caches the result of `isSavedInOrder`. */
const MAX_USERS = 1000
const caches = new WeakMap<IndexConnection, LRUCache<number, Order>>()

/**
 * Tests whether the owner's ids are in chronological order, which means that entries with higher ids were created
 * later. After an import of old entries, they are not. The result is cached, so a call reads only entries added since
 * the last call.
 */
export function isSavedInOrder(connection: IndexConnection, owner: number): boolean {
  const cache = caches.get(connection) ?? new LRUCache<number, Order>({ max: MAX_USERS })
  caches.set(connection, cache)
  let state = cache.get(owner) ?? readOrder(connection, owner)
  const since = state.isInOrder ? connection.each<Omit<Order, 'isInOrder'>>(ENTRIES_SINCE, owner, state.id) : []
  for (const { id, createdAt } of since) {
    state = { id, createdAt, isInOrder: createdAt >= state.createdAt }
    if (!state.isInOrder) break
  }
  cache.set(owner, state)
  return state.isInOrder
}

/**
 * Reads all entries of the owner by creation time, using only the index. They are in order if the ids ascend as well.
 */
function readOrder(connection: IndexConnection, owner: number): Order {
  let [id, createdAt] = [0, '']
  for (const next of connection.each<Omit<Order, 'isInOrder'>>(ENTRIES_BY_TIME, owner)) {
    if (next.id < id) return { id, createdAt, isInOrder: false }
    ;[id, createdAt] = [next.id, next.createdAt]
  }
  return { id, createdAt, isInOrder: true }
}

const ENTRIES_BY_TIME = 'select id, created_at as "createdAt" from entry where user_id = $1 order by created_at, id'
const ENTRIES_SINCE = 'select id, created_at as "createdAt" from entry where user_id = $1 and id > $2 order by id'
