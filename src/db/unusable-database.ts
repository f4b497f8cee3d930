import { AppError } from '../kernel/errors.ts'
import type { DatabaseLocation } from './database-url.ts'
import { sqliteCode } from './sqlite-trouble.ts'

/**
 * Result codes of SQLite that speak of the file and not of a statement (sqlite.org/rescode.html): PERM, BUSY, READONLY,
 * IOERR, CORRUPT, FULL, CANTOPEN, NOTADB.
 */
const OF_THE_FILE: ReadonlySet<number | undefined> = new Set([3, 5, 8, 10, 11, 13, 14, 26])
const DAMAGED: ReadonlySet<number | undefined> = new Set([11, 26])

/**
 * @param error what opening or migrating a database threw
 * @returns a refusal that says in one sentence what is wrong with an SQLite file or its folder, any other error as it is
 */
export function explainUnusable(location: DatabaseLocation, error: unknown): unknown {
  const reason = location.dialect === 'sqlite' ? reasonOf(location.path, error) : undefined
  return reason === undefined ? error : new AppError('unavailable', reason, { cause: error })
}

function reasonOf(path: string, error: unknown): string | undefined {
  const { message, syscall } = error as NodeJS.ErrnoException
  if (syscall !== undefined) return `there can be no database ${path}: ${message}`
  const code = sqliteCode(error)
  if (!OF_THE_FILE.has(code)) return undefined
  const advice = DAMAGED.has(code) ? '; nothing was changed: put a backup in its place (docs/backup.md)' : ''
  return `the file ${path} cannot be used as a database: ${message}${advice}`
}
