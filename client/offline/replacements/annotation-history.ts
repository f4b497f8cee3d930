import type * as server from '../../../src/annotations/annotation-history.ts'
import { libraryOf } from '../library-as-database.ts'
import { undoAction } from '../undo-records.ts'

/** Returns the id of the latest action: the change is in the outbox already, which is the history of this browser. */
export const recordAnnotation: typeof server.recordAnnotation = async ({ database }) =>
  libraryOf(database).outbox.at(-1)?.actionId ?? 0

export const undoAnnotationAction: typeof server.undoAnnotationAction = async ({ database }, _owner, { id }) =>
  (await undoAction(libraryOf(database), id)) > 0
