import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseLocation } from './db/database-url.ts'
import { migrateDatabase } from './db/migrate.ts'
import type { MigrateResult } from './db/migration-record.ts'
import { explainUnusable } from './db/unusable-database.ts'
import { AppError } from './kernel/errors.ts'

/**
 * Brings a database up to date before it is opened: our own schema, and on PostgreSQL the job queue's, both under one
 * lock. Several processes may call it at the same time.
 * @returns which of our steps ran now, and where the copy lies that was made before
 * @throws AppError when an SQLite file that was there is gone, or when it or its folder cannot be used
 * @throws when the database was made by a newer version of the program, or does not answer
 */
export async function prepareDatabase(location: DatabaseLocation): Promise<MigrateResult> {
  if (location.dialect === 'sqlite') refuseLostDatabase(location.path)
  try {
    return await migrateDatabase(location, { afterwards: migrateQueueTables })
  } catch (error) {
    throw explainUnusable(location, error)
  }
}

/** Only called on PostgreSQL, so the queue's library is not loaded anywhere else. */
async function migrateQueueTables(connectionString: string): Promise<void> {
  const { migrateQueue } = await import('./jobs/postgres/migrate-queue.ts')
  await migrateQueue(connectionString)
}

/**
 * Where a database was, no empty one is made in its place. The database is made before the secret and before its own
 * log, so either of them alone means that it was lost. An empty file is the consent to begin anew: SQLite takes it for
 * an empty database.
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

/** Of a secret that this process has just made itself nothing follows: some commands make it before the database. */
function isOlderThanWe(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && stats.mtimeMs < performance.timeOrigin
}
