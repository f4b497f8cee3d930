import { createHash } from 'node:crypto'
import type { EmbeddedPicture } from '@dogear/extractor/service'
import type { Database } from '../db/database.ts'
import type { DocumentPictureStore, StoredPicture } from '../entries/document-picture-store.ts'
import { replacePictureAddresses } from '../extraction/replace-picture-addresses.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import type { Clock } from '../kernel/clock.ts'
import { addressKey } from './address-key.ts'
import type { ImageAddresses } from './image-address.ts'
import { imageType } from './image-type.ts'
import { imageSize } from './read-image-size.ts'
import type { ImageStore } from './image-store.ts'
import { claimImage, findOwnImages, reserveImage, setCopy, usedBytes } from './image.repository.ts'
import { MAX_PIXELS } from './image-size-limit.ts'

interface DocumentPictureStoreDeps {
  readonly database: Database
  readonly clock: Clock
  readonly store: ImageStore
  readonly addresses: Pick<ImageAddresses, 'pathOf'>
  /**
   * public address of this server, without a slash at the end; undefined if it is not configured. It makes the
   * addresses of pictures absolute, so that API clients can load them.
   */
  readonly baseUrl: string | undefined
  /** maximum total size of a user's images in bytes; an image in several entries counts once */
  readonly quotaBytes: number
}

/** @returns the functions that store the pictures embedded in documents */
export function documentPictureStore(deps: DocumentPictureStoreDeps): DocumentPictureStore {
  const { database, clock, store } = deps
  return {
    replacePictures: async (owner, article, pictures) => {
      const kept = await withinQuota(deps, owner, pictures)
      const placed = replacePictureAddresses(article, pictures, (picture) => kept.get(picture)?.address)
      const unique = new Map([...kept.values()].map((picture) => [picture.address, picture]))
      return { article: placed, pictures: [...unique.values()] }
    },
    write: async (pictures) => {
      if (pictures.length === 0) return
      const now = clock.now().toISOString()
      await database.transaction(async (tx) => {
        for (const picture of pictures) await reserveImage(tx, picture, now)
      })
      for (const { sha256, bytes } of pictures) await store.put(sha256, bytes)
    },
    claim: async (tx, owner, id, pictures) => {
      for (const picture of pictures) {
        const isStored = await claimImage(tx, picture, clock.now().toISOString())
        if (!isStored) throw new AppError('unavailable', 'a picture of the document was deleted: save it again')
        await setCopy(tx, { owner, id }, addressKey(picture.address), picture)
      }
    },
  }
}

/**
 * Chooses the pictures to store. Leaves out pictures with too many pixels, and those that would exceed the user's
 * quota.
 */
async function withinQuota(
  deps: DocumentPictureStoreDeps,
  owner: UserId,
  pictures: readonly EmbeddedPicture[],
): Promise<ReadonlyMap<EmbeddedPicture, StoredPicture>> {
  const readable = pictures.flatMap((picture) => {
    const kept = toStoredPicture(deps, picture)
    return kept === undefined ? [] : [[picture, kept] as const]
  })
  const hashes = readable.map(([, { sha256 }]) => sha256)
  const [used, own] = await deps.database.read(async (db) => [
    await usedBytes(db, owner),
    await findOwnImages(db, owner, hashes),
  ])
  let total = used
  const kept = new Map<EmbeddedPicture, StoredPicture>()
  for (const [picture, one] of readable) {
    const bytes = own.has(hex(one.sha256)) ? 0 : one.size
    if (bytes > 0 && total + bytes > deps.quotaBytes) continue
    total += bytes
    kept.set(picture, one)
  }
  return kept
}

function toStoredPicture(
  { addresses, baseUrl }: DocumentPictureStoreDeps,
  { address, bytes }: EmbeddedPicture,
): StoredPicture | undefined {
  const type = imageType(bytes)
  const extent = type === undefined ? undefined : imageSize(bytes, type)
  if (type === undefined || !extent || extent.width * extent.height > MAX_PIXELS) return undefined
  const sha256 = createHash('sha256').update(bytes).digest()
  const own = baseUrl === undefined ? address : `${baseUrl}${addresses.pathOf(sha256, type)}`
  return { address: own, sha256, bytes, type, size: bytes.length, ...extent }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
