import type { Pool, PoolClient } from 'pg'
import { DIED_WITH_PROCESS } from '../claimed-job.ts'
import type { JobDeath } from '../job-log.ts'
import { IS_SUPERSEDED } from './postgres-result-recorder.ts'

/**
 * Records that the worker pool `id` is alive. The time comes from the clock of the database, which all processes share.
 */
export async function recordHeartbeat(pool: Pool, id: string): Promise<void> {
  const text = `insert into job_process (id, seen_at) values ($1, clock_timestamp())
    on conflict (id) do update set seen_at = excluded.seen_at`
  await pool.query({ name: 'job heartbeat', text, values: [id] })
}

/**
 * Deletes the record of a stopped worker pool. Jobs that are still locked by the pool then count as lost, and other
 * processes can free them.
 */
export async function removeProcess(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from job_process where id = $1', [id])
}

/**
 * Frees the jobs of lost worker pools. A pool is lost if it has recorded no heartbeat for `leaseMs` milliseconds, or
 * has no row in `job_process`. A running pool always has a row, because it records a heartbeat before its first claim.
 * graphile-worker itself would wait four hours.
 * @returns the jobs that are dead now, because their last attempt was interrupted
 */
export async function releaseLeasesOfLostProcesses(pool: Pool, leaseMs: number): Promise<readonly JobDeath[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const deaths = await freeLost(client, leaseMs)
    await client.query('commit')
    client.release()
    return deaths
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

const DELETE_SILENT_PROCESSES =
  "delete from job_process where seen_at < clock_timestamp() - $1::float8 * interval '1 millisecond'"

/** `skip locked` skips jobs whose results are being recorded at the moment. The next call checks them again. */
const LIST_LOST = `
select distinct locked_by as id from (
  select locked_by from graphile_worker._private_jobs
  where locked_by is not null and locked_by not in (select id from job_process)
  for update skip locked) as lost`

const DROP_SUPERSEDED = `
delete from graphile_worker._private_jobs job where job.locked_by = any($1::text[]) and ${IS_SUPERSEDED}`

const MARK_DEAD = `
update graphile_worker._private_jobs job set last_error = $2
from graphile_worker._private_tasks task
where job.locked_by = any($1::text[]) and job.attempts >= job.max_attempts and task.id = job.task_id
returning job.id::text as "jobId", task.identifier as name, job.last_error as reason`

async function freeLost(client: PoolClient, leaseMs: number): Promise<readonly JobDeath[]> {
  await client.query(DELETE_SILENT_PROCESSES, [leaseMs])
  const { rows } = await client.query<{ id: string }>(LIST_LOST)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  await client.query(DROP_SUPERSEDED, [ids])
  const deaths = await client.query<JobDeath>(MARK_DEAD, [ids, DIED_WITH_PROCESS])
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [ids])
  await client.query(`select pg_notify('jobs:insert', '{"count":100}')`)
  return deaths.rows
}

export interface LostClaims {
  /** id of the calling worker pool */
  readonly id: string
  /** ids of the claimed jobs that the pool knows about */
  readonly running: readonly string[]
  /** minimum age of a claim in milliseconds; the response to a newer claim may still arrive */
  readonly ageMs: number
}

const LOST_CLAIM = `job.locked_by = $1 and job.id <> all ($2::bigint[])
  and job.locked_at < clock_timestamp() - $3::float8 * interval '1 millisecond'`

/**
 * Frees jobs that a running pool has claimed, but does not know about. This happens if the connection is lost after the
 * claim was committed and before its response arrives. These jobs did not run, so the attempt does not count.
 */
export async function releaseLostClaims(pool: Pool, { id, running, ageMs }: LostClaims): Promise<void> {
  const values = [id, running, ageMs]
  await pool.query(`delete from graphile_worker._private_jobs job where ${LOST_CLAIM} and ${IS_SUPERSEDED}`, values)
  const freed = await pool.query(
    `update graphile_worker._private_jobs job
     set locked_by = null, locked_at = null, updated_at = now(), attempts = greatest(0, attempts - 1)
     where ${LOST_CLAIM}`,
    values,
  )
  if (freed.rowCount) await pool.query(`select pg_notify('jobs:insert', '{"count":100}')`)
}
