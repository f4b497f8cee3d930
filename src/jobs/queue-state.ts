import type { Database } from '../db/database.ts'
import { IS_DUE, jobSql } from './job-sql.ts'

interface QueueState {
  /** number of jobs that are due and wait for a free slot */
  readonly dueJobs: number
  /** how long the job that has been due longest has waited, in milliseconds; 0 if none is due */
  readonly oldestDueMs: number
}

const STATE = jobSql(({ now }) => `select count(*) as due, max(${now} - run_at) as age from job where ${IS_DUE}`)

/** @returns the state of the queue, by the clock of the database. Reads an index entry for each job that is due. */
export async function readQueueState(database: Database): Promise<QueueState> {
  const [row] = await database
    .prepare<{ due: number | string; age: number | string | null }>(STATE[database.dialect])
    .all()
  return { dueJobs: Number(row!.due), oldestDueMs: Math.max(0, Number(row!.age ?? 0)) }
}
