import { sqliteCode } from './sqlite/sqlite-error-codes.ts'

/** Primary result codes SQLITE_TOOBIG, SQLITE_CONSTRAINT and SQLITE_MISMATCH (sqlite.org/rescode.html). */
const SQLITE_REFUSALS: readonly (number | undefined)[] = [18, 19, 20]

/**
 * @returns true if the database rejected the values of a statement, so that a retry with the same values would fail. On
 *   PostgreSQL, these errors have the classes 22 (data exception), 23 (integrity constraint) and 54 (program limit).
 */
export function isDataRefused(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  if (typeof code === 'string' && /^(?:22|23|54)...$/.test(code)) return true
  const sqlite = sqliteCode(error)
  return sqlite !== undefined && SQLITE_REFUSALS.includes(sqlite & 0xff)
}
