import { openQueuePool } from './postgres-pool.ts'

/**
 * Migrates the tables of graphile-worker. Call it under the lock of the migrations (`afterwards`).
 * @throws when a newer graphile-worker has migrated them to a version that this one cannot use
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
