import { openQueuePool } from './queue-pool.ts'

/**
 * Migrates the tables of graphile-worker. Must run while `migrateDatabase` holds its lock, because several processes
 * may start at once.
 * @throws Error if a newer graphile-worker has migrated the tables, and this one cannot use them
 */
export async function migrateQueue(connectionString: string): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker')
  const pool = await openQueuePool({ connectionString, size: 1, onTrouble: () => undefined })
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) })
  } finally {
    await pool.end()
  }
}
