import type { StoredContent } from '../../../src/web/sync/stored-objects.ts'
import { collectionFilter } from '../../../src/entries/listing/collection-filter.ts'
import { loadLibrary } from '../library.ts'
import { listedEntries } from '../list-entries.ts'
import { isLocalId } from '../../../src/web/sync/local-id.ts'
import type { OfflineChoice } from '../../../src/web/settings/offline-settings.page.ts'
import { keepingChoice, parseEntry, readMeta, type KeptContent, type Store } from '../open-store.ts'
import { forgetLibrary } from '../store-of-user.ts'
import { deleteContent, gzip, putContent } from '../stored-contents.ts'
import { indexContents } from '../full-text-index/index-stored-contents.ts'
import { inParallel } from '../../sw/in-parallel.ts'

/** Number of entries whose contents one request fetches. */
const BATCH = 20
/**
 * Milliseconds after the fetch of an entry's content during which missing images are requested again. The server may
 * copy images later than the page.
 */
const IMAGES_MS = 900_000
const MEGABYTE = 1_000_000

/** The browser's cache of images, by the path of the image. */
export interface PictureStore {
  has(path: string): Promise<boolean>
  /** Fetches and stores an image. @returns its size in bytes; 0 if the fetch failed */
  add(path: string): Promise<number>
}

export interface DownloadOptions {
  /** whether the connection is metered. Contents are then fetched only if the user allows it. */
  readonly isMetered: boolean
  /** called after each batch */
  readonly onBatch: () => void
}

/**
 * Fetches the contents and images that the user wants to read offline, and adds the texts to the full-text index. An
 * interrupted run keeps what it has fetched. If the user changes the choice during a run, the run starts again with the
 * new choice.
 */
export async function downloadContents(
  store: Store,
  pictures: PictureStore,
  { isMetered, onBatch }: DownloadOptions,
): Promise<void> {
  const afterBatch = async () => {
    await indexContents(store)
    forgetLibrary()
    onBatch()
  }
  let choice: OfflineChoice
  do {
    choice = await keepingChoice(store)
    if (!isMetered || choice.isMeteredAllowed) await fetchWanted(store, pictures, choice, afterBatch)
    // Indexes texts that were stored without being indexed, by an interrupted run.
    if (await indexContents(store)) forgetLibrary()
  } while (await isReplaced(store, choice))
}

/** @returns whether the user has made another choice in the meantime */
async function isReplaced(store: Store, choice: OfflineChoice): Promise<boolean> {
  return JSON.stringify(await keepingChoice(store)) !== JSON.stringify(choice)
}

/** Fetches contents up to the chosen size, in the order of `wantedEntries`. Stops if the user makes another choice. */
async function fetchWanted(
  store: Store,
  pictures: PictureStore,
  choice: OfflineChoice,
  afterBatch: () => Promise<void>,
): Promise<void> {
  const wanted = await wantedEntries(store, choice)
  await makeRoom(store, new Set(wanted.map(({ id }) => id)), choice.megabytes * MEGABYTE)
  let used = await usedBytes(store)
  const missing = await missingContents(store, wanted)
  for (let start = 0; start < missing.length; start += BATCH) {
    if (used > choice.megabytes * MEGABYTE || (await isReplaced(store, choice))) return
    const fetched = await fetchContents(store, missing.slice(start, start + BATCH))
    if (!fetched) return
    for (const content of fetched) used += await keep(store, pictures, content)
    await afterBatch()
  }
}

interface ContentVersion {
  readonly id: number
  readonly revision: number
}

/** @returns the entries to store offline: first the newest unread ones, then those in collections, then the others */
async function wantedEntries(store: Store, { newest, collections, isAll }: OfflineChoice): Promise<ContentVersion[]> {
  const entries = (await store.getAll('entries')).map(parseEntry).filter(({ entry }) => !isLocalId(entry.id))
  const byAge = entries.toSorted((one, other) => (one.entry.createdAt < other.entry.createdAt ? 1 : -1))
  const unread = byAge.filter(({ entry }) => !entry.isArchived).slice(0, newest)
  const picked = await entriesOfCollections(store, collections)
  const all = [...unread, ...byAge.filter(({ entry }) => picked.has(entry.id)), ...(isAll ? byAge : [])]
  return [...new Set(all)].map(({ entry, revision }) => ({ id: entry.id, revision }))
}

