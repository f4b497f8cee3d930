import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseLocation } from './db/database-url.ts'
import { migrateDatabase } from './db/migrate.ts'
import type { MigrateResult } from './db/migration-record.ts'
import { explainUnusable } from './db/unusable-database.ts'
import { AppError } from './kernel/errors.ts'

/**
 * Migrates a database before it is opened: the schema of Dogear, and on PostgreSQL that of the job queue. A lock makes
 * it safe to call this from several processes at the same time.
 * @returns the migrations of Dogear's schema that were run, and the path of the backup made before them
 * @throws AppError if an SQLite file is lost, or the file or its folder is unusable
 * @throws Error if the database was made by a newer version or does not respond
 */
export async function prepareDatabase(location: DatabaseLocation): Promise<MigrateResult> {
  if (location.dialect === 'sqlite') refuseLostDatabase(location.path)
  try {
    return await migrateDatabase(location, { afterwards: migrateQueueTables })
  } catch (error) {
    throw explainUnusable(location, error)
  }
}

/** Only called for PostgreSQL, so the library of the queue is not loaded on SQLite. */
async function migrateQueueTables(connectionString: string): Promise<void> {
  const { migrateQueue } = await import('./jobs/postgres/migrate-queue.ts')
  await migrateQueue(connectionString)
}

/**
 * Throws if an SQLite database has been lost, so that it is not replaced by an empty one. The secret and the
 * write-ahead log are created after the database. If one of them exists without the database, the database was lost. To
 * start over, the operator can create an empty file, which SQLite treats as an empty database.
 */
function refuseLostDatabase(path: string): void {
  if (existsSync(path)) return
  const left = [join(dirname(path), 'secret'), `${path}-wal`].find((file) => isOlderThanWe(file))
  if (left === undefined) return
  throw new AppError(
    'not_found',
    `the database ${path} is gone, but ${left}, which was made with it, is still there: put the database back ` +
      `(docs/backup.md), or set DATABASE_URL to where it is. To begin with an empty one, make an empty file ${path}`,
  )
}

/**
 * @returns true if a file is older than this process. Some commands create the secret before the database, and that new
 *   secret must not count.
 */
function isOlderThanWe(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && stats.mtimeMs < performance.timeOrigin
}
