import type { Generated } from 'kysely'

/** A job in the queue on SQLite. On PostgreSQL, graphile-worker has its own tables. */
export interface JobTable {
  id: Generated<number>
  name: string
  /** JSON */
  payload: string
  /** user whose limit of running jobs applies to the job; null for jobs of the installation */
  user_id: number | null
  /**
   * name of a shared resource, such as a host, that limits the number of concurrent jobs; null for jobs without such a
   * limit
   */
  lane: string | null
  dedupe_key: string | null
  priority: number
  run_at: string
  attempts: number
  max_attempts: number
  locked_by: string | null
  locked_until: string | null
  last_error: string | null
  is_dead: number
  created_at: string
}

/** A process that runs jobs on PostgreSQL, with the time of its last heartbeat. */
export interface JobProcessTable {
  id: string
  seen_at: string
}
