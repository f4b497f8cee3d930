import { assetJson, HASH, keepMissingFiles, PICTURES } from '../sw/caches.ts'
import { setIcons } from './server-replacements/icon-body.ts'
import { setMessages } from './server-replacements/messages-by-language.ts'
import { mentionsLocalId } from './local-ids.ts'
import { prepareSearch } from './queryable-entry.ts'
import { memoryCookies, type BufferedRequest } from './offline-request.ts'
import type { Library } from './library.ts'
import { offlineApp, type OfflineApp } from './offline-app.ts'
import { closeStore, isStoreOutdated, ownLibrary, ownStore, ownUser, switchUser } from './store-of-user.ts'
import { deleteStore, peekMeta, setCurrentUser } from './open-store.ts'
import type { OfflineReason } from '../../src/web/layout/layout.ts'
import { problemsIn, waitingRecords } from './outbox.routes.ts'
import { flushOutbox } from './sync/flush-outbox.ts'
import { pullChanges } from './sync/pull-changes.ts'
import { downloadContents, type PictureStore } from './sync/download-contents.ts'

export type { BufferedRequest }

const cookies = memoryCookies()
let app: { readonly library: Library; readonly app: OfflineApp } | undefined

/**
 * Answers a request from the stored library.
 * @param reason why the server does not answer it
 * @returns the response; undefined if there is no library, if no route matches, or if the library does not have what was
 *   requested
 */
export async function answerOffline(buffered: BufferedRequest, reason: OfflineReason): Promise<Response | undefined> {
  return (await ownApp())?.answer(buffered, reason)
}

/**
 * Answers a request for a page that is not available offline.
 * @returns a page with the user's navigation; undefined if there is no library
 */
export async function answerMissing(buffered: BufferedRequest): Promise<Response | undefined> {
  return (await ownApp())?.answerMissing(buffered)
}

async function ownApp(): Promise<OfflineApp | undefined> {
  const library = await ownLibrary()
  if (!library) return undefined
  await prepare(library)
  if (app?.library !== library) app = { library, app: offlineApp(library, HASH, cookies) }
  return app.app
}

/** Prepares the library, so that the first search is fast. */
export async function prepareForSearch(): Promise<void> {
  const library = await ownLibrary()
  if (library) await prepareSearch(library)
}

let prepared: string | undefined

/** Loads the icons and the messages in the account's language. */
async function prepare({ account: { language } }: Library): Promise<void> {
  if (prepared === language) return
  const [icons, messages] = await Promise.all([
    assetJson('vendor/icons.json'),
    assetJson(`offline/messages.${language}.json`),
  ])
  setIcons(icons as Parameters<typeof setIcons>[0])
  setMessages(language, messages as Parameters<typeof setMessages>[1])
  prepared = language
}

/**
 * @returns the request with local ids replaced by the server's ids. Local ids of objects that the server has not
 *   created yet remain.
 */
export async function withServerIds(buffered: BufferedRequest): Promise<BufferedRequest> {
  if (!mentionsLocalId(buffered.url.href) && !mentionsLocalId(buffered.body)) return buffered
  const library = await ownLibrary()
  const known = (library?.outbox ?? []).flatMap(({ localId, realId, state }) =>
    localId === undefined || realId === undefined || state !== 'done' ? [] : [[localId, realId] as const],
  )
  const replaced = (text: string) =>
    known.reduce((one, [local, real]) => one.replaceAll(String(local), String(real)), text)
  return { ...buffered, url: new URL(replaced(buffered.url.href)), body: replaced(buffered.body) }
}

/** @returns whether the outbox contains unsent operations */
export async function isAnythingWaiting(): Promise<boolean> {
  const store = await ownStore()
  return (await store?.getAll('outbox'))?.some(({ state }) => state === 'waiting') === true
}

/** @returns the number of unsent changes, and the number of changes that the server did not apply */
export async function outboxState(): Promise<{ readonly waiting: number; readonly problems: number }> {
  const store = await ownStore()
  const outbox = (await store?.getAll('outbox')) ?? []
  return { waiting: waitingRecords({ outbox }).length, problems: problemsIn({ outbox }).length }
}

interface SynchronizeOptions {
  readonly isMetered: boolean
  /** called when the library is up to date, before contents are fetched */
  readonly onFollowed: () => void
  readonly onProgress: () => void
}

let following: Promise<void> | undefined

/**
 * Sends the outbox, reads the changes from the server, and then fetches contents for offline reading. Concurrent calls
 * share one run.
 */
export function synchronize(options: SynchronizeOptions): Promise<void> {
  following ??= synchronizeOnce(options).finally(() => {
    following = undefined
  })
  return following
}

async function synchronizeOnce({ isMetered, onFollowed, onProgress }: SynchronizeOptions): Promise<void> {
  await flushOutbox()
  if (isStoreOutdated()) return
  let outcome = await pullChanges()
  // After a new sign-in, the server has refused the first `flushOutbox`, because the stored form token belongs to the
  // earlier session. `pullChanges` has stored the new token, and has switched the store if another user has signed in.
  // The outbox is therefore sent again.
  if (outcome === 'done' && (await flushOutbox()) === 'sent') outcome = await pullChanges()
  if (outcome === 'signed-out') await endSession()
  if (outcome === 'done') onFollowed()
  else onProgress()
  const store = outcome === 'done' ? await ownStore() : undefined
  if (!store) return
  await keepPageFiles()
  await downloadContents(store, await pictureStore(), { isMetered, onBatch: onProgress })
}

/** Stores the files that pages of this version need offline, if this browser stores articles of the signed-in user. */
export async function keepPageFiles(): Promise<void> {
  const user = await ownUser()
  const account = user === undefined ? undefined : await peekMeta(user, 'account')
  if (!account) return
  await keepMissingFiles([...(await neededFiles()), `/assets/${HASH}/offline/messages.${account.language}.json`])
}

async function neededFiles(): Promise<readonly string[]> {
  const response = await fetch('/offline/files').catch(() => undefined)
  return response?.ok ? ((await response.json()) as readonly string[]) : []
}

async function pictureStore(): Promise<PictureStore> {
  const cache = await caches.open(PICTURES)
  return {
    has: async (path) => (await cache.match(path)) !== undefined,
    add: async (path) => {
      const response = await fetch(path).catch(() => undefined)
      if (!response?.ok) return 0
      const size = (await response.clone().arrayBuffer()).byteLength
      await cache.put(path, response)
      return size
    },
  }
}

/** Hides the library until its user signs in again. The outbox stays stored. */
export async function endSession(): Promise<void> {
  app = undefined
  await switchUser(undefined)
}

/** Deletes all data that is stored for the user. */
export async function signOut(): Promise<void> {
  app = undefined
  const user = await closeStore()
  await setCurrentUser(undefined)
  if (user !== undefined) await deleteStore(user)
  await switchUser(undefined)
}
