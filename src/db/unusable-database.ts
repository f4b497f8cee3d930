import { AppError } from '../kernel/errors.ts'
import { postgresFailure } from './postgres/postgres-failure.ts'
import { directAddress, type DatabaseLocation } from './database-url.ts'
import { SQLITE_FULL, sqliteCode } from './sqlite/sqlite-error-codes.ts'

/**
 * Result codes of SQLite for problems with the file rather than a statement (sqlite.org/rescode.html): PERM, BUSY,
 * READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB.
 */
const FILE_CODES: ReadonlySet<number | undefined> = new Set([3, 5, 8, 10, 11, 13, 14, 26])
const DAMAGED_FILE_CODES: ReadonlySet<number | undefined> = new Set([11, 26])
const NOT_WRITABLE_CODES: ReadonlySet<number | undefined> = new Set([3, 8, 14])

/**
 * @param error an error from opening, migrating or using a database
 * @param connection whether the error is from a direct connection to PostgreSQL, or from one that may use a pooler
 * @returns an AppError `unavailable` with the problem and its remedy; the error itself if the database is not the cause
 */
export function explainUnusable(
  location: DatabaseLocation,
  error: unknown,
  connection: 'direct' | 'pooled' = 'pooled',
): unknown {
  if (error instanceof AppError) return error
  const reason =
    location.dialect === 'sqlite'
      ? fileFailure(location.path, error)
      : postgresFailure(connection === 'direct' ? directAddress(location) : { url: location.url }, error)
  return reason === undefined ? error : new AppError('unavailable', reason, { cause: error })
}

function fileFailure(path: string, error: unknown): string | undefined {
  const { message, syscall } = error as NodeJS.ErrnoException
  if (syscall !== undefined) {
    return `the database ${path} cannot be opened or created: ${message}; correct DOGEAR_DATA_DIR or DATABASE_URL`
  }
  const code = sqliteCode(error)
  return FILE_CODES.has(code) ? `the file ${path} cannot be used as a database: ${message}${remedy(code)}` : undefined
}

function remedy(code: number | undefined): string {
  if (DAMAGED_FILE_CODES.has(code))
    return '; nothing was changed: restore a backup with "dogear restore" (docs/backup.md)'
  if (code === SQLITE_FULL) return '; free some space on its disk, then start again'
  return NOT_WRITABLE_CODES.has(code) ? '; the file and its folder must be writable for the user who runs dogear' : ''
}
