import type { Generated } from 'kysely'

/** The queue on SQLite; on PostgreSQL graphile-worker brings its own tables. */
export interface JobTable {
  id: Generated<number>
  name: string
  /** JSON */
  payload: string
  /** whose work it is, for fairness; null for the installation's own */
  user_id: number | null
  /** what the work leans on, such as a host, for politeness */
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

/** Processes that run jobs on PostgreSQL, and when each was last heard of. */
export interface JobProcessTable {
  id: string
  seen_at: string
}
