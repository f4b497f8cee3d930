import type { Tx } from '../db/schema.ts'

/** Every kind of background work, with what it is told. Payloads are JSON. */
export interface JobPayloads {
  /** Fetches the page of an entry; a result for an older `generation` is thrown away. */
  readonly 'entry.fetch': {
    readonly userId: number
    readonly entryId: number
    readonly generation: number
    /** id of the request that asked for it, so that the log leads back to the click */
    readonly requestId: string
  }
  /** Keeps copies of the images of an entry. */
  readonly 'entry.images': { readonly userId: number; readonly entryId: number; readonly requestId?: string }
  /** Takes over a file of saved pages from elsewhere. */
  readonly 'entries.import': { readonly userId: number; readonly importId: number }
  /** Runs a user's tagging rules over the entries whose ids are greater than `after`; `run` names the order. */
  readonly 'rules.apply': { readonly userId: number; readonly after: number; readonly run: string }
  /** Changes every entry of a list whose id is not greater than `upTo`. */
  readonly 'entries.change': {
    readonly userId: number
    readonly filter: Readonly<Record<string, unknown>>
    readonly action: Readonly<Record<string, unknown>>
    readonly upTo: number
    readonly requestId: string
  }
  /** Deletes for good what a user has of a kind, up to the newest that was there when it was ordered. */
  readonly 'library.clear': {
    readonly userId: number
    readonly kind: 'entries' | 'archived' | 'tagged' | 'annotations' | 'tags'
    /** of `tagged` */
    readonly tagId?: number
    readonly upTo: number
  }
  /** Removes what a closed account had, and the account. */
  readonly 'account.delete': { readonly userId: number }
  /** Drops what has expired: tokens, sessions, captured bodies that nothing refers to. */
  readonly 'maintenance.sweep': Record<string, never>
}

export type JobName = keyof JobPayloads

export interface JobOptions {
  /** whose work it is: one user gets half of the slots at most */
  readonly userId?: number
  /** what it leans on, such as `host:example.org`: only a few of one lane run at once; none means no limit */
  readonly lane?: string
  /** while a job with this key waits, another one is not added but replaces its payload and time */
  readonly dedupeKey?: string
  /** not before this time */
  readonly runAt?: Date
  /** smaller runs first; 0 is a person who waits, 10 is work in bulk */
  readonly priority?: number
}

/** Adds work in the caller's transaction: it exists exactly if the transaction commits. */
export interface JobQueue {
  enqueue<N extends JobName>(tx: Tx, name: N, payload: JobPayloads[N], options?: JobOptions): Promise<void>
}

/** What a handler learns about the run. Handlers may run twice, so they are idempotent. */
export interface JobRun {
  /** aborted when the process stops; the job then goes back to the queue and costs no attempt */
  readonly signal: AbortSignal
  /** 1 for the first try */
  readonly attempt: number
  readonly maxAttempts: number
}

export type JobHandlers = { readonly [N in JobName]: (payload: JobPayloads[N], run: JobRun) => Promise<void> }

/** Runs jobs in this process: claims with a lease, retries with growing pauses, gives back what it cannot finish. */
export interface JobRunner {
  start(handlers: JobHandlers): Promise<void>
  /** Stops claiming, lets what runs finish for `graceMs`, then aborts it and gives it back. */
  stop(graceMs: number): Promise<void>
}

/** Thrown by a handler that wants another try at a time of its own choice; not an error for the log. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  /** pause in milliseconds, instead of the usual one */
  readonly delayMs: number | undefined

  constructor(message: string, delayMs?: number) {
    super(message)
    this.delayMs = delayMs
  }
}

/** How many tries a job gets, and the pause after each (security specification 4.3), in milliseconds. */
export const MAX_ATTEMPTS = 5
export const RETRY_PAUSES_MS: readonly number[] = [30_000, 120_000, 600_000, 3_600_000, 21_600_000]
