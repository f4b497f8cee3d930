import type { Database } from '../../db/database.ts'
import type { Signals } from '../../signals/signals.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { addressHashes } from './address-hashes.ts'
import { findEntryByHashes } from '../entry.repository.ts'

interface WaitForFetchDeps {
  readonly database: Database
  readonly signals: Signals
  /** maximum wait in milliseconds */
  readonly waitMs: number
}

/** @returns a function that waits until the fetch of an entry's page has succeeded or failed, or `waitMs` are over */
export function fetchAwaiter({ database, signals, waitMs }: WaitForFetchDeps) {
  const state = database.prepare<{ fetch_state: string }>(
    'select fetch_state from entry where user_id = $1 and id = $2',
  )
  return async (owner: UserId, id: EntryId, signal?: AbortSignal): Promise<void> => {
    const isSettled = async () => (await state.all(owner, id))[0]?.fetch_state !== 'pending'
    await signals.waitFor(entryTopic(id), isSettled, { timeoutMs: waitMs, ...(signal && { signal }) })
  }
}

/**
 * Finds an entry by its address after waiting for its fetch. The fetch may have merged it into an older entry of the
 * same page.
 * @returns the id of the entry that has the address now; undefined if the entry was deleted
 */
export async function entryIdAfterFetch(
  database: Database,
  owner: UserId,
  address: string,
): Promise<EntryId | undefined> {
  return database.read(async (db) => (await findEntryByHashes(db, owner, addressHashes(address)))?.id)
}

/** @returns the topic of the signal that is sent when the fetch of an entry ends */
export function entryTopic(id: number): string {
  return `entry:${id}`
}

/** @returns the ids of the entries that have no pending fetch. Deleted entries are included. */
export async function idsWithoutPendingFetch(
  database: Database,
  owner: UserId,
  ids: readonly EntryId[],
): Promise<EntryId[]> {
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
