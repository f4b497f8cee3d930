import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseLocation } from './db/database-url.ts'
import { migrateDatabase } from './db/migrate.ts'
import type { MigrateResult } from './db/migration-record.ts'
import { explainUnusable } from './db/unusable-database.ts'
import { AppError } from './kernel/errors.ts'

/**
 * Migrates a database before it is opened. Several processes may call this at the same time, because a lock lets only
 * one of them migrate.
 * @returns the migrations that were run, and the path of the backup made before them
 * @throws AppError if an SQLite file is lost, or if the file or its folder is unusable
 * @throws Error if the database was made by a newer version, or does not respond
 */
export async function prepareDatabase(location: DatabaseLocation): Promise<MigrateResult> {
  if (location.dialect === 'sqlite') refuseLostDatabase(location.path)
  try {
    return await migrateDatabase(location)
  } catch (error) {
    throw explainUnusable(location, error, 'direct')
  }
}

/**
 * Throws if an SQLite database has been lost. Otherwise, the migration would replace it by an empty one without a
 * warning. The server creates the secret and the write-ahead log after the database. If one of them is older than this
 * process and the database is missing, the database was lost. To start over, the operator can create an empty file,
 * which SQLite treats as an empty database.
 */
function refuseLostDatabase(path: string): void {
  if (existsSync(path)) return
  const remaining = [join(dirname(path), 'secret'), `${path}-wal`].find((file) => isOlderThanWe(file))
  if (remaining === undefined) return
  throw new AppError(
    'not_found',
    `the database ${path} is missing, but ${remaining}, which belongs to it, still exists: restore the database ` +
      `(docs/backup.md), or set DATABASE_URL to its location. To start with an empty database, create an empty file ${path}`,
  )
}

/**
 * @returns true if a file is older than this process. A newer file does not show that a database was lost: another
 *   process may have created the database and the file just now, after this process looked for the database.
 */
function isOlderThanWe(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && stats.mtimeMs < performance.timeOrigin
}
