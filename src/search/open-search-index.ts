import type { Database } from '../db/database.ts'
import type { DatabaseLocation } from '../db/database-url.ts'
import { isPostgres } from '../db/open-database.ts'
import type { SearchIndex } from './search-index.ts'
import { sqliteSearch } from './sqlite-search.ts'

/**
 * @returns the search index of the database. Its code is loaded at the first call; its threads start when they are
 * needed.
 */
export function openSearch(database: Database, location: DatabaseLocation): SearchIndex {
  let made: Promise<SearchIndex> | undefined
  const index = () => (made ??= createIndex(database, location))
  return {
    catchUp: async (owner, limitMs) => (await index()).catchUp(owner, limitMs),
    countUnindexed: async (owner, most) => (await index()).countUnindexed(owner, most),
    findBehind: async () => (await index()).findBehind(),
    find: async (owner, query, page) => (await index()).find(owner, query, page),
    list: async (owner, filter, total) => (await index()).list(owner, filter, total),
    read: async (sql, parameters) => (await index()).read(sql, parameters),
    snippets: async (owner, query, ids) => (await index()).snippets(owner, query, ids),
    forget: async (owner) => (await index()).forget(owner),
    close: async () => (await made)?.close(),
  }
}

async function createIndex(database: Database, location: DatabaseLocation): Promise<SearchIndex> {
  if (location.dialect === 'sqlite') {
    return sqliteSearch(database, location.path)
  }
  if (!isPostgres(database)) throw new Error('the database is not at its location')
  const { postgresSearch } = await import('./postgres/postgres-search.ts')
  return postgresSearch(database)
}
