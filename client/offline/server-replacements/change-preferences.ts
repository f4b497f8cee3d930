import { parseCardLayout } from '../../../src/web/cards/card-layout.ts'
import type * as server from '../../../src/users/change-preferences.ts'
import { markStale, type Library } from '../library.ts'
import { libraryOf } from '../library-database.ts'
import { recordOperation } from '../record-operation.ts'

/**
 * Changes preferences in this browser. The layout of lists is sent to the server later; others hold as long as the server
 * cannot be reached.
 */
export const changePreferences: typeof server.changePreferences = async ({ database }, _owner, changes) => {
  const library = libraryOf(database)
  const { layout, ...others } = changes
  if (layout !== undefined) await changeLayout(library, layout)
  if (Object.keys(others).length === 0) return
  const { settings, store } = library
  const kept = { ...settings.preferences, ...others }
  await store.put('meta', { ...settings, preferences: kept }, 'settings')
  markStale(library)
}

/** Records a new layout. It replaces an unsent one, because only the last one matters. */
async function changeLayout(library: Library, layout: unknown): Promise<void> {
  const { outbox, store } = library
  for (const one of outbox.filter(({ state, kind }) => state === 'waiting' && kind === 'layout')) {
    await store.delete('outbox', one.seq)
    outbox.splice(outbox.indexOf(one), 1)
  }
  const operation = { type: 'settings', action: 'change', set: { layout: parseCardLayout(layout) } } as const
  await recordOperation(library, { kind: 'layout', operations: [{ operation }] })
}
