import { findNote, setNoteTimes, type StoredNote } from '../../annotations/annotation.repository.ts'
import { insertAnnotationAction } from '../../annotations/annotation-history.ts'
import { writeAnnotationOnce, writeChange, writeDeletion } from '../../annotations/change-annotations.ts'
import { writeDecision } from '../../annotations/review/decide-review.ts'
import { dayOf } from '../../annotations/review/review-day.ts'
import { findDeletion } from '../../entries/deleting/deletion.repository.ts'
import { timeZoneOf } from '../../users/time-zone.ts'
import { findUserConfig } from '../../users/user-config.repository.ts'
import type { AnnotationId } from '../../kernel/branded-ids.ts'
import { appliedTo, findTarget, isLatest, rejected, type OperationContext } from './operation-context.ts'
import { findByTemporaryId, findReferenced, insertTemporaryId } from './operation-outcome.repository.ts'
import type {
  ChangeAnnotation,
  CreateAnnotation,
  DeleteAnnotation,
  Outcome,
  Reference,
  ReviewAnnotation,
} from './operation.ts'

/**
 * Adds an annotation to an entry, unless the entry has an identical one. A browser that receives no response sends the
 * annotation again as a new operation, although the server may have stored it.
 */
export async function createAnnotation(context: OperationContext, operation: CreateAnnotation): Promise<Outcome> {
  const { tx, owner, now } = context
  const { temporary, input } = operation
  const known = await findByTemporaryId(tx, owner, { temporary, kind: 'annotation' })
  if (known !== undefined) return { result: 'merged', id: known }
  const target = await findTarget(context, operation.entry)
  if (target.reason) return rejected(target.reason)
  const { annotation, isNew } = await writeAnnotationOnce(tx, owner, target.entry.id, { ...input, now })
  await insertTemporaryId(tx, owner, { temporary, kind: 'annotation', id: annotation.id, now })
  if (!isNew) return { result: 'merged', id: annotation.id }
  await insertAnnotationAction(tx, owner, { kind: 'highlight', annotation }, now)
  return appliedTo(annotation.id)
}

/** Changes the note, the colour and the tags of an annotation. For each of them, the latest user action wins. */
export async function changeAnnotation(context: OperationContext, operation: ChangeAnnotation): Promise<Outcome> {
  const { tx, owner, now, at } = context
  const target = await findAnnotation(context, operation.annotation)
  if (target.reason) return rejected(target.reason, target.id)
  const { id, note } = target
  const text = mergeField(operation.text, note.text, { at, setAt: note.textSetAt })
  const color = mergeField(operation.color, note.color, { at, setAt: note.colorSetAt })
  const labels = operation.tags && JSON.stringify(operation.tags)
  const tags = mergeField(labels, JSON.stringify(note.tags), { at, setAt: note.tagsSetAt })
  const isChanged = text.value !== note.text || color.value !== note.color || tags.value !== JSON.stringify(note.tags)
  if (isChanged) {
    const change = {
      text: text.value,
      ...(color.isAccepted && { color: operation.color! }),
      ...(tags.isAccepted && { tags: operation.tags! }),
      now,
      at,
    }
    const { annotation, before } = await writeChange(tx, owner, id, change)
    await insertAnnotationAction(tx, owner, { kind: 'note', annotation, before }, now)
  }
  await setNoteTimes(tx, owner, id, {
    ...(text.isAccepted && { textSetAt: at }),
    ...(color.isAccepted && { colorSetAt: at }),
    ...(tags.isAccepted && { tagsSetAt: at }),
  })
  const lost = Object.entries({ text, color, tags }).filter(([, { isLost }]) => isLost)
  return appliedTo(
    id,
    lost.map(([name]) => name),
  )
}

interface MergedField {
  readonly value: string
  readonly isAccepted: boolean
  /** true if the given value was ignored because a later action has set the stored one */
  readonly isLost: boolean
}

/** @param given the new value; undefined if the operation does not change it */
function mergeField(
  given: string | undefined,
  stored: string,
  { at, setAt }: { readonly at: string; readonly setAt: string | null },
): MergedField {
  if (given === undefined) return { value: stored, isAccepted: false, isLost: false }
  const isAccepted = isLatest(at, setAt)
  return { value: isAccepted ? given : stored, isAccepted, isLost: !isAccepted && given !== stored }
}

/** Deletes an annotation. Deleting it again is not an error. */
export async function deleteAnnotation(context: OperationContext, operation: DeleteAnnotation): Promise<Outcome> {
  const { tx, owner, now } = context
  const target = await findAnnotation(context, operation.annotation)
  if (target.reason === 'unknown-annotation') return rejected(target.reason)
  if (!target.reason) {
    const annotation = await writeDeletion(tx, owner, target.id, now)
    await insertAnnotationAction(tx, owner, { kind: 'unhighlight', annotation }, now)
  }
  return appliedTo(target.id)
}

/**
 * Stores a decision of the daily review, on the day on which the user made it. A highlight that was reviewed since, or that
 * is no longer reviewed, stays as it is.
 */
export async function reviewAnnotation(context: OperationContext, operation: ReviewAnnotation): Promise<Outcome> {
  const { tx, owner, now, at } = context
  const target = await findAnnotation(context, operation.annotation)
  if (target.reason) return rejected(target.reason, target.id)
  const { preferences } = await findUserConfig(tx, owner)
  const day = dayOf({ at: new Date(at), timeZone: timeZoneOf(preferences) })
  await writeDecision(tx, owner, target.id, { decision: operation.decision, day, time: now })
  return appliedTo(target.id)
}

/** The annotation of an operation, or the reason why it cannot be used. */
type Target =
  | { readonly id: AnnotationId; readonly note: StoredNote; readonly reason?: undefined }
  | { readonly reason: 'unknown-annotation'; readonly id?: undefined }
  | { readonly reason: 'deleted'; readonly id: AnnotationId }

async function findAnnotation({ tx, owner }: OperationContext, reference: Reference): Promise<Target> {
  const found = await findReferenced(tx, owner, reference, 'annotation')
  if (found === undefined) return { reason: 'unknown-annotation' }
  const id = found as AnnotationId
  const note = await findNote(tx, owner, id)
  if (note) return { id, note }
  const isDeleted = typeof reference !== 'number' || (await findDeletion(tx, owner, 'annotation', id)) !== undefined
  return isDeleted ? { reason: 'deleted', id } : { reason: 'unknown-annotation' }
}
