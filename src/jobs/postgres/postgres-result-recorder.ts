import type { Pool } from 'pg'
import type { RecordResult, Verdict } from '../claimed-job.ts'

/**
 * These statements record the result of a run before graphile-worker learns that the run has ended. graphile-worker
 * would use its own exponential pauses, and would delete finished jobs without checking who has claimed them. A claim
 * locks the row and counts the attempt in one statement. So after a crash, the row is locked and has the right count,
 * and another process frees it. Statements only update or delete rows, so a job never exists twice.
 */
const UNLOCK = 'update graphile_worker._private_jobs job set locked_by = null, locked_at = null, updated_at = now()'

const STATEMENTS = {
  finished: 'delete from graphile_worker._private_jobs job',
  again: `${UNLOCK}, run_at = now() + $4::float8 * interval '1 millisecond', last_error = $5`,
  dead: `${UNLOCK}, attempts = max_attempts, last_error = $4`,
  'given-back': `${UNLOCK}, attempts = greatest(0, attempts - 1)`,
} as const satisfies Record<Verdict['kind'], string>

const HOLDS_LEASE = 'job.id = $1::bigint and job.locked_by = $2 and job.locked_at = $3::timestamptz'

/** SQL condition that is true if a newer job has taken over the key of the job (see `postgresQueue`). */
export const IS_SUPERSEDED =
  "job.key is null and exists (select from jsonb_object_keys(job.flags) as flag(name) where flag.name like 'key:%')"

const DROP_SUPERSEDED = `delete from graphile_worker._private_jobs job where ${HOLDS_LEASE} and ${IS_SUPERSEDED}`

/**
 * @returns the unique value of a claim: the id of the pool that claimed the job, and the time of the claim in the
 *   database
 */
export function postgresFence(job: { readonly locked_by: string | null; readonly locked_at: unknown }): string {
  return `${job.locked_by} ${String(job.locked_at)}`
}

/**
 * @returns a function that records the result of a run. If a newer job with the same key changes the row at the same
 *   time, PostgreSQL evaluates `IS_SUPERSEDED` again before it writes, so the older job is not retried.
 */
export function postgresResultRecorder(pool: Pool): RecordResult {
  return async (job, verdict) => {
    const { kind } = verdict
    const ours = [job.id, ...splitFence(job.fence)]
    const unlessSuperseded = kind === 'finished' ? '' : `and not (${IS_SUPERSEDED})`
    const text = `${STATEMENTS[kind]} where ${HOLDS_LEASE} ${unlessSuperseded}`
    const changed = await pool.query({ name: `job ${kind}`, text, values: [...ours, ...values(verdict)] })
    if (changed.rowCount) return 'settled'
    const dropped = await pool.query({ name: 'job dropped', text: DROP_SUPERSEDED, values: ours })
    return dropped.rowCount ? 'superseded' : 'lost'
  }
}

function splitFence(fence: string): readonly [string, string] {
  const space = fence.indexOf(' ')
  return [fence.slice(0, space), fence.slice(space + 1)]
}

function values(verdict: Verdict): readonly unknown[] {
  if (verdict.kind === 'again') return [verdict.afterMs, verdict.reason]
  return verdict.kind === 'dead' ? [verdict.reason] : []
}
