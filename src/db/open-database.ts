import type { Database, OnQuery } from './database.ts'
import type { DatabaseLocation } from './database-url.ts'
import { openSqlite } from './sqlite/sqlite.ts'
import type { PostgresDatabase } from './postgres/postgres.ts'

interface OpenDatabaseOptions {
  readonly location: DatabaseLocation
  /** maximum number of connections to PostgreSQL; SQLite always has two */
  readonly poolSize: number
  /** see `PostgresOptions`; no effect on SQLite */
  readonly serverOptions?: string
  readonly onQuery?: OnQuery
  readonly onConnectionError?: (error: Error) => void
}

/** Opens the database without migrating it. Loads the PostgreSQL driver only for PostgreSQL. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { location, ...rest } = options
  if (location.dialect === 'sqlite') return openSqlite({ path: location.path, ...rest })
  const { openPostgres } = await import('./postgres/postgres.ts')
  return openPostgres({ location, ...rest })
}

/** @returns true for a database on PostgreSQL */
export function isPostgres(database: Database): database is PostgresDatabase {
  return database.dialect === 'postgres'
}
