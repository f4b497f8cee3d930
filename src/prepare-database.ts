import type { DatabaseLocation } from './db/database-url.ts'
import { migrateDatabase, type MigrateResult } from './db/migrate.ts'

/**
 * Brings a database up to date before it is opened: our own schema, and on PostgreSQL the job queue's, both under one
 * lock. Several processes may call it at the same time.
 * @returns which of our steps ran now, and where the copy lies that was made before
 * @throws when the database was made by a newer version of the program, or does not answer
 */
export function prepareDatabase(location: DatabaseLocation): Promise<MigrateResult> {
  return migrateDatabase(location, { afterwards: migrateQueueTables })
}

/** Only called on PostgreSQL, so the queue's library is not loaded anywhere else. */
async function migrateQueueTables(connectionString: string): Promise<void> {
  const { migrateQueue } = await import('./jobs/migrate-queue.ts')
  await migrateQueue(connectionString)
}
