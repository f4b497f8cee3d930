import type { CleanedContent } from '@dogear/extractor/service'
import { markCollectionsChanged } from '../../collections/mark-collections-changed.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { advanceRevision } from '../../users/revision.ts'
import { changeEntry } from './change-entry.ts'
import { dropEntry } from '../deleting/drop-entries.ts'
import { recordMerge } from '../deleting/deletion.repository.ts'
import type { EntryInput } from './entry-input.ts'
import { findStoredContent, updateEntry } from '../entry.repository.ts'
import type { Entry } from '../entry.ts'
import { savedAddress } from '../saving/saved-address.ts'
import { joinNotes } from '../join-notes.ts'
import type { EnqueueImages } from '../enqueue-images.ts'
import type { OwnerTx } from '../../users/owner-transaction.ts'

interface Merge {
  /** the entry that is kept */
  readonly older: Entry
  /** another entry of the same page, which is merged into `older` and deleted */
  readonly newer: Entry
  readonly now: Date
  /** enqueues the job that copies the images of an entry; absent if this server stores no images */
  readonly enqueueImages?: EnqueueImages | undefined
}

/**
 * Merges two entries that have the same address after redirects. The older entry is kept. It takes over the newer
 * entry's client input (wallabag contract 4.1), note, tags, annotations, addresses, positions in collections and public
 * link.
 * @returns the kept entry in its new state
 */
export async function mergeEntries(tx: OwnerTx, { older, newer, now, enqueueImages }: Merge): Promise<Entry> {
  const { ownerId: owner, id } = older
  const text = await givenText(tx, newer)
  const note = joinNotes(older.note, newer.note)
  const fields = {
    ...givenMetadata(newer),
    ...givenFlags(newer, older),
    ...(text && { content: text.content }),
    ...(note !== undefined && { note }),
  }
  await changeEntry(tx, older, { fields, cleaned: text, tags: 'add', now }, enqueueImages)
  await moveTags(tx, owner, newer.id, id)
  if (note === undefined) await keepAsAnnotation(tx, newer, now.toISOString())
  await moveRows(tx, 'annotation', newer, older)
  await moveRows(tx, 'entry_address', newer, older)
  await moveRows(tx, 'epub_edition', newer, older)
  await moveRows(tx, 'assigned_document', newer, older)
  await moveDeletedHighlights(tx, owner, newer.id, id)
  await moveCollectionPositions(tx, owner, newer.id, id)
  await dropEntry(tx, owner, newer.id, now.toISOString())
  await recordMerge(tx, owner, newer.id, id)
  const kept = await updateEntry(tx, owner, id, {
    ...(fields.isArchived && { archived_at: newer.archivedAt }),
    ...(fields.isStarred && { starred_at: newer.starredAt }),
    uid: older.uid ?? newer.uid,
    updated_at: now.toISOString(),
    revision: await advanceRevision(tx, owner),
  })
  return kept!
}

/** @returns the metadata that a client sent for the entry. It takes precedence over the metadata of the page. */
function givenMetadata(entry: Entry): EntryInput {
  const { title, language, previewPicture, publishedAt, publishedBy, originUrl } = entry
  const facts = {
    title,
    language,
    previewPicture,
    publishedAt,
    authors: publishedBy === null ? null : (JSON.parse(publishedBy) as string[]),
  }
  const given = entry.givenFields.filter((field) => field !== 'content' && facts[field] !== null)
  // After a redirect, `originUrl` contains the address that was saved. A client has sent an origin only if the two
  // differ.
  const isOriginGiven = originUrl !== null && originUrl !== savedAddress(entry)
  return {
    ...Object.fromEntries(given.map((field) => [field, facts[field as keyof typeof facts]])),
    ...(isOriginGiven && { originUrl }),
  }
}

/**
 * @returns the flags to set on the older entry, because only the newer one has them. A flag that only the older entry
 *   has stays set, because the client may not have sent this flag for the newer one.
 */
function givenFlags(newer: Entry, older: Entry): EntryInput {
  return {
    ...(newer.isArchived && !older.isArchived && { isArchived: true }),
    ...(newer.isStarred && !older.isStarred && { isStarred: true }),
  }
}

/** Stores the note of an entry as an annotation without a quotation, so that it is not lost in the merge. */
async function keepAsAnnotation(tx: OwnerTx, { ownerId, id, note }: Entry, now: string): Promise<void> {
  const values = { user_id: ownerId, entry_id: id, text: note ?? '', quote: '', ranges: '[]' }
  await tx
    .insertInto('annotation')
    .values({ ...values, created_at: now, updated_at: now })
    .execute()
}

async function givenText(
  tx: OwnerTx,
  { ownerId, id, givenFields, readingTime }: Entry,
): Promise<CleanedContent | undefined> {
  if (!givenFields.includes('content')) return undefined
  const stored = await findStoredContent(tx, ownerId, id)
  if (!stored) return undefined
  return { content: stored.html, readingTime, previewPicture: undefined, title: undefined, language: undefined }
}

type MovedTable = 'annotation' | 'entry_address' | 'epub_edition' | 'assigned_document'

async function moveRows(tx: OwnerTx, table: MovedTable, from: Entry, to: Entry): Promise<void> {
  await tx
    .updateTable(table)
    .set({ entry_id: to.id })
    .where('user_id', '=', from.ownerId)
    .where('entry_id', '=', from.id)
    .execute()
}

async function moveDeletedHighlights(tx: OwnerTx, owner: UserId, from: EntryId, to: EntryId): Promise<void> {
  const rows = await tx
    .selectFrom('deleted_highlight')
    .select(['hash', 'deleted_at'])
    .where('user_id', '=', owner)
    .where('entry_id', '=', from)
    .execute()
  if (rows.length === 0) return
  await tx
    .insertInto('deleted_highlight')
    .values(rows.map((row) => ({ ...row, user_id: owner, entry_id: to })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Moves the newer entry's positions in collections. If a collection contains both entries, the older one keeps its
 * position.
 */
async function moveCollectionPositions(tx: OwnerTx, owner: UserId, from: EntryId, to: EntryId): Promise<void> {
  const places = await tx
    .selectFrom('collection_entry')
    .select(['collection_id', 'position', 'added_at'])
    .where('user_id', '=', owner)
    .where('entry_id', '=', from)
    .execute()
  if (places.length === 0) return
  await tx
    .insertInto('collection_entry')
    .values(places.map((place) => ({ ...place, user_id: owner, entry_id: to })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await markCollectionsChanged(
    tx,
    owner,
    places.map(({ collection_id }) => collection_id),
  )
}

async function moveTags(tx: OwnerTx, owner: UserId, from: EntryId, to: EntryId): Promise<void> {
  const rows = await tx
    .selectFrom('entry_tag')
    .select('tag_id')
    .where('user_id', '=', owner)
    .where('entry_id', '=', from)
    .execute()
  if (rows.length === 0) return
  await tx
    .insertInto('entry_tag')
    .values(rows.map(({ tag_id }) => ({ user_id: owner, entry_id: to, tag_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
