import type * as server from '../../../src/entries/undoable-actions/edit-details.ts'
import { libraryOf } from '../library-database.ts'
import { undoAction } from '../undo-outbox-action.ts'
import { patchEntry } from './patch-entry.ts'

/** Changes the details of an entry. Each field is an action of its own, because the server merges them one by one. */
export const editDetails: typeof server.editDetails = async ({ database, clock, ...deps }, owner, id, change) => {
  await patchEntry(
    { database, clock, clean: () => Promise.reject(new Error('no content')), ...deps },
    owner,
    id,
    change,
  )
  return undefined
}

export const undoEdit: typeof server.undoEdit = async ({ database }, _owner, { id }) =>
  (await undoAction(libraryOf(database), id)) > 0
