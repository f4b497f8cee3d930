import type { Dialect } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'
import { BULK_FLAG, BULK_PRIORITY, flagsUnder, type FlaggedJob } from './concurrency-flags.ts'
import { IS_DUE, jobSql } from './job-sql.ts'
import type { RunningJobCounts } from './running-job-counts.ts'

/** A due job that no process was running when the transaction looked for it. */
export interface Candidate extends FlaggedJob {
  readonly id: number
  /** true (1 on SQLite) if the user may have more such jobs of this priority, beyond an equal share of the limit */
  readonly endsShare: boolean | 1 | 0
}

export interface CandidateRequest {
  /** kinds of jobs that this process can run */
  readonly names: readonly string[]
  /** the running jobs of this process, by user, lane, key and kind of work */
  readonly counts: RunningJobCounts
  /** maximum number of jobs */
  readonly slots: number
  /** the user whose turn was the last one */
  readonly lastUser: number
}

const RUNNING_KEYS = 'select dedupe_key from job where locked_by is not null and dedupe_key is not null'

/** @returns a subquery for the id of the first due job that meets the condition */
const first = (condition: string, order = 'job.user_id') => `
    (select job.id from job where ${IS_DUE} and job.priority <= $3 and ${condition} order by ${order} limit 1)`

/** @returns subqueries for the first job whose priority is greater, and so less urgent, than the value */
const firstAbove = (priority: string) => {
  const next = `select job.priority from job where ${IS_DUE} and job.priority > ${priority} order by job.priority limit 1`
  return [
    first(`job.priority = (${next}) and job.user_id > $1`),
    first(`job.priority > ${priority}`, 'job.priority, job.user_id'),
  ]
}

/**
 * Subqueries for a job of the next user with the same priority: the next larger id, and after the largest one the smallest.
 * The turns end with the user `$1`, whose turn was the last one.
 */
const OF_NEXT_USER = [
  first(`job.priority = pair.priority and job.user_id > pair.user_id
      and job.user_id <= case when pair.user_id > $1 then 9000000000000000 else $1 end`),
  first('job.priority = pair.priority and job.user_id <= case when pair.user_id > $1 then $1 else -1 end'),
]

/**
 * Finds jobs that are due and not blocked. Within a priority, users take turns: the first turn is that of the user after
 * `$1`. The query visits pairs of a priority and a user with the index `job_due`, until it has found enough pairs with
 * a suitable job. So it does not read the other jobs of a user, which can be many, nor the other users. It skips a job
 * if one with the same key is running, because such jobs must run one after another.
 *
 * The numbers are cast, because SQLite would otherwise prepare the statement again for each new value of a parameter that its
 * planner compares with its statistics (SQLite documentation, sqlite3_prepare_v2). That takes 25 times as long as the search.
 */
const FIND = jobSql(({ jobsWhere, inResultOf, inTexts, inIntegers }) => {
  const candidates = (alias: string, pair: string, limit: string) => {
    const condition = `${IS_DUE} and job.priority = ${pair}.priority and job.user_id = ${pair}.user_id
      and job.name ${inTexts('$4')} and (job.lane is null or not (job.lane ${inTexts('$5')}))
      and (job.dedupe_key is null or not (job.dedupe_key ${inResultOf(RUNNING_KEYS)}))`
    return jobsWhere(alias, `${condition} order by job.run_at, job.id limit ${limit}`)
  }
  return `
with recursive turn (id, number) as not materialized (
  select coalesce(${firstAbove('-1000000000').join()}), 1
  union all
  select coalesce(${[...OF_NEXT_USER, ...firstAbove('pair.priority')].join()}), turn.number + 1
  from turn ${jobsWhere('pair', 'job.id = turn.id limit 1')}),
pair (priority, user_id, number) as (
  select visited.priority, visited.user_id, turn.number
  from turn ${jobsWhere('visited', 'job.id = turn.id limit 1')} ${candidates('oldest', 'visited', '1')}
  where not (visited.user_id ${inIntegers('$6')})
    and (visited.priority < ${BULK_PRIORITY} or not (visited.user_id ${inIntegers('$7')}))
  limit $2),
share (size) as (select case count(*) when 0 then 1 else ($2 + count(*) - 1) / count(*) end from pair)
select id, user_id as "userId", lane, dedupe_key as "dedupeKey", priority,
  place = (select size from share) as "endsShare" from (
  select candidate.*, pair.number,
    row_number() over (partition by pair.number order by candidate.run_at, candidate.id) as place
  from pair ${candidates('candidate', 'pair', '(select size from share)')}) as found
order by priority, place, number limit $2`.replaceAll(/\$[1-3]/g, 'cast($& as bigint)')
})

/**
 * @returns at most `slots` due jobs, in the order in which they should run. If there are fewer, and none of them ends a
 *   share, there are no others.
 */
export function findCandidates(tx: Tx, dialect: Dialect, request: CandidateRequest): Promise<readonly Candidate[]> {
  const { names, counts, slots, lastUser } = request
  const saturated = counts.saturated()
  const maxPriority = saturated.includes(BULK_FLAG) ? BULK_PRIORITY - 1 : Number.MAX_SAFE_INTEGER
  const users = (prefix: 'user:' | 'bulk:') => flagsUnder(prefix, saturated).map(Number)
  const lists = [names, flagsUnder('lane:', saturated), users('user:'), users('bulk:')]
  return rawSql(tx, FIND[dialect], [lastUser, slots, maxPriority, ...lists.map((list) => JSON.stringify(list))])
}
