import type { Database } from '../db/database.ts'
import { findEntry, updateEntry, insertTombstone } from '../entries/entry.repository.ts'
import type { AnnotationId, EntryId, UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { advanceRevision } from '../users/revision.ts'
import { MAX_PER_ENTRY } from './annotation.ts'
import {
  countAnnotations,
  deleteAnnotationRow,
  findNote,
  findPassage,
  insertAnnotation,
  listAnnotationsByQuote,
  updateAnnotation,
  updatePassage,
  type AnnotationChange,
  type ColoredInput,
  type OwnedAnnotation,
  type Passage,
} from './annotation.repository.ts'
import { ownerTransaction, type OwnerTx } from '../users/owner-transaction.ts'
import { recordDeletion, removeDeletion } from './deleted-highlights.ts'
import { findSameAnnotation } from './find-same-annotation.ts'

export interface AnnotationDeps {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Adds an annotation to an entry.
 * @throws AppError `not_found` if the owner has no such entry, `invalid_input` if it has the maximum number of
 *   annotations
 */
export async function addAnnotation(
  { database, clock }: AnnotationDeps,
  owner: UserId,
  entryId: EntryId,
  input: ColoredInput,
): Promise<OwnedAnnotation> {
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, (tx) => writeAnnotation(tx, owner, entryId, { ...input, now }))
}

/** Does the same as `addAnnotation`, in the caller's transaction. @param input `now` is an ISO time */
async function writeAnnotation(
  tx: OwnerTx,
  owner: UserId,
  entryId: EntryId,
  input: ColoredInput & { readonly now: string },
): Promise<OwnedAnnotation> {
  const revision = await advanceRevision(tx, owner)
  if (!(await findEntry(tx, owner, entryId))) throw notFound('entry')
  if ((await countAnnotations(tx, owner, entryId)) >= MAX_PER_ENTRY) {
    throw new AppError('invalid_input', `an entry has at most ${MAX_PER_ENTRY} annotations`)
  }
  const annotation = await insertAnnotation(tx, owner, entryId, input)
  await removeDeletion(tx, owner, entryId, input)
  await markEntry(tx, owner, entryId, revision)
  return annotation
}

/** An annotation of an entry, and whether it was added by this call. */
interface AddedAnnotation {
  readonly annotation: OwnedAnnotation
  readonly isNew: boolean
}

/**
 * Adds an annotation to an entry. Does nothing if the entry already has an identical annotation.
 * @throws AppError as `addAnnotation` does
 */
export async function addAnnotationOnce(
  { database, clock }: AnnotationDeps,
  owner: UserId,
  entryId: EntryId,
  input: ColoredInput,
): Promise<AddedAnnotation> {
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, (tx) => writeAnnotationOnce(tx, owner, entryId, { ...input, now }))
}

/** Does the same as `addAnnotationOnce`, in the caller's transaction. @param input `now` is an ISO time */
export async function writeAnnotationOnce(
  tx: OwnerTx,
  owner: UserId,
  entryId: EntryId,
  input: ColoredInput & { readonly now: string },
): Promise<AddedAnnotation> {
  const same = findSameAnnotation(await listAnnotationsByQuote(tx, owner, entryId, input.quote), input)
  if (same) return { annotation: same, isNew: false }
  return { annotation: await writeAnnotation(tx, owner, entryId, input), isNew: true }
}

/** A changed annotation, with its previous note, colour and tags. */
export interface ChangedAnnotation {
  readonly annotation: OwnedAnnotation
  readonly before: { readonly text: string; readonly color: string; readonly tags: readonly string[] }
}

/** Changes the note, the colour and the tags of an annotation. @throws AppError `not_found` */
export async function changeAnnotation(
  { database, clock }: AnnotationDeps,
  owner: UserId,
  id: AnnotationId,
  change: AnnotationChange,
): Promise<ChangedAnnotation> {
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, (tx) => writeChange(tx, owner, id, { ...change, now, at: now }))
}

