import type { Database } from '../../src/db/database.ts'
import type { Library } from './library.ts'

const libraries = new WeakMap<Database, Library>()

function noSql(): never {
  throw new Error('the browser runs no SQL: this module needs a replacement (browser-replacements.ts)')
}

/**
 * @returns a database that runs no statements. It stands for the library in calls of modules that expect the server's
 *   database. The modules in `server-replacements/` get the library from it with `libraryOf`.
 */
export function libraryDatabase(library: Library): Database {
  const database: Database = {
    dialect: 'sqlite',
    read: noSql,
    transaction: noSql,
    prepare: noSql,
    version: noSql,
    ping: noSql,
    probeWrite: noSql,
    releaseMemory: noSql,
    updateStatistics: noSql,
    close: noSql,
  }
  libraries.set(database, library)
  return database
}

/** @returns the library of a database that `libraryDatabase` has created */
export function libraryOf(database: Database): Library {
  const library = libraries.get(database)
  return library ?? noSql()
}
