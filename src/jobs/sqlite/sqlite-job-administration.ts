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

/** Counts the jobs of each state separately, because each state has its own index. Payloads are therefore not read. */
const COUNT_SQL = `
select name, sum(waiting) as waiting, sum(running) as running, sum(dead) as dead from (
  select name, count(*) as waiting, 0 as running, 0 as dead from job
  where locked_by is null and is_dead = 0 group by name
  union all select name, 0, count(*), 0 from job where locked_by is not null group by name
  union all select name, 0, 0, count(*) from job where is_dead = 1 group by name
) group by name order by name`

/**
 * Selects the dead jobs to retry. Of several jobs with the same key, it selects only the newest, which has replaced the
 * others.
 */
const NEWEST_DEAD = `
select max(id) from job where is_dead = 1 and name = ?2
group by ifnull(dedupe_key, 'id ' || id) order by 1 desc limit ${MAX_RETRIED_JOBS}`

/** Returns dead jobs to the queue. `or ignore`: a job stays dead if a newer job with the same key is waiting. */
const RETRY_SQL = 'update or ignore job set is_dead = 0, attempts = 0, run_at = ?1'

/** Deletes each dead job that a waiting job with the same key has replaced. */
const DROP_OUTDATED = `
delete from job where is_dead = 1 and name = ?1 and dedupe_key is not null and exists (
  select 1 from job newer
  where newer.dedupe_key = job.dedupe_key and newer.locked_by is null and newer.is_dead = 0)`

/** @returns the administration of the jobs in the table `job` */
export function sqliteJobAdministration(database: Database, readRows: ReadRows): JobAdministration {
  return {
    count: () => readRows<JobCount>(COUNT_SQL),
    listDead: (limit) => listDeadJobs(database, limit),
    retry: (id) => database.transaction((tx) => retry(tx, jobNumber(id) ?? 0)),
    retryAll: (name) => database.transaction((tx) => retryAll(tx, name)),
    discard: async (id) => {
      const text = 'delete from job where id = ?1 and is_dead = 1 returning id'
      return (await database.transaction((tx) => rawSql(tx, text, [jobNumber(id) ?? 0]))).length > 0
    },
  }
}

async function retry(tx: Tx, id: number): Promise<boolean> {
  const [job] = await rawSql<{ name: string }>(tx, 'select name from job where id = ?1 and is_dead = 1', [id])
  if (!job) return false
  const revived = await rawSql(tx, `${RETRY_SQL} where id = ?2 and is_dead = 1 returning id`, [now(), id])
  if (revived.length === 0) await rawSql(tx, 'delete from job where id = ?1 and is_dead = 1', [id])
  return true
}

async function retryAll(tx: Tx, name: string): Promise<number> {
  const count = async () => {
    const text = 'select count(*) as dead from job where is_dead = 1 and name = ?1'
    return (await rawSql<{ dead: number }>(tx, text, [name]))[0]!.dead
  }
  const before = await count()
  await rawSql(tx, `${RETRY_SQL} where id in (${NEWEST_DEAD})`, [now(), name])
  await rawSql(tx, DROP_OUTDATED, [name])
  return before - (await count())
}

const now = (): string => new Date().toISOString()
