import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'
import type { CollectionEntryTable } from '../../db/tables/collection-tables.ts'
import type { AnnotationTable, EntryTable } from '../../db/tables/entry-tables.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { EntryProgressTable } from '../../db/tables/reading-position-tables.ts'
import { newPublicId } from '../changing/entry-input.ts'
import { serializeImages, type SerializedImage } from './trashed-images.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'
import { tagsOfEntries } from '../tags-of-entries.ts'

/**
 * A deleted entry as stored in the trash, apart from its text, which is in `trashed_content`. Contains neither the stored
 * page nor the files of images, because both can be fetched again.
 */
export interface TrashedEntry {
  readonly entry: Selectable<EntryTable>
  /** hashes of the entry's addresses, in base64 */
  readonly addresses: readonly string[]
  readonly tags: readonly string[]
  readonly annotations: readonly Selectable<AnnotationTable>[]
  readonly images: readonly SerializedImage[]
  /** reading progress; absent if the entry was never opened */
  readonly progress?: Selectable<EntryProgressTable>
  /** positions in collections */
  readonly collections: readonly Omit<Insertable<CollectionEntryTable>, 'user_id' | 'entry_id'>[]
}

/**
 * Maximum size in bytes of a row after decompression. Protects the memory against a huge row that another program may
 * have written.
 */
const MAX_BYTES = 64 * 1024 * 1024

/** @returns the compressed form of each existing entry, read with a fixed number of queries */
export async function serializeEntries(
  db: Db,
  owner: UserId,
  ids: readonly EntryId[],
): Promise<ReadonlyMap<EntryId, Uint8Array>> {
  const entries = await db.selectFrom('entry').selectAll().where('user_id', '=', owner).where('id', 'in', ids).execute()
  const parts = await readParts(db, owner, ids)
  const packed = new Map<EntryId, Uint8Array>()
  for (const entry of entries) {
    const trashed: TrashedEntry = { entry, ...parts(Number(entry.id)) }
    packed.set(Number(entry.id) as EntryId, compress(trashed))
  }
  return packed
}

const compress = (trashed: TrashedEntry): Uint8Array => zstdCompressSync(JSON.stringify(trashed))

/** @returns the entry in a row of the trash */
export function decompress(data: Uint8Array): TrashedEntry {
  const json = zstdDecompressSync(data, { maxOutputLength: MAX_BYTES })
  return JSON.parse(json.toString()) as TrashedEntry
}

type Parts = Omit<TrashedEntry, 'entry'>

/**
 * Reads the rows of other tables that belong to several entries.
 * @returns a function that returns the rows of one of these entries
 */
async function readParts(db: Db, owner: UserId, ids: readonly EntryId[]): Promise<(id: number) => Parts> {
  const of = <T extends 'entry_address' | 'annotation' | 'entry_progress' | 'collection_entry'>(table: T) =>
    db
      .selectFrom(table as 'annotation')
      .selectAll()
      .where('user_id', '=', owner)
      .where('entry_id', 'in', ids)
  type Rows<T> = readonly (T & { readonly entry_id: number })[]
  const addresses = (await of('entry_address').execute()) as unknown as Rows<{ readonly hash: Uint8Array }>
  const progress = (await of('entry_progress').execute()) as unknown as Rows<Selectable<EntryProgressTable>>
  const picked = (await of('collection_entry').execute()) as unknown as Rows<Selectable<CollectionEntryTable>>
  const collections = Map.groupBy(picked, byEntry)
  const annotations = Map.groupBy(await of('annotation').orderBy('id').execute(), byEntry)
  const tags = await tagsOfEntries(db, owner, ids)
  const hashes = Map.groupBy(addresses, byEntry)
  const places = new Map(progress.map((row) => [byEntry(row), row]))
  const images = await serializeImages(db, owner, ids)
  return (id) => ({
    addresses: (hashes.get(id) ?? []).map(({ hash }) => base64(hash)),
    tags: (tags.get(id) ?? []).map(({ label }) => label),
    annotations: annotations.get(id) ?? [],
    images: images.get(id) ?? [],
    ...(places.has(id) && { progress: places.get(id)! }),
    collections: (collections.get(id) ?? []).map(({ collection_id, position, added_at, moved_at }) => ({
      collection_id: Number(collection_id),
      position: Number(position),
      added_at,
      moved_at,
    })),
  })
}

const byEntry = ({ entry_id: id }: { readonly entry_id: number }): number => Number(id)

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/**
 * Adds entries to the trash. Copies their content within the database, so that long texts do not pass through this
 * process.
 */
