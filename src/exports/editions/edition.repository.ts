import { hash } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { EpubEditionTable } from '../../db/tables/reading-position-tables.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { decodeLayout, type BookLayout } from '../epub/book-layout.ts'
import { koreaderFileNames } from './koreader-file-names.ts'
import { partialMd5 } from './partial-md5.ts'

/** The EPUB of an entry, as it was sent once. */
export interface Edition {
  readonly entryId: EntryId
  /** SHA-256 of the content in the book; undefined if it is unknown */
  readonly contentHash: Uint8Array | undefined
  /** undefined if it is unknown */
  readonly layout: BookLayout | undefined
}

/** Maximum number of hashes of an entry. The oldest ones are deleted. */
const MAX_PER_ENTRY = 40

/** @returns the hash that identifies the content of an entry */
export function contentHash(content: Uint8Array | undefined): Uint8Array {
  return hash('sha256', content ?? '', 'buffer')
}

interface SentBook {
  readonly id: EntryId
  readonly title: string
  readonly bytes: Uint8Array
  readonly contentHash: Uint8Array
  readonly layout: Uint8Array
}

/**
 * Records that the EPUB of an entry is sent, so that reading devices can later name it by the hash of its bytes or of its file
 * name (docs/apps/koreader.md). Writes nothing if it was recorded before.
 */
export async function recordEdition(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  owner: UserId,
  { id, title, bytes, contentHash: content_hash, layout }: SentBook,
): Promise<void> {
  const names = [...koreaderFileNames(id, title)].map((name) => hash('md5', name))
  const recorded: Recorded = { id, content_hash, documents: [partialMd5(bytes), ...names] }
  if (await database.read((db) => isRecorded(db, owner, recorded))) return
  await ownerTransaction(database, owner, async (tx) => {
    const values = { entry_id: id, content_hash, layout, sent_at: clock.now().toISOString() }
    for (const document of recorded.documents) await storeDocument(tx, owner, document, values)
    await deleteOldest(tx, owner, id)
  })
}

interface ForeignDocument {
  readonly document: string
  readonly id: EntryId
  /** true if places in the document are those of the newest edition of the entry */
  readonly isNewest: boolean
  /** ISO time */
  readonly now: string
}

/** Records that a reading device names an entry by the hash of a file that was not sent, such as a converted one. */
export async function recordForeignDocument(
  tx: OwnerTx,
  owner: UserId,
  { document, id, isNewest, now }: ForeignDocument,
): Promise<void> {
  const row = isNewest ? await newestRow(tx, owner, id) : undefined
  const { content_hash = null, layout = null } = row ?? {}
  await storeDocument(tx, owner, document, { entry_id: id, content_hash, layout, sent_at: now })
  await deleteOldest(tx, owner, id)
}

/** @returns the edition with the hash; undefined if it is none of the owner's books */
export async function findEdition(db: Db, owner: UserId, document: string): Promise<Edition | undefined> {
  if (!isHash(document)) return undefined
  const row = await db
    .selectFrom('epub_edition')
    .select(['entry_id', 'content_hash', 'layout'])
    .where('user_id', '=', owner)
    .where('document', '=', bytesOf(document))
    .executeTakeFirst()
  return row && editionOf(row)
}

/** @returns the edition of an entry that was sent last */
export async function findNewestEdition(db: Db, owner: UserId, id: EntryId): Promise<Edition | undefined> {
  const row = await newestRow(db, owner, id)
  return row && editionOf(row)
}

/** Deletes the editions of entries that can no longer be restored. */
export async function deleteLostEditions(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('epub_edition')
    .where(({ not, exists, selectFrom }) => {
      const kept = selectFrom('entry')
        .select('entry.id')
        .whereRef('entry.user_id', '=', 'epub_edition.user_id')
        .whereRef('entry.id', '=', 'epub_edition.entry_id')
      return not(exists(kept))
    })
    .where(({ not, exists, selectFrom }) => {
      const kept = selectFrom('trashed_entry')
        .select('trashed_entry.entry_id')
        .whereRef('trashed_entry.user_id', '=', 'epub_edition.user_id')
        .whereRef('trashed_entry.entry_id', '=', 'epub_edition.entry_id')
      return not(exists(kept))
    })
    .execute()
}

type Row = Pick<Selectable<EpubEditionTable>, 'entry_id' | 'content_hash' | 'layout'>

const editionOf = ({ entry_id, content_hash, layout }: Row): Edition => ({
  entryId: Number(entry_id) as EntryId,
  contentHash: content_hash ?? undefined,
  layout: layout ? decodeLayout(layout) : undefined,
})

function newestRow(db: Db, owner: UserId, id: EntryId): Promise<Row | undefined> {
  return db
    .selectFrom('epub_edition')
    .select(['entry_id', 'content_hash', 'layout'])
    .where('user_id', '=', owner)
    .where('entry_id', '=', id)
    .where('layout', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The hashes of a book and of its file names. */
interface Recorded {
  readonly id: EntryId
  readonly content_hash: Uint8Array
  readonly documents: readonly string[]
}

async function isRecorded(db: Db, owner: UserId, { id, content_hash, documents }: Recorded): Promise<boolean> {
  const rows = await db
    .selectFrom('epub_edition')
    .select('document')
    .where('user_id', '=', owner)
    .where('document', 'in', documents.map(bytesOf))
    .where('entry_id', '=', id)
    .where('content_hash', '=', content_hash)
    .execute()
  return rows.length === documents.length
}

async function storeDocument(
  tx: OwnerTx,
  owner: UserId,
  document: string,
  values: Omit<Insertable<EpubEditionTable>, 'user_id' | 'document'>,
): Promise<void> {
  await tx
    .insertInto('epub_edition')
    .values({ user_id: owner, document: bytesOf(document), ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'document']).doUpdateSet(values))
    .execute()
}

async function deleteOldest(tx: OwnerTx, owner: UserId, id: EntryId): Promise<void> {
  const ofEntry = tx.selectFrom('epub_edition').where('user_id', '=', owner).where('entry_id', '=', id)
  const rows = await ofEntry
    .select('document')
    .orderBy('sent_at', 'desc')
    .offset(MAX_PER_ENTRY)
    .limit(MAX_PER_ENTRY)
    .execute()
  if (rows.length === 0) return
  await tx
    .deleteFrom('epub_edition')
    .where('user_id', '=', owner)
    .where(
      'document',
      'in',
      rows.map(({ document }) => document),
    )
    .execute()
}

const isHash = (document: string): boolean => /^[\da-f]{32}$/i.test(document)
const bytesOf = (document: string): Buffer => Buffer.from(document, 'hex')
