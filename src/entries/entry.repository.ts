import type { Insertable, Updateable } from 'kysely'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import type { Db } from '../db/schema.ts'
import type { EntryTable } from '../db/tables/entry-tables.ts'
import type { Entry } from './entry.ts'
import { addressHashes } from './saving/address-hashes.ts'
import { toEntry } from './entry-row.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'
import { storableText } from '../kernel/storable-text.ts'

/**
 * @returns a query for the owner's entries. All reads start with this query, so that none can forget the condition on
 *   the owner.
 */
function owned(db: Db, owner: UserId) {
  return db.selectFrom('entry').selectAll('entry').where('entry.user_id', '=', owner)
}

export async function findEntry(db: Db, owner: UserId, id: EntryId): Promise<Entry | undefined> {
  const row = await owned(db, owner).where('entry.id', '=', id).executeTakeFirst()
  return row && toEntry(row)
}

/** @returns the owner's oldest entry with one of these address hashes */
export async function findEntryByHashes(
  db: Db,
  owner: UserId,
  hashes: readonly Uint8Array[],
): Promise<Entry | undefined> {
  const row = await owned(db, owner)
    .innerJoin('entry_address', (join) =>
      join.onRef('entry_address.user_id', '=', 'entry.user_id').onRef('entry_address.entry_id', '=', 'entry.id'),
    )
    .where('entry_address.user_id', '=', owner)
    .where('entry_address.hash', 'in', hashes)
    .orderBy('entry.id')
    .limit(1)
    .executeTakeFirst()
  return row && toEntry(row)
}

export async function insertEntry(tx: OwnerTx, values: Insertable<EntryTable>): Promise<Entry> {
  return toEntry(await tx.insertInto('entry').values(values).returningAll().executeTakeFirstOrThrow())
}

export async function updateEntry(
  tx: OwnerTx,
  owner: UserId,
  id: EntryId,
  changes: Updateable<EntryTable>,
): Promise<Entry | undefined> {
  const row = await tx
    .updateTable('entry')
    .set(changes)
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toEntry(row)
}

/**
 * Deletes the row of an entry. Foreign keys delete its content, addresses, tags, annotations and capture.
 * @returns true if the entry existed
 */
export async function removeEntry(tx: OwnerTx, owner: UserId, id: EntryId): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('entry')
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/**
 * Registers addresses under which an entry can be found.
 * @returns the id of another entry of the owner that already has one of these addresses; undefined if there is none
 */
