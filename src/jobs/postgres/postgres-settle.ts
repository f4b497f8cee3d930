import type { Pool } from 'pg'
import type { SettleJob, Verdict } from '../claimed-job.ts'

/**
 * graphile-worker pauses by an exponential of its own and deletes finished jobs without asking whose they are.
 * So a run is settled by these statements before graphile-worker hears that it has ended. The try was counted by the
 * claim, in the same statement that locked the row: a crash at any moment leaves a locked row with the right count,
 * which the next process frees. Nothing is added anew, so there is no moment with no job or with two.
 */
const UNLOCK = 'update graphile_worker._private_jobs job set locked_by = null, locked_at = null, updated_at = now()'

const STATEMENTS = {
  finished: 'delete from graphile_worker._private_jobs job',
  again: `${UNLOCK}, run_at = now() + $4::float8 * interval '1 millisecond', last_error = $5`,
  dead: `${UNLOCK}, attempts = max_attempts, last_error = $4`,
  'given-back': `${UNLOCK}, attempts = greatest(0, attempts - 1)`,
} as const satisfies Record<Verdict['kind'], string>

const OURS = 'job.id = $1::bigint and job.locked_by = $2 and job.locked_at = $3::timestamptz'

/** A job that had a key and has lost it to a newer one has nothing left to do; see `postgresQueue`. */
export const IS_SUPERSEDED =
  "job.key is null and exists (select from jsonb_object_keys(job.flags) as flag(name) where flag.name like 'key:%')"

const DROP_SUPERSEDED = `delete from graphile_worker._private_jobs job where ${OURS} and ${IS_SUPERSEDED}`

/** @returns the fence of a claim: the pool that made it and the database's time when it did */
export function postgresFence(job: { readonly locked_by: string | null; readonly locked_at: unknown }): string {
  return `${job.locked_by} ${String(job.locked_at)}`
}

/**
 * @returns the function that writes down how a run ended. A row that a newer job with its key has changed meanwhile is
 * looked at again by PostgreSQL before it is written, so that no job that is superseded comes back.
 */
export function postgresSettle(pool: Pool): SettleJob {
  return async (job, verdict) => {
    const { kind } = verdict
    const ours = [job.id, ...splitFence(job.fence)]
    const unlessSuperseded = kind === 'finished' ? '' : `and not (${IS_SUPERSEDED})`
    const text = `${STATEMENTS[kind]} where ${OURS} ${unlessSuperseded}`
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
