import type { Database, Dialect } from '../db/database.ts'

/** A job that has failed in all its attempts. */
export interface DeadJob {
  readonly id: string
  readonly name: string
  readonly attempts: number
  readonly reason: string | null
  /** time of the last attempt, as ISO 8601 in UTC */
  readonly diedAt: string
}

const LIST_SQL: Readonly<Record<Dialect, string>> = {
  sqlite: `select cast(id as text) as id, name, attempts, last_error as reason, run_at as "diedAt" from job
    where is_dead = 1 order by job.id desc limit $1`,
  postgres: `select id::text as id, task_identifier as name, attempts, last_error as reason,
    to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "diedAt" from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null order by jobs.id desc limit $1`,
}

/**
 * @param limit maximum number of jobs
 * @returns the newest dead jobs, newest first
 */
export async function listDeadJobs(database: Database, limit: number): Promise<readonly DeadJob[]> {
  return database.prepare<DeadJob>(LIST_SQL[database.dialect]).all(limit)
}
