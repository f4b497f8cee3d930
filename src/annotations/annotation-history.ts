import {
  insertAction,
  markAction,
  type NewAction,
  type UserAction,
} from '../entries/undoable-actions/action.repository.ts'
import type { AnnotationId, EntryId, UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { ownerTransaction, type OwnerTx } from '../users/owner-transaction.ts'
import { parseColor } from './annotation-color.ts'
import { parseAnnotationTags } from './annotation-tags.ts'
import { parseAnnotation } from './annotation.ts'
import type { OwnedAnnotation } from './annotation.repository.ts'
import {
  addAnnotation,
  changeAnnotation,
  deleteAnnotation,
  moveAnnotation,
  type AnnotationDeps,
  type ChangedAnnotation,
  type MovedAnnotation,
} from './change-annotations.ts'
import { restoreReview } from './review/decide-review.ts'
import type { ReviewState } from './review/review-rule.ts'

/** A change to an annotation. `before` is the previous state of the changed fields. */
type AnnotationAction =
  | { readonly kind: 'highlight' | 'unhighlight'; readonly annotation: OwnedAnnotation }
  | { readonly kind: 'note'; readonly annotation: OwnedAnnotation; readonly before: ChangedAnnotation['before'] }
  | { readonly kind: 'passage'; readonly annotation: OwnedAnnotation; readonly before: MovedAnnotation['before'] }

/** Maximum length in characters of a quote in the history, which shows it as the title. Longer quotes are cut. */
const MAX_TITLE = 120

/**
 * Records a change to an annotation in the history, so that the user can undo it.
 * @returns the id of the action in the history
 */
export async function recordAnnotation(
  { database, clock }: AnnotationDeps,
  owner: UserId,
  action: AnnotationAction,
): Promise<number> {
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, (tx) => insertAnnotationAction(tx, owner, action, now))
}

/** Does the same as `recordAnnotation`, in the caller's transaction. @param now ISO time */
export function insertAnnotationAction(
  tx: OwnerTx,
  owner: UserId,
  { kind, annotation, ...rest }: AnnotationAction,
  now: string,
): Promise<number> {
  const { id, entryId, quote, text, ranges, color, tags } = annotation
  const detail = kind === 'unhighlight' ? { quote, text, ranges, color, tags } : { annotation: id, ...rest }
  const title = [...quote].slice(0, MAX_TITLE).join('')
  const action: NewAction = {
    kind,
    detail: { entry: entryId, ...detail },
    title,
    entries: 1,
    now,
  }
  return insertAction(tx, owner, action)
}

/**
 * Undoes a change to an annotation, and marks the action as undone.
 * @returns false if the annotation or its entry no longer exists
 */
export async function undoAnnotationAction(deps: AnnotationDeps, owner: UserId, action: UserAction): Promise<boolean> {
  const isRestored = await revertChange(deps, owner, action)
  const undoneAt = deps.clock.now().toISOString()
  await ownerTransaction(deps.database, owner, (tx) => markAction(tx, owner, action.id, { undoneAt }))
  return isRestored
}

async function revertChange(deps: AnnotationDeps, owner: UserId, { kind, detail }: UserAction): Promise<boolean> {
  try {
    if (kind === 'highlight') await deleteAnnotation(deps, owner, Number(detail['annotation']) as AnnotationId)
    if (kind === 'note') {
      const { text, color, tags } = detail['before'] as Partial<ChangedAnnotation['before']> & { readonly text: string }
      const known = parseColor(color)
      const change = { text, ...(tags && { tags }), ...(known && { color: known }) }
      await changeAnnotation(deps, owner, Number(detail['annotation']) as AnnotationId, change)
    }
    if (kind === 'passage') {
      const { quote, ranges } = detail['before'] as MovedAnnotation['before']
      const passage = parseAnnotation({ text: '', quote, ranges: JSON.parse(ranges) })
      await moveAnnotation(deps, owner, Number(detail['annotation']) as AnnotationId, passage)
    }
    if (kind === 'review') {
      const before = detail['before'] as ReviewState
      await restoreReview(deps, owner, Number(detail['annotation']) as AnnotationId, before)
    }
    if (kind === 'unhighlight') {
      const ranges: unknown = JSON.parse(String(detail['ranges']))
      const { text, quote } = detail
      const color = parseColor(detail['color'])
      const input = {
        ...parseAnnotation({ text, quote, ranges }),
        ...(color && { color }),
        tags: parseAnnotationTags(detail['tags']),
      }
      await addAnnotation(deps, owner, Number(detail['entry']) as EntryId, input)
    }
    return true
  } catch (error) {
    // The annotation or its entry has been deleted in the meantime.
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}
