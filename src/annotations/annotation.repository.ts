import type { Selectable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { AnnotationTable } from '../db/tables/entry-tables.ts'
import type { EntryAnnotation } from '../entries/entry.ts'
import type { AnnotationId, EntryId, UserId } from '../kernel/branded-ids.ts'
import type { Color } from './annotation-color.ts'
import type { AnnotationInput } from './annotation.ts'
import { storedTags, tagsMember } from './annotation-tags.ts'
import type { OwnerTx } from '../users/owner-transaction.ts'
import { storableJson } from '../kernel/storable-text.ts'

/** An annotation to add. The default colour is yellow. */
export type ColoredInput = AnnotationInput & { readonly color?: Color; readonly tags?: readonly string[] }

/** A change to an annotation. Without `color` or `tags`, they stay the same. */
export interface AnnotationChange {
  readonly text: string
  readonly color?: Color
  readonly tags?: readonly string[]
}

export interface OwnedAnnotation extends EntryAnnotation {
  readonly entryId: EntryId
}

/** @returns the annotations of an entry with this quote, oldest first */
export async function listAnnotationsByQuote(
  tx: OwnerTx,
  owner: UserId,
  entryId: EntryId,
  quote: string,
): Promise<OwnedAnnotation[]> {
  const query = tx.selectFrom('annotation').selectAll().where('user_id', '=', owner).where('entry_id', '=', entryId)
  const rows = await query.where('quote', '=', quote).orderBy('id').execute()
  return rows.map(toAnnotation)
}

export async function insertAnnotation(
  tx: OwnerTx,
  owner: UserId,
  entryId: EntryId,
  { text, quote, ranges, color, tags = [], now }: ColoredInput & { readonly now: string },
): Promise<OwnedAnnotation> {
  const row = await tx
    .insertInto('annotation')
    .values({
      user_id: owner,
      entry_id: entryId,
      text,
      quote,
      ranges: storableJson(ranges),
      ...(color !== undefined && { color }),
      tags: storedTags(tags),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAnnotation(row)
}

export async function countAnnotations(tx: OwnerTx, owner: UserId, entryId: EntryId): Promise<number> {
  const { total } = await tx
    .selectFrom('annotation')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', owner)
    .where('entry_id', '=', entryId)
    .executeTakeFirstOrThrow()
  return total
}

/** The note, the colour and the tags of an annotation, each with the ISO time of its last change, or null if it never changed. */
export interface StoredNote {
  readonly text: string
  readonly color: string
  readonly textSetAt: string | null
  readonly colorSetAt: string | null
  readonly tags: readonly string[]
  readonly tagsSetAt: string | null
}

/** @returns the note, the colour and the tags of an annotation; undefined if the owner has no such annotation */
export async function findNote(tx: OwnerTx, owner: UserId, id: AnnotationId): Promise<StoredNote | undefined> {
  const query = tx
    .selectFrom('annotation')
    .select([
      'text',
      'color',
      'tags',
      'text_set_at as textSetAt',
      'color_set_at as colorSetAt',
      'tags_set_at as tagsSetAt',
    ])
    .where('user_id', '=', owner)
  const row = await query.where('id', '=', id).executeTakeFirst()
  return row && { ...row, tags: [], ...tagsMember(row.tags) }
}

/**
 * ISO times of an update. `now` is the time at which the row is written. The others are the times at which the user changed
 * the note, the colour and the tags, possibly offline.
 */
interface UpdateTimes {
  readonly now: string
  readonly textSetAt?: string
  readonly colorSetAt?: string
  readonly tagsSetAt?: string
}

export async function updateAnnotation(
  tx: OwnerTx,
  owner: UserId,
  id: AnnotationId,
  { text, color, tags, now, ...times }: AnnotationChange & UpdateTimes,
): Promise<OwnedAnnotation | undefined> {
  const row = await tx
    .updateTable('annotation')
    .set({
      text,
      updated_at: now,
      import_id: null,
      ...(color !== undefined && { color }),
      ...(tags !== undefined && { tags: storedTags(tags) }),
      ...timeColumns(times),
    })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toAnnotation(row)
}

/**
 * Stores the times at which a user set the note, the colour or the tags, without changing their values. An older change that
 * arrives later is then ignored, even if the user set the value that was already stored.
 */
export async function setNoteTimes(
  tx: OwnerTx,
  owner: UserId,
  id: AnnotationId,
  given: Omit<UpdateTimes, 'now'>,
): Promise<void> {
  const times = timeColumns(given)
  if (Object.keys(times).length === 0) return
  await tx.updateTable('annotation').set(times).where('user_id', '=', owner).where('id', '=', id).execute()
}

function timeColumns({ textSetAt, colorSetAt, tagsSetAt }: Omit<UpdateTimes, 'now'>) {
  return {
    ...(textSetAt !== undefined && { text_set_at: textSetAt }),
    ...(colorSetAt !== undefined && { color_set_at: colorSetAt }),
    ...(tagsSetAt !== undefined && { tags_set_at: tagsSetAt }),
  }
}

/** The words that an annotation marks, and their ranges in the article. */
export type Passage = Pick<AnnotationInput, 'quote' | 'ranges'>

/** @returns the entry and the passage of an annotation; undefined if the owner has no such annotation */
export async function findPassage(
  db: Db,
  owner: UserId,
  id: AnnotationId,
): Promise<{ readonly entryId: EntryId; readonly quote: string; readonly ranges: string } | undefined> {
  const query = db.selectFrom('annotation').select(['entry_id', 'quote', 'ranges']).where('user_id', '=', owner)
  const row = await query.where('id', '=', id).executeTakeFirst()
  return row && { entryId: row.entry_id as EntryId, quote: row.quote, ranges: row.ranges }
}

export async function updatePassage(
  tx: OwnerTx,
  owner: UserId,
  id: AnnotationId,
  { quote, ranges, now }: Passage & { readonly now: string },
): Promise<OwnedAnnotation | undefined> {
  const row = await tx
    .updateTable('annotation')
    .set({ quote, ranges: storableJson(ranges), updated_at: now, import_id: null })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toAnnotation(row)
}

/** @returns the deleted annotation, or undefined if the owner has no such annotation */
export async function deleteAnnotationRow(
  tx: OwnerTx,
  owner: UserId,
  id: AnnotationId,
): Promise<OwnedAnnotation | undefined> {
  const row = await tx
    .deleteFrom('annotation')
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toAnnotation(row)
}

function toAnnotation(row: Selectable<AnnotationTable>): OwnedAnnotation {
  return {
    id: row.id,
    entryId: row.entry_id as EntryId,
    text: row.text,
    quote: row.quote,
    ranges: row.ranges,
    color: row.color,
    ...tagsMember(row.tags),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
