import { openQueuePool } from './postgres-pool.ts'

/**
 * Brings the tables of graphile-worker up to date. Call it under the lock of the migrations (`afterwards`).
 * @throws when a newer graphile-worker, whose tables this one cannot use, was there first
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
