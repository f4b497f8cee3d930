import { notFound } from '../../../src/kernel/errors.ts'
import type * as server from '../../../src/entries/changing/patch-entry.ts'
import { libraryOf } from '../library-database.ts'
import { recordOperation } from '../record-operation.ts'
import { needsNetwork } from './server-only-actions.ts'

/** Changes the title and the note of an entry. Only the server can change language and picture. */
export const patchEntry: typeof server.patchEntry = async ({ database }, _owner, id, { fields }) => {
  const library = libraryOf(database)
  const stored = library.entries.get(id)
  if (!stored) throw notFound('entry')
  const { title, note, ...others } = fields
  if (Object.values(others).some((value) => value !== undefined)) throw needsNetwork()
  const before = { title: stored.entry.title ?? '', note: stored.entry.note ?? '' }
  for (const [kind, text] of Object.entries({ title, note }) as ['title' | 'note', string | undefined][]) {
    if (text === undefined || text === before[kind]) continue
    const setting = (value: string) => ({ type: 'entries', action: 'change', id, set: { [kind]: value } }) as const
    const change = { operation: setting(text), inverse: setting(before[kind]) }
    await recordOperation(library, { kind: kind === 'note' ? 'entryNote' : kind, operations: [change] })
  }
  return {}
}
