import type { Dialect } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'
import type { ClaimedJob } from './claimed-job.ts'
import { BULK_FLAG, BULK_PRIORITY, flagsUnder, jobFlags } from './concurrency-flags.ts'
import { IS_WAITING, jobSql } from './job-sql.ts'

export interface ClaimRequest {
  /** kinds of jobs that this process can run */
  readonly names: readonly string[]
  /** concurrency flags (users, lanes and bulk work) that have their maximum number of running jobs */
  readonly saturated: readonly string[]
  /** unique name of the claim */
  readonly claim: string
  readonly leaseMs: number
}

const RUNNING_KEYS = 'select dedupe_key from job where locked_by is not null and dedupe_key is not null'

/** The condition `IS_WAITING`, written so that it matches no index: the jobs with these ids are read by their ids. */
const IS_STILL_WAITING = "coalesce(locked_by, '') = '' and is_dead + 0 = 0"

/**
 * Claims the first job that is due and not blocked, and counts the attempt. The query uses the index `job_waiting`. It
 * visits each pair of user and priority once, and takes the first suitable job of the pair. So it does not read the
 * other jobs, which can be many if a user has reached the limit. It skips a job if one with the same key is running,
 * because such jobs must run one after another.
 */
const CLAIM = jobSql(
  ({ now, skipLocked, jobWithId, inResultOf, inTexts, inIntegers, updateOne }) => `
with recursive first_of_pair (id) as (
  select (select id from job where ${IS_WAITING} order by user_id, priority limit 1)
  union all
  select coalesce(
    (select next.id from job next where next.locked_by is null and next.is_dead = 0
      and next.user_id = pair.user_id and next.priority > pair.priority order by next.priority limit 1),
    (select next.id from job next where next.locked_by is null and next.is_dead = 0
      and next.user_id > pair.user_id order by next.user_id, next.priority limit 1))
  from first_of_pair ${jobWithId('first_of_pair.id', 'pair')}),
candidate (id) as materialized (
  select (
    select waiting.id from job waiting
    where waiting.locked_by is null and waiting.is_dead = 0
      and waiting.user_id = pair.user_id and waiting.priority = pair.priority
      and waiting.run_at <= ${now}
      and waiting.name ${inTexts('$3')}
      and (waiting.lane is null or not (waiting.lane ${inTexts('$4')}))
      and (waiting.dedupe_key is null or not (waiting.dedupe_key ${inResultOf(RUNNING_KEYS)}))
    order by waiting.run_at, waiting.id limit 1)
  from first_of_pair ${jobWithId('first_of_pair.id', 'pair')}
  where not (pair.user_id ${inIntegers('$5')})
    and pair.priority <= $6
    and (pair.priority < $7 or not (pair.user_id ${inIntegers('$8')}))),
chosen (id) as (
  select id from job where id ${inResultOf('select id from candidate')} and ${IS_STILL_WAITING} and run_at <= ${now}
  order by priority, run_at, id limit 1 ${skipLocked})${updateOne(
    `update job set attempts = attempts + 1, locked_by = $1, locked_until = ${now} + $2
where id = (select id from chosen)
returning id, name, payload, user_id, lane, dedupe_key, priority, attempts, max_attempts`,
    'select id from candidate where id is not null',
  )}`,
)

interface Row {
  readonly id: number
  readonly name: string
  readonly payload: string
  readonly user_id: number
  readonly lane: string | null
  readonly dedupe_key: string | null
  readonly priority: number
  readonly attempts: number
  readonly max_attempts: number
}

/**
 * @returns the claimed job; `locked` if other processes are claiming the jobs that come first, so that the next ones can
 *   be claimed in a moment; undefined if no job can be claimed now
 */
export async function claimJob(
  tx: Tx,
  dialect: Dialect,
  request: ClaimRequest,
): Promise<ClaimedJob | 'locked' | undefined> {
  const { names, saturated, claim, leaseMs } = request
  const listed = (prefix: 'user:' | 'lane:' | 'bulk:') => flagsUnder(prefix, saturated)
  const maxPriority = saturated.includes(BULK_FLAG) ? BULK_PRIORITY - 1 : Number.MAX_SAFE_INTEGER
  const [row] = await rawSql<Row | { readonly id: null }>(tx, CLAIM[dialect], [
    claim,
    leaseMs,
    JSON.stringify(names),
    JSON.stringify(listed('lane:')),
    JSON.stringify(listed('user:').map(Number)),
    maxPriority,
    BULK_PRIORITY,
    JSON.stringify(listed('bulk:').map(Number)),
  ])
  if (row?.id === null) return 'locked'
  return row && toClaimedJob(row, claim)
}

function toClaimedJob(row: Row, claim: string): ClaimedJob {
  const { id, name, payload, user_id: userId, lane, dedupe_key: dedupeKey, priority } = row
  return {
    id,
    name,
    payload: JSON.parse(payload),
    attempt: row.attempts,
    maxAttempts: row.max_attempts,
    flags: jobFlags({
      ...(userId !== 0 && { userId }),
      ...(lane !== null && { lane }),
      ...(dedupeKey !== null && { dedupeKey }),
      priority,
    }),
    claim,
  }
}
