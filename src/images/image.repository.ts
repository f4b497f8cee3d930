import type { Database } from '../db/database.ts'
import type { Db, Tx } from '../db/schema.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import type { ImageSize } from './image-size-limit.ts'

/** The copy of an image that this server stores. */
export interface ImageCopy extends ImageSize {
  /** hash of the file */
  readonly sha256: Uint8Array
  /** size of the file in bytes */
  readonly size: number
  /** media type such as `image/png` */
  readonly type: string
}

/**
 * @returns the copies of an entry's images. The keys of the map are the keys of the image addresses (see
 *   address-key.ts), as hexadecimal text.
 */
export async function findCopies(db: Db, owner: UserId, entryId: EntryId): Promise<ReadonlyMap<string, ImageCopy>> {
  const rows = await db
    .selectFrom('entry_image')
    .select(['url_hash', 'sha256', 'size', 'type', 'width', 'height'])
    .where('user_id', '=', owner)
    .where('entry_id', '=', entryId)
    .execute()
  return new Map(rows.map(({ url_hash, ...copy }) => [Buffer.from(url_hash).toString('hex'), copy]))
}

/** @returns a copy of this image that was stored after `since` for any entry of the owner */
export async function findRecentCopy(
  db: Db,
  owner: UserId,
  urlHash: Uint8Array,
  since: string,
): Promise<ImageCopy | undefined> {
  return db
    .selectFrom('entry_image')
    .innerJoin('image', 'image.sha256', 'entry_image.sha256')
    .select(['entry_image.sha256', 'entry_image.size', 'entry_image.type', 'entry_image.width', 'entry_image.height'])
    .where('entry_image.user_id', '=', owner)
    .where('entry_image.url_hash', '=', urlHash)
    .where('image.stored_at', '>', since)
    .limit(1)
    .executeTakeFirst()
}

/** @returns the total size of a user's images in bytes. An image in several entries counts once. */
export async function usedBytes(db: Db, owner: UserId): Promise<number> {
  const row = await db
    .selectFrom((query) =>
      query.selectFrom('entry_image').select(['sha256', 'size']).distinct().where('user_id', '=', owner).as('own'),
    )
    .select(({ fn }) => fn.sum<number | string | null>('own.size').as('bytes'))
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/**
 * @param hashes hashes of images
 * @returns the given hashes that belong to images of the user, as hexadecimal text
 */
export async function findOwnImages(
  db: Db,
  owner: UserId,
  hashes: readonly Uint8Array[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('entry_image')
    .select('sha256')
    .distinct()
    .where('user_id', '=', owner)
    .where('sha256', 'in', hashes)
    .execute()
  return new Set(rows.map(({ sha256 }) => Buffer.from(sha256).toString('hex')))
}

/**
 * Adds the row of an image, or updates the time of an existing row, before the file is stored. For an hour, no sweep
 * deletes the file.
 * @throws AppError `unavailable` if the image is being deleted at this moment
 */
export async function reserveImage(tx: Tx, { sha256, size, type }: ImageCopy, now: string): Promise<void> {
  const row = await tx
    .insertInto('image')
    .values({ sha256, size, type, stored_at: now })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ stored_at: now }).where('image.type', '<>', ''))
    .returning('sha256')
    .executeTakeFirst()
  if (!row) throw new AppError('unavailable', 'an old copy of the image is being deleted: try again later')
}

/**
 * Updates the time of an image whose file is stored. The row stays locked until the transaction ends, so that no sweep
 * deletes the file.
 * @returns false if the file was deleted
 */
export async function claimImage(tx: OwnerTx, { sha256 }: Pick<ImageCopy, 'sha256'>, now: string): Promise<boolean> {
  const row = await tx
    .updateTable('image')
    .set({ stored_at: now })
    .where('sha256', '=', sha256)
    .where('type', '<>', '')
    .returning('sha256')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Stores the copy of an image of an entry. Replaces an older copy of it.
 * @param urlHash key of the image's address (see address-key.ts)
 */
export async function setCopy(
  tx: OwnerTx,
  { owner, id }: { readonly owner: UserId; readonly id: EntryId },
  urlHash: Uint8Array,
  copy: ImageCopy,
): Promise<void> {
  const { sha256, size, type, width, height } = copy
  const values = { sha256, size, type, width, height }
  await tx
    .insertInto('entry_image')
    .values({ user_id: owner, entry_id: id, url_hash: urlHash, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'entry_id', 'url_hash']).doUpdateSet(values))
    .execute()
}

/** Deletes the copies of an entry's images, but keeps those with the given keys. */
export async function deleteOtherCopies(
  tx: OwnerTx,
  { owner, id }: { readonly owner: UserId; readonly id: EntryId },
  urlHashes: readonly Uint8Array[],
): Promise<void> {
  await tx
    .deleteFrom('entry_image')
    .where('user_id', '=', owner)
    .where('entry_id', '=', id)
    .$if(urlHashes.length > 0, (query) => query.where('url_hash', 'not in', urlHashes))
    .execute()
}

/** An image whose file is in the store. */
export interface StoredImage {
  readonly type: string
  /** size of the file in bytes */
  readonly size: number
}

/**
 * @returns two functions that find an image by its SHA-256 hash: `find` in the entries of all users, `findOwn` in those
 *   of one owner
 */
export function storedImages(database: Pick<Database, 'prepare'>) {
  const any = database.prepare<StoredImage>("select type, size from image where sha256 = $1 and type <> ''")
  const own = database.prepare<StoredImage>(
    'select image.type, image.size from image join entry_image as own on own.sha256 = image.sha256 ' +
      "where own.user_id = $1 and image.sha256 = $2 and image.type <> '' limit 1",
  )
  return {
    find: async (sha256: Uint8Array): Promise<StoredImage | undefined> => (await any.all(sha256))[0],
    findOwn: async (owner: UserId, sha256: Uint8Array): Promise<StoredImage | undefined> =>
      (await own.all(owner, sha256))[0],
  }
}
