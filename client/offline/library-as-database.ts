import type { Database } from '../../src/db/database.ts'
import type { Library } from './library.ts'

interface LibraryDatabase {
  readonly library: Library
  readonly read: <Result>(work: (database: unknown) => Promise<Result>) => Promise<Result>
}

/**
 * In the browser, the routes get the library where the server gives them its database; only the browser forms of
 * modules (forms/) look inside.
 */
export function asDatabase(library: Library): Database {
  const database: LibraryDatabase = { library, read: (work) => work(database) }
  return database as unknown as Database
}

export const libraryOf = (database: unknown): Library => (database as LibraryDatabase).library
