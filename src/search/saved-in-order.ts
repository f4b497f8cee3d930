import { LRUCache } from 'lru-cache'
import type { IndexConnection } from './sqlite-index.ts'

/** The order of a user's entries up to one of them. The time of an entry never changes. */
interface Order {
  readonly id: number
  readonly createdAt: string
  readonly isInOrder: boolean
}

/** Users that a thread caches. */
const MAX_USERS = 1000
const caches = new WeakMap<IndexConnection, LRUCache<number, Order>>()

/**
 * @returns whether entries with higher ids were created later, so that ids are in the order of time. After an import of old
 * entries they are not. Only entries that were added since the last call are read
 */
export function isSavedInOrder(connection: IndexConnection, owner: number): boolean {
  const cache = caches.get(connection) ?? new LRUCache<number, Order>({ max: MAX_USERS })
  caches.set(connection, cache)
  let state = cache.get(owner) ?? readOrder(connection, owner)
  const since = state.isInOrder ? connection.each<Omit<Order, 'isInOrder'>>(SINCE, owner, state.id) : []
  for (const { id, createdAt } of since) {
    state = { id, createdAt, isInOrder: createdAt >= state.createdAt }
    if (!state.isInOrder) break
  }
  cache.set(owner, state)
  return state.isInOrder
}

/** Reads all entries of the owner by time, from the index alone. They are in order when their ids ascend as well. */
function readOrder(connection: IndexConnection, owner: number): Order {
  let [id, createdAt] = [0, '']
  for (const next of connection.each<Omit<Order, 'isInOrder'>>(BY_TIME, owner)) {
    if (next.id < id) return { id, createdAt, isInOrder: false }
    ;[id, createdAt] = [next.id, next.createdAt]
  }
  return { id, createdAt, isInOrder: true }
}

const BY_TIME = 'select id, created_at as "createdAt" from entry where user_id = $1 order by created_at, id'
const SINCE = 'select id, created_at as "createdAt" from entry where user_id = $1 and id > $2 order by id'
