import type { Db } from './schema.ts'
import { CompiledQuery } from 'kysely'

/**
 * Runs one statement in the caller's transaction, or on the caller's connection.
 * @param text SQL; its placeholders are `?1`, `?2`, … on SQLite, and `$1`, `$2`, … on PostgreSQL
 */
export async function rawSql<Row>(db: Db, text: string, parameters: readonly unknown[]): Promise<readonly Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  return rows
}
