import type { Selectable } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { EntryImageTable } from '../../db/tables/image-tables.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

/** The copy of one image address of an entry, with its keys in base64. */
export interface SerializedImage extends Pick<Selectable<EntryImageTable>, 'size' | 'type' | 'width' | 'height'> {
  readonly urlHash: string
  readonly sha256: string
}

/** @returns the image data to keep for an entry, so that its images are not fetched again while their files exist */
export async function serializeImages(db: Db, owner: UserId, id: EntryId): Promise<SerializedImage[]> {
  const rows = await db
    .selectFrom('entry_image')
    .select(['url_hash', 'sha256', 'size', 'type', 'width', 'height'])
    .where('user_id', '=', owner)
    .where('entry_id', '=', id)
    .execute()
  return rows.map(({ url_hash, sha256, ...facts }) => ({ urlHash: base64(url_hash), sha256: base64(sha256), ...facts }))
}

/**
 * Restores an entry's image copies, except those whose files a sweep has deleted. Code that removes a file locks its
 * row, so a locked row's file exists.
 */
export async function restoreImages(
  tx: OwnerTx,
  owner: UserId,
  id: EntryId,
  { images, now }: { readonly images: readonly SerializedImage[]; readonly now: string },
): Promise<void> {
  if (images.length === 0) return
  const held = await tx
    .updateTable('image')
    .set({ stored_at: now })
    .where(
      'sha256',
      'in',
      images.map(({ sha256 }) => bytes(sha256)),
    )
    .returning('sha256')
    .execute()
  const there = new Set(held.map(({ sha256 }) => base64(sha256)))
  const kept = images.filter(({ sha256 }) => there.has(sha256))
  if (kept.length === 0) return
  await tx
    .insertInto('entry_image')
    .values(
      kept.map(({ urlHash, sha256, ...facts }) => ({
        user_id: owner,
        entry_id: id,
        url_hash: bytes(urlHash),
        sha256: bytes(sha256),
        ...facts,
      })),
    )
    .execute()
}

const base64 = (from: Uint8Array): string => Buffer.from(from).toString('base64')
const bytes = (text: string): Uint8Array => Buffer.from(text, 'base64')
