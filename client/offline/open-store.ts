import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { ReviewAhead } from '../../src/annotations/review/list-review-ahead.ts'
import type { StoredAccount, StoredCollection, StoredEntry, StoredSettings } from '../../src/web/sync/stored-objects.ts'
import type { StoredProgress } from '../../src/entries/changing/store-reading-position.ts'
import type { ShownCopy } from '../../src/images/load-image-copies.ts'
import { DEFAULT_OFFLINE_CHOICE, type OfflineChoice } from '../../src/web/settings/offline-settings.page.ts'
import type { BlockKey, StoredBlock } from './full-text-index/posting-block.ts'
import type { OutboxRecord } from './operation.ts'

/** An entry's content, stored for offline reading. */
export interface KeptContent {
  /** entity tag from the server. Equal contents have equal tags. */
  readonly tag: string
  /** the HTML, compressed with gzip */
  readonly packed: ArrayBuffer
  readonly copies: readonly (readonly [address: string, copy: ShownCopy])[]
  /** revision of the entry when the content was fetched */
  readonly revision: number
  /** whether the server had not yet copied all images when the content was fetched */
  readonly isWaitingForImages: boolean
  /** size in bytes of the text and of the images stored with it */
  readonly size: number
  /** time of the fetch, in milliseconds since 1970 */
  readonly fetchedAt: number
  /** time of the last reading, in milliseconds since 1970 */
  readonly usedAt: number
}

export interface MetaValues {
  readonly account: StoredAccount
  readonly settings: StoredSettings
  /** position in the server's stream of changes at which the next synchronization continues */
  readonly cursor: string
  /** present until all pages of the first synchronization are stored */
  readonly isPartial: true
  readonly revision: number
  /** ids of the collections in the user's order */
  readonly collectionOrder: readonly number[]
  readonly review: ReviewAhead
  /** UUID of this browser */
  readonly client: string
  readonly keeping: OfflineChoice
  /** first document number of the current full-text index; 0 if absent. Smaller numbers belong to earlier indexes. */
  readonly firstDocument: number
  /** number for the next document of the full-text index */
  readonly nextDocument: number
}

interface StoreSchema extends DBSchema {
  /** entries as JSON text, because reading it is faster than reading stored objects */
  entries: { key: number; value: string }
  progress: { key: number; value: StoredProgress }
  collections: { key: number; value: StoredCollection }
  contents: { key: number; value: KeptContent }
  /** document number of each indexed text, by the id of the entry. A replaced text gets a new number. */
  documents: { key: number; value: number }
  /** for each word, the numbers of the documents that contain it */
  postings: { key: BlockKey; value: StoredBlock }
  /** for each word, its positions in the documents */
  positions: { key: BlockKey; value: StoredBlock }
  outbox: { key: number; value: OutboxRecord }
  meta: { key: string; value: MetaValues[keyof MetaValues] }
}

export type Store = IDBPDatabase<StoreSchema>

/** An entry in the store. `revision` is the user's revision at the entry's last change. */
export type KeptEntry = StoredEntry & { readonly revision: number }

/** @returns the stored entry */
export const parseEntry = (json: string): KeptEntry => JSON.parse(json) as KeptEntry

const PREFIX = 'dogear-'
/** Name of the database with the id of the signed-in user. */
const POINTER = 'dogear'

/**
 * Opens the store of a user, and upgrades its schema. No upgrade step may lose the outbox.
 * @param onClosed called after the store was closed, so that a newer version of the app can upgrade it
 */
export async function openStore(user: number, onClosed: () => void): Promise<Store> {
  return openDB<StoreSchema>(`${PREFIX}${user}`, STEPS.length, {
    upgrade: (database, from) => {
      for (const step of STEPS.slice(from)) step(database as unknown as IDBPDatabase)
    },
    // A newer version of the app wants to upgrade the store. `close` lets running transactions finish first.
    blocking: (_from, _to, event) => {
      ;(event.target as IDBDatabase).close()
      onClosed()
    },
  })
}

/**
 * Upgrade steps, one for each version of the store. New steps are appended, and existing ones are never changed. A step
 * may create tables that a later step deletes, so the steps do not have the types of `StoreSchema`.
 */
const STEPS: readonly ((database: IDBPDatabase) => void)[] = [
  (database) => {
    for (const name of TABLES) database.createObjectStore(name)
    database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
  },
]

const TABLES = ['entries', 'progress', 'collections', 'contents', 'documents', 'postings', 'positions', 'meta'] as const

interface PointerSchema extends DBSchema {
  current: { key: 'user'; value: number }
}

const openPointer = () =>
  openDB<PointerSchema>(POINTER, 1, { upgrade: (database) => void database.createObjectStore('current') })

/** @returns the id of the user whose library the browser shows; undefined if no one is signed in */
export async function currentUser(): Promise<number | undefined> {
  const pointer = await openPointer()
  const user = await pointer.get('current', 'user')
  pointer.close()
  return user
}

/** @param user undefined after the end of the session. The store is kept for the next sign-in of its user. */
export async function setCurrentUser(user: number | undefined): Promise<void> {
  const pointer = await openPointer()
  if (user === undefined) await pointer.delete('current', 'user')
  else await pointer.put('current', user, 'user')
  pointer.close()
}

/**
 * Reads a value from a user's store. Does not upgrade the store, because the previous version's worker may still use
 * it.
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

/** Deletes everything that is stored for the user. */
export async function deleteStore(user: number): Promise<void> {
  await deleteDB(`${PREFIX}${user}`)
}

export async function readMeta<Name extends keyof MetaValues>(
  store: Store,
  name: Name,
): Promise<MetaValues[Name] | undefined> {
  return (await store.get('meta', name)) as MetaValues[Name] | undefined
}

/** @returns the contents that the user has chosen to store in this browser */
export async function keepingChoice(store: Store): Promise<OfflineChoice> {
  return (await readMeta(store, 'keeping')) ?? DEFAULT_OFFLINE_CHOICE
}
