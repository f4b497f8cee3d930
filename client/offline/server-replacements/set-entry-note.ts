import type * as server from '../../../src/entries/undoable-actions/set-entry-note.ts'
import { notFound } from '../../../src/kernel/errors.ts'
import { libraryOf } from '../library-database.ts'
import type { Operation } from '../operation.ts'
import { recordOperation } from '../record-operation.ts'
import { undoAction } from '../undo-outbox-action.ts'

export const setEntryNote: typeof server.setEntryNote = async ({ database }, _owner, id, note) => {
  const library = libraryOf(database)
  const stored = library.entries.get(id)
  if (!stored) throw notFound('entry')
  const before = stored.entry.note ?? ''
  if (note === before) return undefined
  const setting = (text: string): Operation => ({ type: 'entries', action: 'change', id, set: { note: text } })
  const operations = [{ operation: setting(note), inverse: setting(before) }]
  return recordOperation(library, { kind: 'entry-note', operations })
}

export const undoEntryNote: typeof server.undoEntryNote = async ({ database }, _owner, { id }) =>
  (await undoAction(libraryOf(database), id)) > 0
