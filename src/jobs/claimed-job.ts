/** A job that this process has claimed: it holds a lease, during which no other process may run the job. */
export interface ClaimedJob {
  readonly id: number
  readonly name: string
  /** payload, parsed from JSON */
  readonly payload: unknown
  /** number of this attempt, from 1; stored before the job runs */
  readonly attempt: number
  readonly maxAttempts: number
  /**
   * flags of the job's user, lane and key, which limit the number of jobs that run at the same time (see
   * concurrency-flags.ts)
   */
  readonly flags: readonly string[]
  /**
   * unique name of this claim. A result is recorded only if the stored job still has it, because after the lease has
   * expired, another process may have claimed the job.
   */
  readonly claim: string
}

/**
 * The result of a run, which decides what happens to the job next. `again`: the job is retried after a pause. `dead`:
 * it has no attempts left. `given-back`: it returns to the queue, and the attempt does not count.
 */
export type Verdict =
  | { readonly kind: 'finished' }
  | { readonly kind: 'again'; readonly afterMs: number; readonly reason: string }
  | { readonly kind: 'dead'; readonly reason: string }
  | { readonly kind: 'given-back' }

/**
 * The effect of recording a result. `lost`: nothing was changed, because the lease had expired and another process has
 * the job. `superseded`: the job was deleted, because a newer job with the same key is waiting.
 */
export type RecordedResult = 'settled' | 'lost' | 'superseded'

/**
 * Records the result of a run if this process still holds the lease of the job. A second call has no further effect.
 */
export type RecordResult = (job: ClaimedJob, verdict: Verdict) => Promise<RecordedResult>

/** Reason of failure for a job whose process ended during the last attempt. */
export const DIED_WITH_PROCESS = 'the process that ran the last try ended in the middle of it'

/**
 * @returns the message of the error, changed so that both databases can store it: at most 2,000 characters, and without
 *   NUL, which PostgreSQL rejects
 */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.slice(0, 2000).replaceAll('\0', '').toWellFormed()
}
