import { databaseLocation } from '../config/database-location.ts'
import type { Settings } from '../config/settings.ts'
import { AppError } from '../kernel/errors.ts'

/**
 * @returns the path of the SQLite database
 * @throws AppError `invalid_input` if the instance uses PostgreSQL
 */
export function sqliteFileOrRefuse(settings: Settings): string {
  const location = databaseLocation(settings)
  if (location.dialect === 'sqlite') return location.path
  throw new AppError(
    'invalid_input',
    'this command needs SQLite; for PostgreSQL, use pg_dump and pg_restore (docs/backup.md)',
  )
}
