import type { Tx } from './schema.ts'
import { CompiledQuery } from 'kysely'

/**
 * Runs one statement in the caller's transaction.
 * @param text SQL; its placeholders are `?1`, `?2`, … on SQLite, and `$1`, `$2`, … on PostgreSQL
 */
export async function rawSql<Row>(tx: Tx, text: string, parameters: readonly unknown[]): Promise<readonly Row[]> {
  const { rows } = await tx.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  return rows
}
