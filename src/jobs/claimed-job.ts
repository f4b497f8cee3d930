/** A job that this process holds a lease on. */
export interface ClaimedJob {
  readonly id: string
  readonly name: string
  /** JSON, parsed */
  readonly payload: unknown
  /** 1 for the first attempt; counted before the job runs */
  readonly attempt: number
  readonly maxAttempts: number
  /** flags of the user, lane and key that the job competes for, see job-flags.ts */
  readonly flags: readonly string[]
  /** differs with every claim: a statement that settles the job only applies while the row still has this fence */
  readonly fence: string
}

/** The result of a run, which decides the next state of the job. */
export type Verdict =
  | { readonly kind: 'finished' }
  | { readonly kind: 'again'; readonly afterMs: number; readonly reason: string }
  | { readonly kind: 'dead'; readonly reason: string }
  | { readonly kind: 'given-back' }

/**
 * `lost`: the lease expired and this process no longer owns the job, so nothing was changed. `superseded`: a newer job
 * with the same key is waiting, so this one was dropped instead of retried.
 */
export type Settlement = 'settled' | 'lost' | 'superseded'

/** Records the result of a run, if the job still belongs to this process. Idempotent. */
export type SettleJob = (job: ClaimedJob, verdict: Verdict) => Promise<Settlement>

/** The reason of jobs whose last attempt ended with the process that ran it. */
export const DIED_WITH_PROCESS = 'the process that ran the last try ended in the middle of it'

/** @returns text that both dialects can store: PostgreSQL rejects NUL; long messages are cut at 2000 characters */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.slice(0, 2000).replaceAll('\0', '').toWellFormed()
}
