import type { Database } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'
import { retryAfterDuplicate } from '../db/unique-violation.ts'
import { IS_DEAD, IS_DELAYED, IS_DUE, IS_SUPERSEDED, jobSql } from './job-sql.ts'

/** Numbers of jobs of one kind, by state. */
export interface JobCount {
  readonly name: string
  /** number of jobs that wait to run or to be retried */
  readonly waiting: number
  readonly running: number
  /** number of jobs that have failed in all their attempts */
  readonly dead: number
}

/** A job that has failed in all its attempts. */
export interface DeadJob {
  readonly id: string
  readonly name: string
  readonly attempts: number
  readonly reason: string | null
  /** time of the last attempt, as ISO 8601 in UTC */
  readonly diedAt: string
}

/** Lets administrators view the queue, and retry or delete dead jobs. */
export interface JobAdministration {
  /** @returns the counts of each kind that has at least one job, sorted by name */
  count(): Promise<readonly JobCount[]>
  /** @returns how long the job that has been due longest has waited; 0 if none is due */
  oldestDueSeconds(): Promise<number>
  /** @returns the newest dead jobs, newest first, at most `limit` */
  listDead(limit: number): Promise<readonly DeadJob[]>
  /**
   * Returns a dead job to the queue. It gets all its attempts again.
   * @returns false if there is no dead job with this id
   */
  retry(id: string): Promise<boolean>
  /**
   * Returns dead jobs of a kind to the queue: the newest ones, at most `MAX_RETRIED_JOBS`.
   * @returns the number of jobs that are no longer dead
   */
  retryAll(name: string): Promise<number>
  /**
   * Deletes a dead job.
   * @returns false if there is no dead job with this id
   */
  discard(id: string): Promise<boolean>
}

/** Runs a statement that may take long. On SQLite, it runs in another thread (see src/db/long-reads.ts). */
export type ReadRows = <Row>(sql: string) => Promise<readonly Row[]>

/** Maximum number of dead jobs that one call retries. It bounds the duration of the transaction. */
const MAX_RETRIED_JOBS = 1000

/** Counts the jobs of each state separately, because each state has its own index. Payloads are therefore not read. */
const COUNT = `
select name, sum(waiting) as waiting, sum(running) as running, sum(dead) as dead from (
  select name, count(*) as waiting, 0 as running, 0 as dead from job where ${IS_DUE} group by name
  union all select name, count(*), 0, 0 from job where ${IS_DELAYED} group by name
  union all select name, 0, count(*), 0 from job where locked_by is not null group by name
  union all select name, 0, 0, count(*) from job where ${IS_DEAD} group by name
) as counted group by name order by name`

const OLDEST = jobSql(({ now }) => `select max(${now} - run_at) as age from job where ${IS_DUE}`)

/**
 * Returns dead jobs to the queue. Of several with the same key, the newest has replaced the others, and a waiting job
 * has replaced them all.
 */
const RETRY = jobSql(
  ({ now }) => `
update job set is_dead = 0, attempts = 0, run_at = ${now}, is_due = 1
where ${IS_DEAD} and not ${IS_SUPERSEDED} and id in (
  select max(id) from job where ${IS_DEAD} and name = $1 and ($2 = 0 or id = $2)
  group by coalesce(dedupe_key, 'id ' || id) order by 1 desc limit ${MAX_RETRIED_JOBS})
returning id`,
)

const DROP_SUPERSEDED = jobSql(
  () => `delete from job where ${IS_DEAD} and name = $1 and ($2 = 0 or id = $2) and ${IS_SUPERSEDED} returning id`,
)

/**
 * @param readRows runs the statement that counts jobs. It may take long, because it reads all jobs.
 * @returns the administration of the jobs in this database
 */
export function openJobAdministration(database: Database, readRows: ReadRows): JobAdministration {
  const { dialect } = database
  /** @param id 0 for all dead jobs of the kind */
  const retry = async (tx: Tx, name: string, id: number): Promise<number> => {
    const revived = await rawSql(tx, RETRY[dialect], [name, id])
    const dropped = await rawSql(tx, DROP_SUPERSEDED[dialect], [name, id])
    return revived.length + dropped.length
  }
  const inTransaction = <Result>(run: (tx: Tx) => Promise<Result>) =>
    retryAfterDuplicate(() => database.transaction(run))
  const nameOfDead = jobSql(() => `select name from job where id = $1 and ${IS_DEAD}`)[dialect]
  const discard = jobSql(() => `delete from job where id = $1 and ${IS_DEAD} returning id`)[dialect]
  return {
    count: () => readRows<JobCount>(COUNT),
    oldestDueSeconds: async () => {
      const [row] = await readRows<{ age: number | string | null }>(OLDEST[dialect])
      return Math.max(0, Number(row?.age ?? 0)) / 1000
    },
    listDead: (limit) => listDeadJobs(database, limit),
    retry: (text) =>
      inTransaction(async (tx) => {
        const id = jobNumber(text)
        const [job] = await rawSql<{ name: string }>(tx, nameOfDead, [id])
        return job !== undefined && (await retry(tx, job.name, id)) > 0
      }),
    retryAll: (name) => inTransaction((tx) => retry(tx, name, 0)),
    discard: async (id) => (await database.transaction((tx) => rawSql(tx, discard, [jobNumber(id)]))).length > 0,
  }
}

/**
 * @param limit maximum number of jobs
 * @returns the newest dead jobs, newest first
 */
export async function listDeadJobs(database: Database, limit: number): Promise<readonly DeadJob[]> {
  const rows = await database
    .prepare<{ id: number; name: string; attempts: number; reason: string | null; run_at: number }>(
      `select id, name, attempts, last_error as reason, run_at from job where ${IS_DEAD} order by id desc limit $1`,
    )
    .all(limit)
  return rows.map(({ id, run_at: diedAt, ...rest }) => ({
    id: String(id),
    ...rest,
    diedAt: new Date(diedAt).toISOString(),
  }))
}

/** @returns the id as a number, or 0 if it is invalid */
function jobNumber(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0
}
