import type * as server from '../../../src/entries/undoable-actions/undo-action.ts'
import { libraryOf } from '../library-database.ts'
import { undoAction } from '../undo-outbox-action.ts'

export const undoEntryAction: typeof server.undoEntryAction = async ({ database }, _owner, { id }) =>
  undoAction(libraryOf(database), id)
