import type { Generated } from 'kysely'

/** The queue on SQLite; on PostgreSQL graphile-worker has its own tables. */
export interface JobTable {
  id: Generated<number>
  name: string
  /** JSON */
  payload: string
  /** the user that the job counts for, for fairness; null for jobs of the installation */
  user_id: number | null
  /** the shared resource of the job, such as a host, for politeness */
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

/** Processes that run jobs on PostgreSQL, and the time of each one's last heartbeat. */
export interface JobProcessTable {
  id: string
  seen_at: string
}
