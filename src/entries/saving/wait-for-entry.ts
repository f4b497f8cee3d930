import type { Database } from '../../db/database.ts'
import type { Signals } from '../../jobs/signals.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import { addressHashes } from './address-hashes.ts'
import { findEntryByHashes } from '../entry.repository.ts'

export interface WaitForEntryDeps {
  readonly database: Database
  readonly signals: Signals
  /** longest wait in milliseconds */
  readonly waitMs: number
}

/** @returns a function that waits until the page of an entry is fetched or has failed, or until the timeout */
export function entryAwaiter({ database, signals, waitMs }: WaitForEntryDeps) {
  const state = database.prepare<{ fetch_state: string }>(
    'select fetch_state from entry where user_id = $1 and id = $2',
  )
  return async (owner: UserId, id: EntryId, signal?: AbortSignal): Promise<void> => {
    const isSettled = async () => (await state.all(owner, id))[0]?.fetch_state !== 'pending'
    await signals.waitFor(entryTopic(id), isSettled, { timeoutMs: waitMs, ...(signal && { signal }) })
  }
}

/**
 * Finds the entry again after a wait: it may have been merged with an older one of the same page.
 * @returns the id of the entry that now has the address
 */
export async function settledEntryId(database: Database, owner: UserId, address: string): Promise<EntryId | undefined> {
  return database.read(async (db) => (await findEntryByHashes(db, owner, addressHashes(address)))?.id)
}

/** @returns the topic of the signal at the end of a fetch */
export function entryTopic(id: number): string {
  return `entry:${id}`
}

/** @returns the entries whose fetch has ended, whether with a text, with a failure or by a deletion */
export async function settledIds(database: Database, owner: UserId, ids: readonly EntryId[]): Promise<EntryId[]> {
  if (ids.length === 0) return []
  const rows = await database.read((db) =>
    db
      .selectFrom('entry')
      .select('id')
      .where('user_id', '=', owner)
      .where('id', 'in', ids)
      .where('fetch_state', '=', 'pending')
      .execute(),
  )
  const pending = new Set(rows.map(({ id }) => Number(id)))
  return ids.filter((id) => !pending.has(id))
}
