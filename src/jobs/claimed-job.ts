/** A job whose lease this process holds. */
export interface ClaimedJob {
  readonly id: string
  readonly name: string
  /** payload, parsed from JSON */
  readonly payload: unknown
  /** number of this attempt, from 1; counted before the job runs */
  readonly attempt: number
  readonly maxAttempts: number
  /** flags of the job's user, lane and key, which limit what runs at the same time (see job-flags.ts) */
  readonly flags: readonly string[]
  /**
   * value that differs for every claim. A result is recorded only while the job's row has this value, so an expired
   * claim changes nothing.
   */
  readonly fence: string
}

/**
 * The result of a run, which decides the next state of the job. `given-back`: the job returns to the queue, and the
 * attempt does not count.
 */
export type Verdict =
  | { readonly kind: 'finished' }
  | { readonly kind: 'again'; readonly afterMs: number; readonly reason: string }
  | { readonly kind: 'dead'; readonly reason: string }
  | { readonly kind: 'given-back' }

/**
 * The effect of recording a result. `lost`: the lease had expired and the job belongs to another process, so nothing
 * was changed. `superseded`: a newer job with the same key is waiting, so this one was deleted.
 */
export type Settlement = 'settled' | 'lost' | 'superseded'

/** Records the result of a run if the job still belongs to this process. Calling it again has no further effect. */
export type SettleJob = (job: ClaimedJob, verdict: Verdict) => Promise<Settlement>

/** Failure reason of a job whose process ended during its last attempt. */
export const DIED_WITH_PROCESS = 'the process that ran the last try ended in the middle of it'

/**
 * @returns the error's message in a form that both databases can store: without NUL, which PostgreSQL rejects, and at
 *   most 2,000 characters
 */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.slice(0, 2000).replaceAll('\0', '').toWellFormed()
}
