import type { DatabaseLocation } from '../../db/database-url.ts'
import { openPostgresSource } from './postgres-source.ts'
import type { RowSource } from './row-source.ts'
import { openSqliteSource } from './sqlite-source.ts'

/**
 * Opens one consistent state of a database, which a running service may be using.
 * @throws AppError `not_found` if there is no SQLite file
 */
export async function openSource(location: DatabaseLocation): Promise<RowSource> {
  return location.dialect === 'sqlite' ? openSqliteSource(location.path) : openPostgresSource(location)
}
