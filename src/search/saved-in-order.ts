import { LRUCache } from 'lru-cache'
import type { IndexConnection } from './sqlite-index.ts'

/** What is known of a user's entries up to one of them: no entry's time is ever changed. */
interface Known {
  readonly id: number
  readonly createdAt: string
  readonly isInOrder: boolean
}

/** Users remembered by a thread. */
const REMEMBERED = 1000
const known = new WeakMap<IndexConnection, LRUCache<number, Known>>()

/**
 * @returns whether the newer entry of any two is the one that was created later, so that the order of ids is that of
 * time. It is not after an import of old entries. Only entries that came since the last call are looked at
 */
export function isSavedInOrder(connection: IndexConnection, owner: number): boolean {
  const remembered = known.get(connection) ?? new LRUCache<number, Known>({ max: REMEMBERED })
  known.set(connection, remembered)
  let state = remembered.get(owner) ?? lookThrough(connection, owner)
  const since = state.isInOrder ? connection.each<Omit<Known, 'isInOrder'>>(SINCE, owner, state.id) : []
  for (const { id, createdAt } of since) {
    state = { id, createdAt, isInOrder: createdAt >= state.createdAt }
    if (!state.isInOrder) break
  }
  remembered.set(owner, state)
  return state.isInOrder
}

/** All entries of the owner by time, from the index alone: in order when their ids ascend as well. */
function lookThrough(connection: IndexConnection, owner: number): Known {
  let [id, createdAt] = [0, '']
  for (const next of connection.each<Omit<Known, 'isInOrder'>>(BY_TIME, owner)) {
    if (next.id < id) return { id, createdAt, isInOrder: false }
    ;[id, createdAt] = [next.id, next.createdAt]
  }
  return { id, createdAt, isInOrder: true }
}

const BY_TIME = 'select id, created_at as "createdAt" from entry where user_id = $1 order by created_at, id'
const SINCE = 'select id, created_at as "createdAt" from entry where user_id = $1 and id > $2 order by id'
