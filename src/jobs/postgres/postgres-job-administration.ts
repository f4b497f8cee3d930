import type { Database } from '../../db/database.ts'
import { rawSql } from '../../db/raw-sql.ts'
import type { Tx } from '../../db/schema.ts'
import { listDeadJobs } from '../dead-jobs.ts'
import {
  jobNumber,
  MAX_RETRIED_JOBS,
  type JobAdministration,
  type JobCount,
  type ReadRows,
} from '../job-administration.ts'
import { IS_SUPERSEDED } from './postgres-result-recorder.ts'

const COUNT_SQL = `
select task.identifier as name,
  count(*) filter (where job.locked_at is null and job.attempts < job.max_attempts) as waiting,
  count(*) filter (where job.locked_at is not null) as running,
  count(*) filter (where job.locked_at is null and job.attempts >= job.max_attempts) as dead
from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
group by task.identifier order by task.identifier`

const IS_DEAD = 'job.locked_at is null and job.attempts >= job.max_attempts'
const RETRY_SQL = 'update graphile_worker._private_jobs job set attempts = 0, run_at = now(), updated_at = now()'
const NEWEST_DEAD = `
select job.id from graphile_worker._private_jobs job
join graphile_worker._private_tasks task on task.id = job.task_id
where ${IS_DEAD} and task.identifier = $1 order by job.id desc limit ${MAX_RETRIED_JOBS} for update of job skip locked`

/** @returns the administration of the jobs in the tables of graphile-worker */
export function postgresJobAdministration(database: Database, readRows: ReadRows): JobAdministration {
  return {
    count: () => readRows<JobCount>(COUNT_SQL),
    listDead: (limit) => listDeadJobs(database, limit),
    retry: (id) => database.transaction(async (tx) => (await retryDeadJobs(tx, 'job.id = $1', jobNumber(id) ?? 0)) > 0),
    retryAll: (name) => database.transaction((tx) => retryDeadJobs(tx, `job.id in (${NEWEST_DEAD})`, name)),
    discard: async (id) => {
      const text = `delete from graphile_worker._private_jobs job where job.id = $1 and ${IS_DEAD} returning job.id`
      return (await database.transaction((tx) => rawSql(tx, text, [jobNumber(id) ?? 0]))).length > 0
    },
  }
}

/**
 * Returns dead jobs to the queue. Deletes a dead job if a newer job with the same key has replaced it. When the
 * transaction commits, the workers are notified in the same way as by graphile-worker.
 * @returns the number of jobs that are no longer dead
 */
async function retryDeadJobs(tx: Tx, which: string, parameter: string | number): Promise<number> {
  const drop = `delete from graphile_worker._private_jobs job where ${which} and ${IS_DEAD} and ${IS_SUPERSEDED}`
  const dropped = await rawSql(tx, `${drop} returning job.id`, [parameter])
  const revived = await rawSql(tx, `${RETRY_SQL} where ${which} and ${IS_DEAD} returning job.id`, [parameter])
  if (revived.length > 0) await rawSql(tx, `select pg_notify('jobs:insert', '{"count":100}')`, [])
  return dropped.length + revived.length
}