/** @returns the ids of all entries in the collections, including those that are found by a query */
async function entriesOfCollections(store: Store, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const library = ids.length === 0 ? undefined : await loadLibrary(store)
  if (!library) return new Set()
  const collections = library.collections.map(({ collection }) => collection)
  const now = { at: new Date(), timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  const found = collections
    .filter(({ id }) => ids.includes(id))
    .map((one) => listedEntries(library, collectionFilter(one, { collections, now, dialect: 'sqlite' }).filter))
  return new Set((await Promise.all(found)).flat().map(({ entry }) => entry.id))
}

async function usedBytes(store: Store): Promise<number> {
  return (await store.getAll('contents')).reduce((sum, { size }) => sum + size, 0)
}

/**
 * Deletes contents until the rest fits into the chosen size. Starts with entries that the user no longer wants offline,
 * and continues with those that were read longest ago.
 */
async function makeRoom(store: Store, wanted: ReadonlySet<number>, maxBytes: number): Promise<void> {
  const [keys, contents] = await Promise.all([store.getAllKeys('contents'), store.getAll('contents')])
  const kept = contents.map((content, index) => ({ id: keys[index]!, ...content }))
  let used = kept.reduce((sum, { size }) => sum + size, 0)
  const byNeed = kept.toSorted(
    (one, other) => Number(wanted.has(one.id)) - Number(wanted.has(other.id)) || one.usedAt - other.usedAt,
  )
  for (const { id, size } of byNeed) {
    if (used <= maxBytes) return
    await deleteContent(store, id)
    used -= size
  }
}

interface MissingContent extends ContentVersion {
  readonly tag: string
}

async function missingContents(store: Store, wanted: readonly ContentVersion[]): Promise<MissingContent[]> {
  const now = Date.now()
  const found = wanted.map(async ({ id, revision }): Promise<MissingContent | undefined> => {
    const kept = await store.get('contents', id)
    if (!kept) return { id, revision, tag: '' }
    const isSettled = !kept.isWaitingForImages || now - kept.fetchedAt > IMAGES_MS
    return kept.revision >= revision && isSettled ? undefined : { id, revision, tag: kept.tag }
  })
  return (await Promise.all(found)).filter((one) => one !== undefined)
}

async function fetchContents(store: Store, missing: readonly MissingContent[]): Promise<Fetched[] | undefined> {
  const account = await readMeta(store, 'account')
  const entries = missing.map(({ id, tag }) => `${id}:${tag}`).join(',')
  const body = new URLSearchParams({ token: account?.csrfToken ?? '', entries })
  const response = await fetch('/sync/content', { method: 'POST', body }).catch(() => undefined)
  if (!response?.ok || response.redirected) return undefined
  const lines = (await response.text().catch(() => '')).split('\n').filter((line) => line !== '')
  const revisions = new Map(missing.map(({ id, revision }) => [id, revision]))
  return lines.map((line) => {
    const content = JSON.parse(line) as StoredContent
    return { ...content, revision: revisions.get(content.id) ?? 0 }
  })
}

type Fetched = StoredContent & { readonly revision: number }

/** Stores the content of an entry and its images. @returns the number of bytes added to the store */
async function keep(store: Store, pictures: PictureStore, fetched: Fetched): Promise<number> {
  const { id, copies, lead, icon } = fetched
  const before = await store.get('contents', id)
  const paths = [...copies.map(([, { path }]) => path), lead, icon].filter((path) => path !== undefined)
  let added = 0
  await inParallel(new Set(paths), async (path) => {
    if (await pictures.has(path)) return
    const size = await pictures.add(path)
    added += size
  })
  const kept = await (fetched.content === undefined
    ? before && sameText(before, fetched, added)
    : newText(fetched, added))
  if (!kept) return added
  await putContent(store, id, kept, fetched.content !== undefined)
  await keepCardPictures(store, id, { ...(lead && { lead }), ...(icon && { icon }) })
  return kept.size - (before?.size ?? 0)
}

async function newText({ tag, content = '', copies, revision }: Fetched, added: number): Promise<KeptContent> {
  const packed = await gzip(content)
  const images = content.match(/<img [^>]*\bsrc="https?:/g)?.length ?? 0
  const now = Date.now()
  const isWaitingForImages = images > copies.length
  const size = packed.byteLength + added
  return { tag, packed, copies, revision, isWaitingForImages, size, fetchedAt: now, usedAt: now }
}

function sameText(before: KeptContent, { copies, revision }: Fetched, added: number): KeptContent {
  return { ...before, copies, revision, size: before.size + added }
}

/**
 * Updates the addresses of the pictures on an entry's card. The server may have copied these pictures only after the
 * entry was synchronized.
 */
async function keepCardPictures(store: Store, id: number, pictures: { lead?: string; icon?: string }): Promise<void> {
  const json = await store.get('entries', id)
  const stored = json === undefined ? undefined : parseEntry(json)
  if (stored && (stored.lead !== pictures.lead || stored.icon !== pictures.icon)) {
    await store.put('entries', JSON.stringify({ ...stored, ...pictures }), id)
  }
}