/** Does the same as `changeAnnotation`, in the caller's transaction. */
export async function writeChange(
  tx: OwnerTx,
  owner: UserId,
  id: AnnotationId,
  { now, at, ...change }: AnnotationChange & ChangeTimes,
): Promise<ChangedAnnotation> {
  const revision = await advanceRevision(tx, owner)
  const found = await findNote(tx, owner, id)
  if (!found) throw notFound('annotation')
  const before = { text: found.text, color: found.color, tags: found.tags }
  const times = {
    ...(change.text !== before.text && { textSetAt: at }),
    ...(change.color !== undefined && change.color !== before.color && { colorSetAt: at }),
    ...(change.tags !== undefined && !isSameList(change.tags, before.tags) && { tagsSetAt: at }),
  }
  const annotation = await updateAnnotation(tx, owner, id, { ...change, ...times, now })
  if (!annotation) throw notFound('annotation')
  await markEntry(tx, owner, annotation.entryId, revision)
  return { annotation, before }
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** ISO times of a change: `now` is the time of writing, `at` the time of the user's action. */
interface ChangeTimes {
  readonly now: string
  readonly at: string
}

/** An annotation whose passage was changed, with the previous passage. */
export interface MovedAnnotation {
  readonly annotation: OwnedAnnotation
  readonly before: { readonly quote: string; readonly ranges: string }
}

/** @returns the id of the entry that contains an annotation @throws AppError `not_found` */
export async function findAnnotatedEntry(
  { database }: Pick<AnnotationDeps, 'database'>,
  owner: UserId,
  id: AnnotationId,
): Promise<EntryId> {
  const found = await database.read((db) => findPassage(db, owner, id))
  if (!found) throw notFound('annotation')
  return found.entryId
}

/** Changes the passage that an annotation marks. @throws AppError `not_found` */
export async function moveAnnotation(
  { database, clock }: AnnotationDeps,
  owner: UserId,
  id: AnnotationId,
  passage: Passage,
): Promise<MovedAnnotation> {
  return ownerTransaction(database, owner, async (tx) => {
    const revision = await advanceRevision(tx, owner)
    const found = await findPassage(tx, owner, id)
    const annotation = await updatePassage(tx, owner, id, { ...passage, now: clock.now().toISOString() })
    if (!annotation || !found) throw notFound('annotation')
    await markEntry(tx, owner, annotation.entryId, revision)
    return { annotation, before: { quote: found.quote, ranges: found.ranges } }
  })
}

/** Deletes an annotation. @returns the deleted annotation @throws AppError `not_found` */
export async function deleteAnnotation(
  { database, clock }: AnnotationDeps,
  owner: UserId,
  id: AnnotationId,
): Promise<OwnedAnnotation> {
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, (tx) => writeDeletion(tx, owner, id, now))
}

/** Does the same as `deleteAnnotation`, in the caller's transaction. @param now ISO time */
export async function writeDeletion(
  tx: OwnerTx,
  owner: UserId,
  id: AnnotationId,
  now: string,
): Promise<OwnedAnnotation> {
  const revision = await advanceRevision(tx, owner)
  const annotation = await deleteAnnotationRow(tx, owner, id)
  if (!annotation) throw notFound('annotation')
  await insertTombstone(tx, owner, { kind: 'annotation', objectId: id, revision, now })
  await recordDeletion(tx, owner, annotation, now)
  await markEntry(tx, owner, annotation.entryId, revision)
  return annotation
}

/**
 * Gives an entry a new revision after a change to its annotations, so that cached copies of the entry become invalid.
 * `updated_at` stays the same (wallabag contract 2.3).
 */
async function markEntry(tx: OwnerTx, owner: UserId, id: EntryId, revision: number): Promise<void> {
  await updateEntry(tx, owner, id, { revision })
}
