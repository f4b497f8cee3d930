import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { StoredAccount, StoredCollection, StoredEntry, StoredSettings } from '../../src/web/sync/stored-objects.ts'
import type { StoredProgress } from '../../src/entries/changing/keep-progress.ts'
import type { ShownCopy } from '../../src/images/load-image-copies.ts'
import { USUAL_KEEPING, type KeepingChoice } from '../../src/web/settings/offline-settings.page.ts'
import type { BlockKey, StoredBlock } from './content-index/posting-block.ts'
import type { OutboxRecord } from './operations.ts'

/** The content of an entry, stored for offline reading. */
export interface KeptContent {
  /** entity tag from the server; equal for equal contents */
  readonly tag: string
  /** the HTML, compressed with gzip */
  readonly packed: ArrayBuffer
  readonly copies: readonly (readonly [address: string, copy: ShownCopy])[]
  /** revision of the entry when the content was fetched */
  readonly revision: number
  /** whether some of its images had no copy on the server yet */
  readonly isWaitingForImages: boolean
  /** bytes of the text and of the images that were stored with it */
  readonly size: number
  /** milliseconds since 1970 at which the content was fetched */
  readonly fetchedAt: number
  /** milliseconds since 1970 at which the content was last read */
  readonly usedAt: number
}

export interface MetaValues {
  readonly account: StoredAccount
  readonly settings: StoredSettings
  /** cursor of the server's stream of changes, after which the next synchronization continues */
  readonly cursor: string
  readonly revision: number
  /** ids of the collections in the user's order */
  readonly collectionOrder: readonly number[]
  /** UUID of this browser */
  readonly client: string
  readonly keeping: KeepingChoice
  /** number of the first document since the full-text index was last emptied; 0 without this value */
  readonly firstDocument: number
  /** number of the next document of the full-text index */
  readonly nextDocument: number
}

interface StoreSchema extends DBSchema {
  /** JSON text, which is read faster than stored objects */
  entries: { key: number; value: string }
  progress: { key: number; value: StoredProgress }
  collections: { key: number; value: StoredCollection }
  contents: { key: number; value: KeptContent }
  /** number of each indexed text, by entry. A text that replaces another gets a new number. */
  documents: { key: number; value: number }
  /** numbers of the texts that contain a word */
  postings: { key: BlockKey; value: StoredBlock }
  /** positions of each word in these texts */
  positions: { key: BlockKey; value: StoredBlock }
  outbox: { key: number; value: OutboxRecord }
  meta: { key: string; value: MetaValues[keyof MetaValues] }
}

export type Store = IDBPDatabase<StoreSchema>

/** An entry in the store. `revision` is the owner's revision at the entry's last change. */
export type KeptEntry = StoredEntry & { readonly revision: number }

export const parseEntry = (json: string): KeptEntry => JSON.parse(json) as KeptEntry

const PREFIX = 'dogear-'
/** Name of the database that contains the id of the signed-in user. */
const POINTER = 'dogear'

/**
 * Opens the store of a user, and upgrades its schema. No upgrade step may lose the outbox.
 * @param onClosed called when the store was closed, because a newer version of the app upgrades it
 */
export async function openStore(user: number, onClosed: () => void): Promise<Store> {
  return openDB<StoreSchema>(`${PREFIX}${user}`, STEPS.length, {
    upgrade: (database, from) => {
      for (const step of STEPS.slice(from)) step(database as unknown as IDBPDatabase)
    },
    // Running transactions are completed before the store is closed.
    blocking: (_from, _to, event) => {
      ;(event.target as IDBDatabase).close()
      onClosed()
    },
  })
}

/** Upgrade steps, one for each version. Steps are appended and never changed. Earlier versions had other tables. */
const STEPS: readonly ((database: IDBPDatabase) => void)[] = [
  (database) => {
    for (const name of ['entries', 'progress', 'collections', 'contents', 'meta'] as const) {
      database.createObjectStore(name)
    }
    database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
  },
  (database) => {
    for (const name of ['documents', 'words', 'postings'] as const) database.createObjectStore(name)
  },
  // The words in order are replaced by the positions of each word. The texts are indexed again.
  (database) => {
    for (const name of ['documents', 'words', 'postings'] as const) database.deleteObjectStore(name)
    for (const name of ['documents', 'postings', 'positions'] as const) database.createObjectStore(name)
  },
]

interface PointerSchema extends DBSchema {
  current: { key: 'user'; value: number }
}

const openPointer = () =>
  openDB<PointerSchema>(POINTER, 1, { upgrade: (database) => void database.createObjectStore('current') })

/** @returns the id of the user whose library this browser shows; undefined while no one is signed in */
export async function currentUser(): Promise<number | undefined> {
  const pointer = await openPointer()
  const user = await pointer.get('current', 'user')
  pointer.close()
  return user
}

/** @param user undefined when the session has ended; the store is kept until its user signs in again */
export async function setCurrentUser(user: number | undefined): Promise<void> {
  const pointer = await openPointer()
  if (user === undefined) await pointer.delete('current', 'user')
  else await pointer.put('current', user, 'user')
  pointer.close()
}

/**
 * Reads a value from the store of a user without upgrading it, because a worker of the version before still uses it.
 * @returns undefined if there is no store
 */
export async function peekMeta<Name extends keyof MetaValues>(
  user: number,
  name: Name,
): Promise<MetaValues[Name] | undefined> {
  const isStored = (await indexedDB.databases()).some((one) => one.name === `${PREFIX}${user}`)
  if (!isStored) return undefined
  const store = await openDB<StoreSchema>(`${PREFIX}${user}`)
  try {
    return await readMeta(store, name)
  } finally {
    store.close()
  }
}

/** Deletes everything that was stored for a user. */
export async function deleteStore(user: number): Promise<void> {
  await deleteDB(`${PREFIX}${user}`)
}

export async function readMeta<Name extends keyof MetaValues>(
  store: Store,
  name: Name,
): Promise<MetaValues[Name] | undefined> {
  return (await store.get('meta', name)) as MetaValues[Name] | undefined
}

/** @returns the user's choice of contents to store in this browser */
export async function keepingChoice(store: Store): Promise<KeepingChoice> {
  return (await readMeta(store, 'keeping')) ?? USUAL_KEEPING
}
