import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'
import type { AnnotationTable, EntryContentTable, EntryTable } from '../../db/tables/entry-tables.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import { serializeImages, type SerializedImage } from './trashed-images.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

/** The stored form of a deleted entry, without its capture and the bytes of its images, which can be fetched again. */
export interface TrashedEntry {
  readonly entry: Selectable<EntryTable>
  readonly content?: Omit<Selectable<EntryContentTable>, 'content'> & { readonly content: string }
  /** in base64 */
  readonly addresses: readonly string[]
  readonly tags: readonly string[]
  readonly annotations: readonly Selectable<AnnotationTable>[]
  /** absent in rows packed by an older version */
  readonly images?: readonly SerializedImage[]
}

/** Maximum size in bytes after decompression, against rows that this program did not write. */
const MOST_BYTES = 64 * 1024 * 1024

/** @returns the packed entry for the trash; undefined if there is no such entry */
export async function serializeEntry(db: Db, owner: UserId, id: EntryId): Promise<Uint8Array | undefined> {
  const entry = await db
    .selectFrom('entry')
    .selectAll()
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!entry) return undefined
  const parts = await readParts(db, owner, id)
  return promisify(zstdCompress)(JSON.stringify({ entry, ...parts } satisfies TrashedEntry))
}

async function readParts(db: Db, owner: UserId, id: EntryId): Promise<Omit<TrashedEntry, 'entry'>> {
  const of = <T extends 'entry_content' | 'entry_address' | 'annotation'>(table: T) =>
    db
      .selectFrom(table as 'annotation')
      .selectAll()
      .where('user_id', '=', owner)
      .where('entry_id', '=', id)
  const content = (await of('entry_content').executeTakeFirst()) as unknown as Selectable<EntryContentTable> | undefined
  const addresses = (await of('entry_address').execute()) as unknown as readonly { readonly hash: Uint8Array }[]
  const annotations = await of('annotation').orderBy('id').execute()
  const tags = await db
    .selectFrom('entry_tag')
    .innerJoin('tag', (join) =>
      join.onRef('tag.user_id', '=', 'entry_tag.user_id').onRef('tag.id', '=', 'entry_tag.tag_id'),
    )
    .select('tag.label')
    .where('entry_tag.user_id', '=', owner)
    .where('entry_tag.entry_id', '=', id)
    .execute()
  return {
    ...(content && { content: { ...content, content: base64(content.content) } }),
    addresses: addresses.map(({ hash }) => base64(hash)),
    tags: tags.map(({ label }) => label),
    annotations,
    images: await serializeImages(db, owner, id),
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export async function insertTrash(
  tx: OwnerTx,
  owner: UserId,
  trash: { readonly id: EntryId; readonly batch: string; readonly data: Uint8Array; readonly now: string },
): Promise<void> {
  await tx
    .insertInto('trashed_entry')
    .values({ user_id: owner, entry_id: trash.id, batch: trash.batch, data: trash.data, deleted_at: trash.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns up to `most` entries of one deletion */
export async function listTrash(
  db: Db,
  owner: UserId,
  { batch, most }: { readonly batch: string; readonly most: number },
): Promise<TrashedEntry[]> {
  const rows = await db
    .selectFrom('trashed_entry')
    .select('data')
    .where('user_id', '=', owner)
    .where('batch', '=', batch)
    .orderBy('entry_id')
    .limit(most)
    .execute()
  return Promise.all(
    rows.map(async ({ data }) => {
      const json = await promisify(zstdDecompress)(data, { maxOutputLength: MOST_BYTES })
      return JSON.parse(json.toString()) as TrashedEntry
    }),
  )
}

export async function removeTrash(tx: OwnerTx, owner: UserId, batch: string, id: number): Promise<void> {
  await tx
    .deleteFrom('trashed_entry')
    .where('user_id', '=', owner)
    .where('batch', '=', batch)
    .where('entry_id', '=', id)
    .execute()
}

/** Permanently deletes everything deleted before a time. */
export async function emptyTrash(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('trashed_entry').where('deleted_at', '<', before).execute()
}