export async function insertTrash(
  tx: OwnerTx,
  owner: UserId,
  trash: { readonly entries: ReadonlyMap<EntryId, Uint8Array>; readonly batch: string; readonly now: string },
): Promise<void> {
  const { batch, now } = trash
  const rows = [...trash.entries].map(([id, data]) => ({
    user_id: owner,
    entry_id: id,
    batch,
    data,
    deleted_at: now,
  }))
  await tx
    .insertInto('trashed_entry')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('trashed_content')
    .columns(['user_id', 'batch', 'entry_id', 'content', 'extractor_version', 'steps'])
    .expression((query) =>
      query
        .selectFrom('entry_content')
        .select((select) => [
          'user_id',
          select.val<string>(batch).as('batch'),
          'entry_id',
          'content',
          'extractor_version',
          'steps',
        ])
        .where('user_id', '=', owner)
        .where('entry_id', 'in', [...trash.entries.keys()]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Copies the content of deleted entries from the trash back to `entry_content`. */
export async function restoreContents(
  tx: OwnerTx,
  owner: UserId,
  batch: string,
  ids: readonly EntryId[],
): Promise<void> {
  await tx
    .insertInto('entry_content')
    .columns(['user_id', 'entry_id', 'content', 'extractor_version', 'steps'])
    .expression((query) =>
      query
        .selectFrom('trashed_content')
        .select(['user_id', 'entry_id', 'content', 'extractor_version', 'steps'])
        .where('user_id', '=', owner)
        .where('batch', '=', batch)
        .where('entry_id', 'in', ids),
    )
    .execute()
}

/**
 * @returns the id of the deletion that moved this entry to the trash last; undefined if the entry is not in the trash
 */
export async function findTrashBatch(db: Db, owner: UserId, id: EntryId): Promise<string | undefined> {
  const row = await db
    .selectFrom('trashed_entry')
    .select('batch')
    .where('user_id', '=', owner)
    .where('entry_id', '=', id)
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.batch
}

/** Selects entries that one deletion has moved to the trash. */
interface TrashList {
  readonly batch: string
  /** maximum number of entries */
  readonly limit: number
  /** selects only these entries */
  readonly ids?: readonly EntryId[]
}

/** @returns entries that a deletion moved to the trash; with `ids`, only these entries */
export async function listTrash(db: Db, owner: UserId, { batch, limit, ids }: TrashList): Promise<TrashedEntry[]> {
  const rows = await db
    .selectFrom('trashed_entry')
    .select('data')
    .where('user_id', '=', owner)
    .where('batch', '=', batch)
    .$if(ids !== undefined, (query) => query.where('entry_id', 'in', ids!))
    .orderBy('entry_id')
    .limit(limit)
    .execute()
  return rows.map(({ data }) => decompress(data))
}

/** Number of entries that `renewTrashedLinks` reads at a time. */
const RENEWAL_BATCH = 500

/** Gives the public entries in the trash new public ids, so that an old link stays dead after they are restored. */
export async function renewTrashedLinks(tx: OwnerTx, owner: UserId): Promise<void> {
  const rows = tx.selectFrom('trashed_entry').select(['batch', 'entry_id', 'data']).where('user_id', '=', owner)
  let last = { batch: '', entry_id: 0 }
  for (;;) {
    const page = await rows
      .where(({ eb, refTuple, tuple }) => eb(refTuple('batch', 'entry_id'), '>', tuple(last.batch, last.entry_id)))
      .orderBy('batch')
      .orderBy('entry_id')
      .limit(RENEWAL_BATCH)
      .execute()
    for (const { batch, entry_id, data } of page) {
      const trashed = decompress(data)
      if (trashed.entry.uid === null) continue
      const renewed = compress({ ...trashed, entry: { ...trashed.entry, uid: newPublicId() } })
      await tx
        .updateTable('trashed_entry')
        .set({ data: renewed })
        .where('user_id', '=', owner)
        .where('batch', '=', batch)
        .where('entry_id', '=', entry_id)
        .execute()
    }
    if (page.length < RENEWAL_BATCH) return
    last = page.at(-1)!
  }
}

export async function removeTrash(tx: OwnerTx, owner: UserId, batch: string, ids: readonly EntryId[]): Promise<void> {
  await tx
    .deleteFrom('trashed_entry')
    .where('user_id', '=', owner)
    .where('batch', '=', batch)
    .where('entry_id', 'in', ids)
    .execute()
}

/** Permanently deletes the entries that were moved to the trash before a time. */
export async function emptyTrash(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('trashed_entry').where('deleted_at', '<', before).execute()
}
