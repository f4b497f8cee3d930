import { insertAction, type NewAction, type UserAction } from '../entries/undoing/action.repository.ts'
import type { AnnotationId, EntryId, UserId } from '../kernel/brand.ts'
import { AppError } from '../kernel/errors.ts'
import { ownerTransaction, type OwnerTx } from '../users/owner-transaction.ts'
import { parseColor } from './annotation-color.ts'
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

/** What was done to an annotation, with its state before; a new one has none. */
export type AnnotationAction =
  | { readonly kind: 'highlight' | 'unhighlight'; readonly annotation: OwnedAnnotation }
  | { readonly kind: 'note'; readonly annotation: OwnedAnnotation; readonly before: ChangedAnnotation['before'] }
  | { readonly kind: 'passage'; readonly annotation: OwnedAnnotation; readonly before: MovedAnnotation['before'] }

/** Longest title of an annotation in the history, in characters. */
const MOST_TITLE = 120

/** Adds a change of an annotation to the history of actions. @returns the id of the action */
export async function recordAnnotation(
  { database, clock }: AnnotationDeps,
  owner: UserId,
  action: AnnotationAction,
): Promise<number> {
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, (tx) => insertAnnotationAction(tx, owner, action, now))
}

/** As `recordAnnotation`, in the caller's transaction. @param now ISO time */
export function insertAnnotationAction(
  tx: OwnerTx,
  owner: UserId,
  { kind, annotation, ...rest }: AnnotationAction,
  now: string,
): Promise<number> {
  const { id, entryId, quote, text, ranges, color } = annotation
  const detail = kind === 'unhighlight' ? { quote, text, ranges, color } : { annotation: id, ...rest }
  const title = [...quote].slice(0, MOST_TITLE).join('')
  const action: NewAction = {
    kind,
    detail: { entry: entryId, ...detail },
    title,
    entries: 1,
    now,
  }
  return insertAction(tx, owner, action)
}

/** Restores the state before a change of an annotation. @returns whether there was something to restore */
export async function undoAnnotationAction(
  deps: AnnotationDeps,
  owner: UserId,
  { kind, detail }: UserAction,
): Promise<boolean> {
  try {
    if (kind === 'highlight') await deleteAnnotation(deps, owner, Number(detail['annotation']) as AnnotationId)
    if (kind === 'note') {
      const { text, color } = detail['before'] as ChangedAnnotation['before']
      const known = parseColor(color)
      const change = { text, ...(known && { color: known }) }
      await changeAnnotation(deps, owner, Number(detail['annotation']) as AnnotationId, change)
    }
    if (kind === 'passage') {
      const { quote, ranges } = detail['before'] as MovedAnnotation['before']
      const passage = parseAnnotation({ text: '', quote, ranges: JSON.parse(ranges) })
      await moveAnnotation(deps, owner, Number(detail['annotation']) as AnnotationId, passage)
    }
    if (kind === 'unhighlight') {
      const ranges: unknown = JSON.parse(String(detail['ranges']))
      const { text, quote } = detail
      const color = parseColor(detail['color'])
      const input = { ...parseAnnotation({ text, quote, ranges }), ...(color && { color }) }
      await addAnnotation(deps, owner, Number(detail['entry']) as EntryId, input)
    }
    return true
  } catch (error) {
    // The annotation, or its entry, was deleted meanwhile.
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}
