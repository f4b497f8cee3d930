import type { Database } from '../db/database.ts'
import { findEntry, findStoredContent } from '../entries/entry.repository.ts'
import type { Fetcher } from '../fetching/fetcher.ts'
import { RetryLater, type JobPayloads, type JobRun } from '../jobs/job-queue.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ImageStore } from './image-store.ts'
import { addressKey } from './address-key.ts'
import { imageAddressesIn } from './image-elements.ts'
import {
  claimImage,
  findCopies,
  findRecentCopy,
  deleteOtherCopies,
  type ImageCopy,
  reserveImage,
  setCopy,
  usedBytes,
} from './image.repository.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'
import { imageType } from './image-type.ts'
import { imageSize } from './read-image-size.ts'
import { MAX_PIXELS } from './image-size-limit.ts'

export interface EntryImagesDeps {
  readonly database: Database
  readonly clock: Clock
  readonly store: ImageStore
  /** a fetcher with the size limits for images */
  readonly fetcher: Fetcher
  /** maximum total size of a user's images in bytes; an image in several entries counts once */
  readonly quotaBytes: number
}

/** Time limit in milliseconds for the fetch of one image, including redirects. */
const IMAGE_MS = 15_000

const ACCEPT = 'image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9,*/*;q=0.1'

/**
 * Limits for the images of an entry: their number and their total size in bytes (security specification, section 5).
 * Further images are not copied, and keep their original address.
 */
const MAX_IMAGES = 100

const MAX_ENTRY_BYTES = 50 * 1024 * 1024

/**
 * Time limit in milliseconds for all images of an entry. Further images are not copied, and keep their original
 * address.
 */
const ENTRY_MS = 300_000

interface OwnedEntry {
  readonly owner: UserId
  readonly id: EntryId
}

/**
 * @returns the handler of the job that stores copies of the images of an entry. It stores them one by one, so that an
 *   interrupted job continues after the last stored image. Images that cannot be fetched keep their original address.
 */
export function entryImagesJob(deps: EntryImagesDeps) {
  return async (payload: JobPayloads['entry.images'], run: JobRun): Promise<void> => {
    const place = { owner: payload.userId as UserId, id: payload.entryId as EntryId }
    const addresses = await wantedAddresses(deps.database, place)
    if (!addresses) return
    const keys = addresses.map(addressKey)
    // The user may have exceeded the quota by restoring deleted entries. Restoring an entry also restores the copies of
    // its images, without a check of the quota.
    const used = await deps.database.read((db) => usedBytes(db, place.owner))
    await ownerTransaction(deps.database, place.owner, (tx) =>
      deleteOtherCopies(tx, place, used > deps.quotaBytes ? [] : keys),
    )
    const copies = await deps.database.read((db) => findCopies(db, place.owner, place.id))
    const limit = AbortSignal.any([run.signal, AbortSignal.timeout(ENTRY_MS)])
    let bytes = [...copies.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [index, address] of addresses.entries()) {
      if (copies.has(Buffer.from(keys[index]!).toString('hex'))) continue
      if (limit.aborted || bytes >= MAX_ENTRY_BYTES) break
      const image =
        (await knownCopy(deps, place.owner, keys[index]!)) ?? (await fetchImage(deps.fetcher, address, limit))
      if (!image || bytes + image.size > MAX_ENTRY_BYTES) continue
      bytes += image.size
      if ((await storeImage(deps, place, keys[index]!, image)) === 'over-quota') break
    }
    if (run.signal.aborted) throw new RetryLater('the process stops')
  }
}

/**
 * Milliseconds for which a fetched image can be used for other entries of the user. Pages of a site often share images.
 */
const RECENT_MS = 3_600_000

async function knownCopy(
  { database, clock }: EntryImagesDeps,
  owner: UserId,
  key: Uint8Array,
): Promise<ImageCopy | undefined> {
  const since = new Date(clock.now().getTime() - RECENT_MS).toISOString()
  return database.read((db) => findRecentCopy(db, owner, key, since))
}

/**
 * @returns the addresses of the entry's preview picture, its site icon and the images in its text; undefined if there
 *   is no such entry
 */
async function wantedAddresses(database: Database, { owner, id }: OwnedEntry): Promise<string[] | undefined> {
  return database.read(async (db) => {
    const entry = await findEntry(db, owner, id)
    if (!entry) return undefined
    const content = await findStoredContent(db, owner, id)
    const inText = imageAddressesIn(content?.html ?? '', MAX_IMAGES)
    const ahead = [entry.previewPicture, entry.siteIcon].filter((address) => address !== null)
    return [...new Set([...ahead, ...inText])].slice(0, MAX_IMAGES)
  })
}

/**
 * Reserves the row of an image, stores its file, and links it to the entry (security specification 4.1). While the file
 * is stored, no transaction is open.
 */
async function storeImage(
  { database, clock, store, quotaBytes }: EntryImagesDeps,
  place: OwnedEntry,
  key: Uint8Array,
  image: ImageCopy & { readonly bytes?: FetchedImage['bytes'] },
): Promise<'kept' | 'missing' | 'over-quota'> {
  const used = await database.read((db) => usedBytes(db, place.owner))
  if (used + image.size > quotaBytes) return 'over-quota'
  if (image.bytes) {
    await database.transaction((tx) => reserveImage(tx, image, clock.now().toISOString()))
    await store.put(image.sha256, image.bytes)
  }
  return ownerTransaction(database, place.owner, async (tx) => {
    if (!(await findEntry(tx, place.owner, place.id))) return 'missing'
    if ((await usedBytes(tx, place.owner)) + image.size > quotaBytes) return 'over-quota'
    if (!(await claimImage(tx, image, clock.now().toISOString()))) return 'missing'
    await setCopy(tx, place, key, image)
    return 'kept'
  })
}

interface FetchedImage extends ImageCopy {
  readonly bytes: Uint8Array
}

/**
 * Fetches an image. An error of the site does not reject the promise.
 * @param fetcher a fetcher with the size limits for images
 * @returns the image; undefined if it cannot be fetched, is not an image, or has too many pixels
 */
async function fetchImage(fetcher: Fetcher, address: string, signal: AbortSignal): Promise<FetchedImage | undefined> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(IMAGE_MS)])
  const outcome = await fetcher.fetch(address, { signal: limit, accept: ACCEPT })
  if (outcome.kind === 'failed' || outcome.page.status !== 200) return undefined
  const { body: bytes } = outcome.page
  const type = imageType(bytes)
  const extent = type === undefined ? undefined : imageSize(bytes, type)
  if (type === undefined || !extent || extent.width * extent.height > MAX_PIXELS) return undefined
  const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return { bytes, sha256, size: bytes.length, type, ...extent }
}
