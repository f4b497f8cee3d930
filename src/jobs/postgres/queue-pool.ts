import type { Pool } from 'pg'
import { openPostgresPool } from '../../db/postgres/postgres-pool.ts'

export interface QueuePoolOptions {
  readonly connectionString: string
  readonly size: number
  readonly onTrouble: (message: string, error: unknown) => void
}

/**
 * Opens the connections that graphile-worker and the runner share. Times are read as text. JavaScript dates lack
 * microseconds, which may be the only difference between two claims of a job.
 */
export async function openQueuePool({ connectionString, size, onTrouble }: QueuePoolOptions): Promise<Pool> {
  const { default: pg } = await import('pg')
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, String)
  const onError = (error: Error) => onTrouble('connection of the queue lost', error)
  return openPostgresPool({ url: connectionString, size, applicationName: 'dogear jobs', types, onError })
}
