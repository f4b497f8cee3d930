import type * as server from '../../../src/users/change-preferences.ts'
import { markStale } from '../library.ts'
import { libraryOf } from '../library-database.ts'

/** Changes preferences in this browser. They hold as long as the server cannot be reached. */
export const changePreferences: typeof server.changePreferences = async ({ database }, _owner, changes) => {
  const library = libraryOf(database)
  const { settings, store } = library
  await store.put('meta', { ...settings, preferences: { ...settings.preferences, ...changes } }, 'settings')
  markStale(library)
}
