import type { Dialect } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'
import type { ClaimedJob } from './claimed-job.ts'
import { jobFlags } from './concurrency-flags.ts'
import { findCandidates, type Candidate, type CandidateRequest } from './find-candidates.ts'
import { jobSql } from './job-sql.ts'
import type { RunningJobCounts } from './running-job-counts.ts'

interface ClaimRequest extends CandidateRequest {
  /** start of the names of the claims, unique for the request; the id of the job follows */
  readonly claim: string
  readonly leaseMs: number
}

interface Claims {
  readonly jobs: readonly ClaimedJob[]
  /** true if other processes were claiming some of the jobs that come first */
  readonly isContended: boolean
  /** the user whose turn was the last one */
  readonly lastUser: number
}

/** Counts the attempt too. The conditions match no index, so the jobs with these ids are read by their ids. */
const CLAIM = jobSql(
  ({ now, skipLocked, inResultOf, inIntegers }) => `
update job set attempts = attempts + 1, locked_by = cast($1 as text) || id, locked_until = ${now} + $2
where id ${inResultOf(`select id from job where id ${inIntegers('$3')}
  and coalesce(locked_by, '') = '' and is_dead + 0 = 0 and is_due + 0 = 1 ${skipLocked}`)}
returning id, name, payload, attempts as attempt, max_attempts as "maxAttempts", locked_by as claim`,
)

type Row = Omit<ClaimedJob, 'payload' | 'flags'> & { readonly payload: string }

/**
 * Claims due jobs until all slots are used, or no job is left that may start now. Adds the claimed jobs to the counts of
 * the request.
 */
export async function claimJobs(tx: Tx, dialect: Dialect, request: ClaimRequest): Promise<Claims> {
  const { counts, slots, claim, leaseMs } = request
  const jobs: ClaimedJob[] = []
  let { lastUser } = request
  for (;;) {
    const free = slots - jobs.length
    const candidates = free > 0 ? await findCandidates(tx, dialect, { ...request, slots: free, lastUser }) : []
    const chosen = choose(candidates, counts)
    if (chosen.size === 0) return { jobs, isContended: false, lastUser }
    lastUser = candidates.at(-1)!.userId
    const rows = await rawSql<Row>(tx, CLAIM[dialect], [claim, leaseMs, JSON.stringify([...chosen.keys()])])
    const claimed = new Map(rows.map((row) => [row.id, row]))
    for (const [id, flags] of chosen) {
      const row = claimed.get(id)
      if (row) jobs.push({ ...row, payload: JSON.parse(row.payload), flags })
      else counts.remove(flags)
    }
    const isContended = claimed.size < chosen.size
    const isLast = candidates.length < free && !candidates.some((one) => one.endsShare)
    if (isContended || (isLast && chosen.size === candidates.length)) return { jobs, isContended, lastUser }
  }
}

/** @returns the flags of the candidates that may run, by id. Adds them to the counts. */
function choose(candidates: readonly Candidate[], counts: RunningJobCounts): Map<number, readonly string[]> {
  const chosen = new Map<number, readonly string[]>()
  for (const candidate of candidates) {
    const flags = jobFlags(candidate)
    if (!counts.allows(flags)) continue
    counts.add(flags)
    chosen.set(candidate.id, flags)
  }
  return chosen
}
