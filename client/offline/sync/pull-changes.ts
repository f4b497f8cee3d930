import type { StoredChange, StoredChanges } from '../../../src/web/sync/stored-objects.ts'
import type { MetaValues, Store } from '../open-store.ts'
import { readMeta } from '../open-store.ts'
import { forgetLibrary, ownStore, storeOf, switchUser } from '../store-of-user.ts'

/** `signed-out`: the session has ended. `offline`: the server failed or did not answer. */
export type PullOutcome = 'done' | 'signed-out' | 'offline'

/** Updates the stored library: reads pages of changes from the server until there are no more. */
export async function pullChanges(): Promise<PullOutcome> {
  let store = await ownStore()
  for (;;) {
    const since = store && (await readMeta(store, 'cursor'))
    const page = await readChanges(since)
    if (typeof page === 'string') return page
    const { id } = page.account.user
    const own = await storeOf(id)
    await switchUser(id)
    // Another user has signed in, but the changes were requested with the previous user's cursor. They are requested
    // again with the new user's cursor.
    if (since !== undefined && own !== store) {
      store = own
      continue
    }
    store = own
    await storeChanges(store, page)
    if (!page.more) {
      await settle(store, page.revision)
      return 'done'
    }
  }
}

async function readChanges(since: string | undefined): Promise<StoredChanges | 'signed-out' | 'offline'> {
  const query = since === undefined ? '' : `?${new URLSearchParams({ since }).toString()}`
  const response = await fetch(`/sync${query}`, { headers: { accept: 'application/json' } }).catch(() => undefined)
  if (!response) return 'offline'
  if (response.redirected) return 'signed-out'
  // The server does not know the cursor, for example after a move to another database. All data is read again.
  if (response.status === 400 && since !== undefined) return readChanges(undefined)
  return response.ok ? ((await response.json()) as StoredChanges) : 'offline'
}

const TABLES = ['entries', 'progress', 'collections', 'contents', 'documents'] as const

/** Stores a page of changes in one transaction, so that a crash cannot store half of it. */
async function storeChanges(store: Store, page: StoredChanges): Promise<void> {
  const { account, to, revision, reset, changes, collectionOrder, review, more } = page
  const transaction = store.transaction([...TABLES, 'meta'] as const, 'readwrite')
  const table = <Name extends (typeof TABLES)[number]>(name: Name) => transaction.objectStore(name)
  if (reset) for (const name of ['entries', 'progress', 'collections'] as const) void table(name).clear()
  for (const change of changes) putChange(table, change)
  const meta = transaction.objectStore('meta')
  const values: Partial<MetaValues> = {
    account,
    cursor: to,
    revision,
    collectionOrder,
    ...(review && { review }),
    ...settingsIn(changes),
  }
  for (const [name, value] of Object.entries(values)) void meta.put(value, name)
  if (reset && more) void meta.put(true, 'isPartial')
  else if (!more) void meta.delete('isPartial')
  await transaction.done
  forgetLibrary()
}

type Table = <Name extends (typeof TABLES)[number]>(
  name: Name,
) => {
  put(value: never, key: number): Promise<number>
  delete(key: number): Promise<void>
}

function putChange(given: unknown, { type, id, revision, object }: StoredChange): void {
  const table = given as Table
  if (type === 'settings') return
  if (object === undefined) {
    void table(type).delete(id)
    if (type !== 'entries') return
    void table('progress').delete(id)
    void table('contents').delete(id)
    void table('documents').delete(id)
    return
  }
  const value = type === 'entries' ? JSON.stringify({ ...object, revision }) : object
  void table(type).put(value as never, id)
}

function settingsIn(changes: readonly StoredChange[]): Partial<MetaValues> {
  const settings = changes.find((one) => one.type === 'settings')?.object
  return settings ? { settings } : {}
}

/**
 * Milliseconds for which finished operations are kept: usually a day, during which they can be undone. Operations that
 * created an object are kept for a month, so that page addresses with the local id of the object continue to work.
 */
const DAY = 86_400_000
const MONTH = 30 * DAY

/** Marks operations as done if the stored library now contains their changes. Deletes old operations. */
async function settle(store: Store, revision: number): Promise<void> {
  const transaction = store.transaction('outbox', 'readwrite')
  const now = Date.now()
  for (const one of await transaction.store.getAll()) {
    const age = now - Date.parse(one.at)
    if (one.state === 'sent' && (one.revision ?? 0) <= revision) await transaction.store.put({ ...one, state: 'done' })
    else if (one.state === 'done' && age > (one.localId === undefined ? DAY : MONTH)) {
      await transaction.store.delete(one.seq)
    }
  }
  await transaction.done
  forgetLibrary()
}
