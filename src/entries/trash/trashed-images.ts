import type { Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { EntryImageTable } from '../../db/tables/image-tables.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

/** A stored copy of an image of an entry. The hash of its address and the hash of its file are in base64. */
export interface SerializedImage extends Pick<Selectable<EntryImageTable>, 'size' | 'type' | 'width' | 'height'> {
  readonly urlHash: string
  readonly sha256: string
}

/**
 * @returns the image copies of each entry, in the form for the trash. A restored entry uses them again if their files
 *   still exist. Otherwise, its images are fetched again.
 */
export async function serializeImages(
  db: Db,
  owner: UserId,
  ids: readonly EntryId[],
): Promise<ReadonlyMap<number, SerializedImage[]>> {
  const rows = await db
    .selectFrom('entry_image')
    .select(['entry_id', 'url_hash', 'sha256', 'size', 'type', 'width', 'height'])
    .where('user_id', '=', owner)
    .where('entry_id', 'in', ids)
    .execute()
  const images = new Map<number, SerializedImage[]>()
  for (const { entry_id, url_hash, sha256, ...facts } of rows) {
    const image = { urlHash: base64(url_hash), sha256: base64(sha256), ...facts }
    images.set(Number(entry_id), [...(images.get(Number(entry_id)) ?? []), image])
  }
  return images
}

/** An entry with its image copies from the trash. */
interface TrashedEntryImages {
  readonly id: EntryId
  readonly images: readonly SerializedImage[]
}

/**
 * Restores the rows of the entries' image copies, if the files still exist. Locks the rows of the files by updating
 * them. The code that deletes a file needs the same lock, so no file disappears during the restoration.
 * @returns the ids of the entries whose images could all be restored
 */
export async function restoreImages(
  tx: OwnerTx,
  owner: UserId,
  entries: readonly TrashedEntryImages[],
  now: string,
): Promise<ReadonlySet<EntryId>> {
  const there = await renewImages(
    tx,
    [...new Set(entries.flatMap(({ images }) => images.map(({ sha256 }) => sha256)))],
    now,
  )
  const rows = entries.flatMap(({ id, images }) =>
    images
      .filter(({ sha256 }) => there.has(sha256))
      .map(({ urlHash, sha256, ...facts }) => ({
        user_id: owner,
        entry_id: id,
        url_hash: bytes(urlHash),
        sha256: bytes(sha256),
        ...facts,
      })),
  )
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    await tx
      .insertInto('entry_image')
      .values(rows.slice(start, start + BATCH_SIZE))
      .execute()
  }
  return new Set(entries.filter(({ images }) => images.every(({ sha256 }) => there.has(sha256))).map(({ id }) => id))
}

/**
 * Maximum number of rows per statement, because a statement has at most 32,766 parameters
 * (https://sqlite.org/limits.html).
 */
const BATCH_SIZE = 1000

/**
 * Sets the time of image files to now, so that they do not count as unused and are not deleted. Their rows stay locked,
 * and the code that deletes a file needs the same lock.
 * @returns the hashes of the files that exist
 */
async function renewImages(tx: OwnerTx, hashes: readonly string[], now: string): Promise<ReadonlySet<string>> {
  const there = new Set<string>()
  for (let start = 0; start < hashes.length; start += BATCH_SIZE) {
    const held = await tx
      .updateTable('image')
      .set({ stored_at: now })
      .where('sha256', 'in', hashes.slice(start, start + BATCH_SIZE).map(bytes))
      .returning('sha256')
      .execute()
    for (const { sha256 } of held) there.add(base64(sha256))
  }
  return there
}

const base64 = (from: Uint8Array): string => Buffer.from(from).toString('base64')
const bytes = (text: string): Uint8Array => Buffer.from(text, 'base64')
