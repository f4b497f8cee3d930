import type { Tx } from '../../db/schema.ts'
import type { ClaimedJob } from '../claimed-job.ts'
import { BULK_FLAG, BULK_PRIORITY, flagsUnder, jobFlags } from '../concurrency-flags.ts'
import { rawSql } from '../../db/raw-sql.ts'

export interface SqliteClaim {
  /** kinds of jobs that this process can run */
  readonly names: readonly string[]
  /** concurrency flags (users, lanes and bulk work) that have their maximum number of running jobs */
  readonly saturated: readonly string[]
  /** unique name of the claim */
  readonly claim: string
  readonly now: Date
  readonly leaseMs: number
}

/**
 * Claims the first job that is due and not blocked, and counts the attempt. The query uses the index `job_waiting`. It
 * visits each pair of user and priority once, and takes the first suitable job of the pair. So it does not read the
 * other jobs, which can be many if a user has reached the limit. It skips a job if one with the same key is running,
 * because such jobs must run one after another.
 */
const CLAIM_SQL = `
with recursive first_of_pair (id) as (
  select (select id from job where locked_by is null and is_dead = 0 order by ifnull(user_id, 0), priority limit 1)
  union all
  select coalesce(
    (select next.id from job next where next.locked_by is null and next.is_dead = 0
      and ifnull(next.user_id, 0) = ifnull(pair.user_id, 0) and next.priority > pair.priority
      order by next.priority limit 1),
    (select next.id from job next where next.locked_by is null and next.is_dead = 0
      and ifnull(next.user_id, 0) > ifnull(pair.user_id, 0)
      order by ifnull(next.user_id, 0), next.priority limit 1))
  from first_of_pair cross join job pair on pair.id = first_of_pair.id),
candidate (id) as (
  select (
    select waiting.id from job waiting
    where waiting.locked_by is null and waiting.is_dead = 0
      and ifnull(waiting.user_id, 0) = ifnull(pair.user_id, 0) and waiting.priority = pair.priority
      and waiting.run_at <= ?3
      and waiting.name in (select value from json_each(?4))
      and (waiting.lane is null or waiting.lane not in (select value from json_each(?6)))
      and (waiting.dedupe_key is null or waiting.dedupe_key not in (
        select running.dedupe_key from job running
        where running.locked_by is not null and running.dedupe_key is not null))
    order by waiting.run_at, waiting.id limit 1)
  from first_of_pair cross join job pair on pair.id = first_of_pair.id
  where ifnull(pair.user_id, 0) not in (select value from json_each(?5))
    and pair.priority <= ?9
    and (pair.priority < ?8 or ifnull(pair.user_id, 0) not in (select value from json_each(?7))))
update job set attempts = attempts + 1, locked_by = ?1, locked_until = ?2
where id = (
  select chosen.id from candidate cross join job chosen on chosen.id = candidate.id
  order by chosen.priority, chosen.run_at, chosen.id limit 1)
returning id, name, payload, user_id, lane, dedupe_key, priority, attempts, max_attempts`

interface Row {
  readonly id: number
  readonly name: string
  readonly payload: string
  readonly user_id: number | null
  readonly lane: string | null
  readonly dedupe_key: string | null
  readonly priority: number
  readonly attempts: number
  readonly max_attempts: number
}

/** @returns the claimed job; undefined if no job can be claimed now */
export async function claimSqliteJob(tx: Tx, request: SqliteClaim): Promise<ClaimedJob | undefined> {
  const { names, saturated, claim, now, leaseMs } = request
  const until = new Date(now.getTime() + leaseMs).toISOString()
  const users = flagsUnder('user:', saturated).map(Number)
  const bulkUsers = flagsUnder('bulk:', saturated).map(Number)
  const lists = [names, users, flagsUnder('lane:', saturated), bulkUsers].map((list) => JSON.stringify(list))
  const maxPriority = saturated.includes(BULK_FLAG) ? BULK_PRIORITY - 1 : Number.MAX_SAFE_INTEGER
  const parameters = [claim, until, now.toISOString(), ...lists, BULK_PRIORITY, maxPriority]
  const [row] = await rawSql<Row>(tx, CLAIM_SQL, parameters)
  return row && toClaimedJob(row, claim)
}

function toClaimedJob(row: Row, claim: string): ClaimedJob {
  return {
    id: String(row.id),
    name: row.name,
    payload: JSON.parse(row.payload),
    attempt: row.attempts,
    maxAttempts: row.max_attempts,
    flags: jobFlags({
      ...(row.user_id !== null && { userId: row.user_id }),
      ...(row.lane !== null && { lane: row.lane }),
      ...(row.dedupe_key !== null && { dedupeKey: row.dedupe_key }),
      priority: row.priority,
    }),
    fence: claim,
  }
}
