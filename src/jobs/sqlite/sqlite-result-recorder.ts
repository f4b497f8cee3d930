import type { Database } from '../../db/database.ts'
import type { Tx } from '../../db/schema.ts'
import type { RecordResult, RecordedResult, Verdict } from '../claimed-job.ts'
import { rawSql } from '../../db/raw-sql.ts'

/** Deletes a job if a newer job with the same key is waiting. The older job is then not retried. */
const DROP_SUPERSEDED = `
delete from job where id = ?1 and locked_by = ?2 and exists (
  select 1 from job newer
  where newer.dedupe_key = job.dedupe_key and newer.locked_by is null and newer.is_dead = 0)
returning id`

const STATEMENTS = {
  finished: 'delete from job where id = ?1 and locked_by = ?2 returning id',
  again: `update job set locked_by = null, locked_until = null, run_at = ?3, last_error = ?4
    where id = ?1 and locked_by = ?2 returning id`,
  dead: `update job set locked_by = null, locked_until = null, is_dead = 1, run_at = ?3, last_error = ?4
    where id = ?1 and locked_by = ?2 returning id`,
  'given-back': `update job set locked_by = null, locked_until = null, attempts = attempts - 1
    where id = ?1 and locked_by = ?2 returning id`,
} as const satisfies Record<Verdict['kind'], string>

/**
 * Options of transactions that claim a job or record its result. If a power failure undoes one, the job runs again, which
 * every handler allows.
 */
export const DEFERRED = { isDeferred: true } as const

/** @returns a function that records the result of a run. It changes nothing if another claim has taken over the job. */
export function sqliteResultRecorder(database: Database): RecordResult {
  return (job, verdict) =>
    database.transaction((tx) => recordVerdict(tx, [Number(job.id), job.fence], verdict), DEFERRED)
}

async function recordVerdict(tx: Tx, fence: readonly [number, string], verdict: Verdict): Promise<RecordedResult> {
  if (verdict.kind !== 'finished') {
    const dropped = await rawSql(tx, DROP_SUPERSEDED, fence)
    if (dropped.length > 0) return 'superseded'
  }
  const changed = await rawSql(tx, STATEMENTS[verdict.kind], [...fence, ...values(verdict)])
  return changed.length > 0 ? 'settled' : 'lost'
}

function values(verdict: Verdict): readonly string[] {
  if (verdict.kind === 'finished' || verdict.kind === 'given-back') return []
  const afterMs = verdict.kind === 'again' ? verdict.afterMs : 0
  return [new Date(Date.now() + afterMs).toISOString(), verdict.reason]
}
