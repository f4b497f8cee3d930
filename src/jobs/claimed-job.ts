/** A job that this process holds a lease on. */
export interface ClaimedJob {
  readonly id: string
  readonly name: string
  /** JSON, parsed */
  readonly payload: unknown
  /** 1 for the first try; counted before it runs */
  readonly attempt: number
  readonly maxAttempts: number
  /** what the job competes for, see job-flags.ts */
  readonly flags: readonly string[]
  /** differs with every claim: a statement that settles the job only counts while the row still shows it */
  readonly fence: string
}

/** How a run ended, and so what becomes of the job. */
export type Verdict =
  | { readonly kind: 'finished' }
  | { readonly kind: 'again'; readonly afterMs: number; readonly reason: string }
  | { readonly kind: 'dead'; readonly reason: string }
  | { readonly kind: 'given-back' }

/**
 * `lost`: the lease ran out and the job is no longer ours, so nothing was changed.
 * `superseded`: a newer job with its key waits, so this one was dropped instead of tried again.
 */
export type Settlement = 'settled' | 'lost' | 'superseded'

/** Writes down how a run ended, if the job is still ours. Calling it again does no harm. */
export type SettleJob = (job: ClaimedJob, verdict: Verdict) => Promise<Settlement>

/** The reason of jobs whose last try ended with the process that ran it. */
export const DIED_WITH_PROCESS = 'the process that ran the last try ended in the middle of it'

/** @returns text that both dialects store: PostgreSQL refuses NUL; long messages are cut at 2000 characters */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.slice(0, 2000).replaceAll('\0', '').toWellFormed()
}
