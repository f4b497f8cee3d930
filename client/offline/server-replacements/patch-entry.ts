import { notFound } from '../../../src/kernel/errors.ts'
import type * as server from '../../../src/entries/changing/patch-entry.ts'
import { libraryOf } from '../library-as-database.ts'
import { recordOperation } from '../record-operation.ts'
import { needsNetwork } from './server-only-actions.ts'

/** Changes the title of an entry. Only the server can change language and picture. */
export const patchEntry: typeof server.patchEntry = async ({ database }, _owner, id, { fields }) => {
  const library = libraryOf(database)
  const stored = library.entries.get(id)
  if (!stored) throw notFound('entry')
  const { title, ...others } = fields
  if (Object.values(others).some((value) => value !== undefined)) throw needsNetwork()
  if (typeof title !== 'string' || title === stored.entry.title) return {}
  const setting = (text: string) => ({ type: 'entries', action: 'change', id, set: { title: text } }) as const
  const inverse = setting(stored.entry.title ?? '')
  await recordOperation(library, { kind: 'title', operations: [{ operation: setting(title), inverse }] })
  return {}
}
