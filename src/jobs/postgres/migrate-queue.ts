import { openQueuePool } from './queue-pool.ts'

/**
 * Migrates the tables of graphile-worker. The caller must hold the lock of `migrateDatabase`, because several processes
 * may start at once.
 * @throws Error if a newer version of graphile-worker has migrated the tables, and the installed version cannot use
 * them
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
