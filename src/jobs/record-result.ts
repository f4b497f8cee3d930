import type { Database } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import { retryAfterDuplicate } from '../db/unique-violation.ts'
import type { ClaimedJob, RecordedResult, RecordResult, Verdict } from './claimed-job.ts'
import { batchLookups } from '../kernel/batch-lookups.ts'
import { IS_SUPERSEDED, jobSql } from './job-sql.ts'

/**
 * Options of transactions that claim a job or record its result. If a power failure undoes one, the job runs again, which
 * every handler allows.
 */
export const DEFERRED = { isDeferred: true } as const

const IS_OURS = 'where id = $1 and locked_by = $2'
const FREE = 'update job set locked_by = null, locked_until = null'

const STATEMENTS = {
  again: jobSql(({ now }) => `${FREE}, run_at = ${now} + $3, is_due = 0, last_error = $4 ${IS_OURS} returning id`),
  dead: jobSql(({ now }) => `${FREE}, run_at = ${now}, is_dead = 1, last_error = $3 ${IS_OURS} returning id`),
  'given-back': jobSql(() => `${FREE}, attempts = attempts - 1 ${IS_OURS} returning id`),
} as const satisfies Record<Unfinished['kind'], unknown>

/** Deletes finished jobs. Claims have unique names, so the lists of ids and claims need not be in the same order. */
const FINISH = jobSql(
  ({ inIntegers, inTexts }) =>
    `delete from job where id ${inIntegers('$1')} and locked_by ${inTexts('$2')} returning id`,
)

/** Deletes a job if a newer job with the same key is waiting. The older job is then not retried. */
const DROP_SUPERSEDED = jobSql(() => `delete from job ${IS_OURS} and ${IS_SUPERSEDED} returning id`)

/**
 * @returns a function that records the result of a run. It changes nothing if another claim has taken over the job.
 *   While finished jobs are being deleted, others wait and are then deleted at once.
 */
export function resultRecorder(database: Database): RecordResult {
  const finish = batchLookups((jobs: readonly ClaimedJob[]) => deleteFinished(database, jobs))
  return async (job, verdict) => {
    if (verdict.kind === 'finished') return (await finish(job)) ?? 'lost'
    return retryAfterDuplicate(() => recordUnfinished(database, job, verdict))
  }
}

async function deleteFinished(database: Database, jobs: readonly ClaimedJob[]): Promise<Map<ClaimedJob, 'settled'>> {
  const [ids, claims] = [jobs.map(({ id }) => id), jobs.map(({ claim }) => claim)]
  const deleted = await database.transaction(
    (tx) => rawSql<{ id: number }>(tx, FINISH[database.dialect], [JSON.stringify(ids), JSON.stringify(claims)]),
    DEFERRED,
  )
  const deletedIds = new Set(deleted.map(({ id }) => id))
  return new Map(jobs.filter(({ id }) => deletedIds.has(id)).map((job) => [job, 'settled']))
}

type Unfinished = Exclude<Verdict, { readonly kind: 'finished' }>

function recordUnfinished(database: Database, job: ClaimedJob, verdict: Unfinished): Promise<RecordedResult> {
  return database.transaction(async (tx) => {
    const ours = [job.id, job.claim]
    const dropped = await rawSql(tx, DROP_SUPERSEDED[database.dialect], ours)
    if (dropped.length > 0) return 'superseded'
    const changed = await rawSql(tx, STATEMENTS[verdict.kind][database.dialect], [...ours, ...values(verdict)])
    return changed.length > 0 ? 'settled' : 'lost'
  }, DEFERRED)
}

function values(verdict: Verdict): readonly (string | number)[] {
  if (verdict.kind === 'again') return [verdict.afterMs, verdict.reason]
  return verdict.kind === 'dead' ? [verdict.reason] : []
}
