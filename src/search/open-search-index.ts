import type { Database } from '../db/database.ts'
import type { DatabaseLocation } from '../db/database-url.ts'
import { isPostgres } from '../db/open-database.ts'
import type { SearchIndex } from './search-index.ts'
import { sqliteSearch } from './sqlite-search.ts'

/** @returns the search index of the database. Its threads start when they are needed. */
export async function openSearch(database: Database, location: DatabaseLocation): Promise<SearchIndex> {
  if (location.dialect === 'sqlite') return sqliteSearch(database, location.path)
  if (!isPostgres(database)) throw new Error('the database is not at its location')
  // A server with SQLite starts faster without this module.
  const { postgresSearch } = await import('./postgres/postgres-search.ts')
  return postgresSearch(database)
}
