import { parseCardLayout } from '../../../src/web/cards/card-layout.ts'
import { changedAppearance } from '../../../src/users/appearance.ts'
import type { SettingsSet } from '../../../src/sync/operations/operation.ts'
import type * as server from '../../../src/users/change-preferences.ts'
import type { Library } from '../library.ts'
import { libraryOf } from '../library-database.ts'
import { recordOperation } from '../record-operation.ts'

/** Changes the layout of lists and the appearance of pages in this browser. Both are sent to the server later. */
export const changePreferences: typeof server.changePreferences = async ({ database }, _owner, changes) => {
  const library = libraryOf(database)
  const { layout, ...others } = changes
  if (layout !== undefined) await change(library, 'layout', { layout: parseCardLayout(layout) })
  const look = changedAppearance(others)
  if (Object.keys(look).length > 0) await change(library, 'look', look)
}

/** Records new values. They replace unsent ones of the same kind, because only the last ones matter. */
async function change(library: Library, kind: 'layout' | 'look', values: SettingsSet): Promise<void> {
  const { outbox, store } = library
  let set = values
  for (const one of outbox.filter((unsent) => unsent.state === 'waiting' && unsent.kind === kind)) {
    if (one.operation.type === 'settings') set = { ...one.operation.set, ...set }
    await store.delete('outbox', one.seq)
    outbox.splice(outbox.indexOf(one), 1)
  }
  await recordOperation(library, { kind, operations: [{ operation: { type: 'settings', action: 'change', set } }] })
}
