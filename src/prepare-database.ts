import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseLocation } from './db/database-url.ts'
import { migrateDatabase } from './db/migrate.ts'
import type { MigrateResult } from './db/migration-record.ts'
import { explainUnusable } from './db/unusable-database.ts'
import { AppError } from './kernel/errors.ts'

/**
 * Migrates a database before it is opened: our own schema, and on PostgreSQL that of the job queue, both under one
 * lock. Safe to call from several processes at once.
 * @returns the steps of our schema that ran, and the path of the backup made before them
 * @throws AppError when an existing SQLite file is missing, or when it or its folder is unusable
 * @throws when a newer version of the program made the database, or when the database does not respond
 */
export async function prepareDatabase(location: DatabaseLocation): Promise<MigrateResult> {
  if (location.dialect === 'sqlite') refuseLostDatabase(location.path)
  try {
    return await migrateDatabase(location, { afterwards: migrateQueueTables })
  } catch (error) {
    throw explainUnusable(location, error)
  }
}

/** Called on PostgreSQL only, so the library of the queue is not loaded elsewhere. */
async function migrateQueueTables(connectionString: string): Promise<void> {
  const { migrateQueue } = await import('./jobs/postgres/migrate-queue.ts')
  await migrateQueue(connectionString)
}

/**
 * Never replaces a lost database by an empty one. The secret and the write-ahead log are created after the database, so
 * either of them alone means that the database was lost. An empty file is the operator's consent to start over: SQLite
 * treats it as an empty database.
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

/** Ignores a secret that this process has just created: some commands create it before the database. */
function isOlderThanWe(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats !== undefined && stats.mtimeMs < performance.timeOrigin
}
