import type { Pool, PoolClient } from 'pg'
import { DIED_WITH_PROCESS } from '../claimed-job.ts'
import type { JobDeath } from '../job-log.ts'
import { IS_SUPERSEDED } from './postgres-settle.ts'

/** Says that the worker pool `id` is alive, by the database's clock. */
export async function beat(pool: Pool, id: string): Promise<void> {
  const text = `insert into job_process (id, seen_at) values ($1, clock_timestamp())
    on conflict (id) do update set seen_at = excluded.seen_at`
  await pool.query({ name: 'job beat', text, values: [id] })
}

/** Takes a worker pool that has ended off the list: what it still has locked is free. */
export async function removeProcess(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from job_process where id = $1', [id])
}

/**
 * Frees the jobs of worker pools that have not been heard of for `leaseMs`, or that are on no list: graphile-worker
 * itself waits four hours. Every pool writes its first beat before its first claim.
 * @returns the jobs that are now dead, because the try that was cut short was their last
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

const FORGET_SILENT =
  "delete from job_process where seen_at < clock_timestamp() - $1::float8 * interval '1 millisecond'"

/** `for update` waits for nobody: a job that is being settled right now is looked at again next time. */
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
  await client.query(FORGET_SILENT, [leaseMs])
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
  /** the worker pool that asks about itself */
  readonly id: string
  /** ids of the jobs that it knows to have claimed */
  readonly running: readonly string[]
  /** how old a claim must be, so that its answer cannot be on its way any more, in milliseconds */
  readonly ageMs: number
}

const LOST_CLAIM = `job.locked_by = $1 and job.id <> all ($2::bigint[])
  and job.locked_at < clock_timestamp() - $3::float8 * interval '1 millisecond'`

/**
 * Frees jobs that a living pool has claimed without knowing it: the connection was lost after the claim was committed
 * and before its answer came. They were not run, so it costs no try.
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
