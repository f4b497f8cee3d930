import type { Database } from '../../src/db/database.ts'
import type { Library } from './library.ts'

interface LibraryDatabase {
  readonly library: Library
  readonly read: <Result>(work: (database: unknown) => Promise<Result>) => Promise<Result>
}

/**
 * Passes the library to the routes, which expect the server's database. Only the modules in `server-replacements/` read
 * it, with `libraryOf`.
 */
export function asDatabase(library: Library): Database {
  const database: LibraryDatabase = { library, read: (work) => work(database) }
  return database as unknown as Database
}

export const libraryOf = (database: unknown): Library => (database as LibraryDatabase).library