export async function claimAddresses(
  tx: OwnerTx,
  owner: UserId,
  id: EntryId,
  addresses: readonly string[],
): Promise<EntryId | undefined> {
  const hashes = addressHashes(...addresses)
  await tx
    .insertInto('entry_address')
    .values(hashes.map((hash) => ({ user_id: owner, hash, entry_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findOtherHolder(tx, owner, hashes, id)
}

/** @returns the oldest other entry that has one of the hashes of addresses; undefined if there is none */
export async function findOtherHolder(
  tx: OwnerTx,
  owner: UserId,
  hashes: readonly Uint8Array[],
  id: EntryId,
): Promise<EntryId | undefined> {
  const other = await tx
    .selectFrom('entry_address')
    .select('entry_id')
    .where('user_id', '=', owner)
    .where('hash', 'in', hashes)
    .where('entry_id', '!=', id)
    .orderBy('entry_id')
    .limit(1)
    .executeTakeFirst()
  return other && (Number(other.entry_id) as EntryId)
}

/**
 * Maximum number of hashes of an entry. Each spelling has two or four, and each click on an advertisement may make a new
 * one.
 */
export const MAX_HASHES = 400

/** Registers further spellings of an entry's address. Those of other entries, and those above the limit, are ignored. */
export async function addSpellings(
  tx: OwnerTx,
  { ownerId: owner, id, url, givenUrl }: Entry,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.every((address) => address === url || address === givenUrl)) return
  const { count } = await tx
    .selectFrom('entry_address')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', owner)
    .where('entry_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(count) < MAX_HASHES) await claimAddresses(tx, owner, id, addresses)
}

export interface StoredContent {
  readonly html: string
  readonly extractorVersion: number
  /** extraction log as JSON text; null if there is none */
  readonly steps: string | null
}

/** @returns the content as stored: a JSON string, encoded in UTF-8; undefined if there is none */
export async function findContent(db: Db, owner: UserId, id: EntryId): Promise<Uint8Array | undefined> {
  const query = db.selectFrom('entry_content').select('content').where('user_id', '=', owner).where('entry_id', '=', id)
  return (await query.executeTakeFirst())?.content
}

/** @returns the content with its extraction data, or undefined if there is none */
export async function findStoredContent(db: Db, owner: UserId, id: EntryId): Promise<StoredContent | undefined> {
  const row = await db
    .selectFrom('entry_content')
    .select(['content', 'extractor_version', 'steps'])
    .where('user_id', '=', owner)
    .where('entry_id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const html = JSON.parse(Buffer.from(row.content).toString()) as string
  return { html, extractorVersion: row.extractor_version, steps: row.steps }
}

/** Stores the version and log of a new extraction that produced the same content. */
export async function recordExtraction(
  tx: OwnerTx,
  owner: UserId,
  id: EntryId,
  { extractorVersion, steps }: Omit<StoredContent, 'html'>,
): Promise<void> {
  await tx
    .updateTable('entry_content')
    .set({ extractor_version: extractorVersion, steps })
    .where('user_id', '=', owner)
    .where('entry_id', '=', id)
    .execute()
}

/** Stores the content as a JSON string. Lists send this string unchanged, without parsing or encoding it. */
export async function setContent(tx: OwnerTx, owner: UserId, id: EntryId, content: StoredContent): Promise<void> {
  const values = {
    content: storedContent(content.html),
    extractor_version: content.extractorVersion,
    steps: content.steps,
  }
  await tx
    .insertInto('entry_content')
    .values({ user_id: owner, entry_id: id, ...values })
    .onConflict((conflict) =>
      // `excluded` refers to the values of the insertion. Passing the content again as a parameter would double the
      // size of the statement, which can have megabytes.
      conflict.columns(['user_id', 'entry_id']).doUpdateSet(({ ref }) => ({
        content: ref('excluded.content'),
        extractor_version: ref('excluded.extractor_version'),
        steps: ref('excluded.steps'),
      })),
    )
    .execute()
}

/** @returns the content as stored: a JSON string, encoded in UTF-8 */
export function storedContent(html: string): Buffer {
  return Buffer.from(JSON.stringify(storableText(html)))
}

interface Tombstone {
  readonly kind: 'entry' | 'annotation' | 'tag' | 'collection'
  readonly objectId: number
  readonly revision: number
  readonly now: string
}

/** Records a deletion, so that clients that were offline can learn of it. */
export async function insertTombstone(tx: OwnerTx, owner: UserId, tombstone: Tombstone): Promise<void> {
  const { kind, objectId, revision, now } = tombstone
  await tx
    .insertInto('tombstone')
    .values({ user_id: owner, kind, object_id: objectId, revision, deleted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Records deletions of several objects of the same kind. */
export async function insertTombstones(
  tx: OwnerTx,
  owner: UserId,
  { kind, objectIds, revision, now }: Omit<Tombstone, 'objectId'> & { readonly objectIds: readonly number[] },
): Promise<void> {
  const rows = objectIds.map((id) => ({ user_id: owner, kind, object_id: id, revision, deleted_at: now }))
  await tx
    .insertInto('tombstone')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How a change affects public sharing, for the account's security events. */
export interface SharingChange {
  /** set if the change created or removed the public link */
  readonly sharing?: 'share-on' | 'share-off'
}

/** @param isPublic the requested state; undefined if the client did not send one */
export function sharingChange(wasPublic: boolean, isPublic: boolean | undefined): SharingChange {
  if (isPublic === undefined || isPublic === wasPublic) return {}
  return { sharing: isPublic ? 'share-on' : 'share-off' }
}
