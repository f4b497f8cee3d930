import type * as server from '../../../src/annotations/annotation-history.ts'
import { libraryOf } from '../library-database.ts'
import { undoAction } from '../undo-outbox-action.ts'

/** Records nothing, because the outbox already contains the change. Returns the id of its action. */
export const recordAnnotation: typeof server.recordAnnotation = async ({ database }) =>
  libraryOf(database).outbox.at(-1)?.actionId ?? 0

export const undoAnnotationAction: typeof server.undoAnnotationAction = async ({ database }, _owner, { id }) =>
  (await undoAction(libraryOf(database), id)) > 0
