import type { Database } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import { retryAfterDuplicate } from '../db/unique-violation.ts'
import type { ClaimedJob, RecordedResult, RecordResult, Verdict } from './claimed-job.ts'
import { IS_SUPERSEDED, jobSql } from './job-sql.ts'

/**
 * Options of transactions that claim a job or record its result. If a power failure undoes one, the job runs again, which
 * every handler allows.
 */
export const DEFERRED = { isDeferred: true } as const

const IS_OURS = 'where id = $1 and locked_by = $2'
const FREE = 'update job set locked_by = null, locked_until = null'

const STATEMENTS = {
  finished: jobSql(() => `delete from job ${IS_OURS} returning id`),
  again: jobSql(({ now }) => `${FREE}, run_at = ${now} + $3, last_error = $4 ${IS_OURS} returning id`),
  dead: jobSql(({ now }) => `${FREE}, run_at = ${now}, is_dead = 1, last_error = $3 ${IS_OURS} returning id`),
  'given-back': jobSql(() => `${FREE}, attempts = attempts - 1 ${IS_OURS} returning id`),
} as const satisfies Record<Verdict['kind'], unknown>

/** Deletes a job if a newer job with the same key is waiting. The older job is then not retried. */
const DROP_SUPERSEDED = jobSql(() => `delete from job ${IS_OURS} and ${IS_SUPERSEDED} returning id`)

/** @returns a function that records the result of a run. It changes nothing if another claim has taken over the job. */
export function resultRecorder(database: Database): RecordResult {
  const record = (job: ClaimedJob, verdict: Verdict) =>
    database.transaction(async (tx): Promise<RecordedResult> => {
      const ours = [job.id, job.claim]
      if (verdict.kind !== 'finished') {
        const dropped = await rawSql(tx, DROP_SUPERSEDED[database.dialect], ours)
        if (dropped.length > 0) return 'superseded'
      }
      const text = STATEMENTS[verdict.kind][database.dialect]
      const changed = await rawSql(tx, text, [...ours, ...values(verdict)])
      return changed.length > 0 ? 'settled' : 'lost'
    }, DEFERRED)
  return (job, verdict) => retryAfterDuplicate(() => record(job, verdict))
}

function values(verdict: Verdict): readonly (string | number)[] {
  if (verdict.kind === 'again') return [verdict.afterMs, verdict.reason]
  return verdict.kind === 'dead' ? [verdict.reason] : []
}
