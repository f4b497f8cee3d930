import type { Tx } from '../db/schema.ts'

/** Every kind of background work, with its payload. Payloads are JSON. */
export interface JobPayloads {
  /** Fetches the page of an entry; a result for an older `generation` is discarded. */
  readonly 'entry.fetch': {
    readonly userId: number
    readonly entryId: number
    readonly generation: number
    /** id of the request that enqueued it, for tracing in the log */
    readonly requestId: string
    /** whether http is tried if https fails */
    readonly mayUseHttp?: boolean
  }
  /** Stores copies of the images of an entry. */
  readonly 'entry.images': { readonly userId: number; readonly entryId: number; readonly requestId?: string }
  /** Imports a file of saved pages from another service. */
  readonly 'entries.import': { readonly userId: number; readonly importId: number }
  /** Runs a user's tagging rules over the entries with ids greater than `after`; `run` identifies the request. */
  readonly 'rules.apply': { readonly userId: number; readonly after: number; readonly run: string }
  /** Changes every entry of a list with an id up to `upTo`. */
  readonly 'entries.change': {
    readonly userId: number
    readonly filter: Readonly<Record<string, unknown>>
    readonly action: Readonly<Record<string, unknown>>
    readonly upTo: number
    /** changes only later ids; 0 when absent */
    readonly after?: number
    /** the action in the history that it finishes */
    readonly begun?: { readonly id: number; readonly now: string }
    readonly requestId: string
  }
  /** Permanently deletes all of a user's records of one kind, up to the newest at the time of the request. */
  readonly 'library.clear': {
    readonly userId: number
    readonly kind: 'entries' | 'archived' | 'tagged' | 'annotations' | 'tags'
    /** for entries with this tag */
    readonly tagId?: number
    readonly upTo: number
  }
  /** Deletes a closed account and all its data. */
  readonly 'account.delete': { readonly userId: number }
  /** Deletes expired data: tokens, sessions, captured bodies without references. */
  readonly 'maintenance.sweep': Record<string, never>
}

export type JobName = keyof JobPayloads

export interface JobOptions {
  /** the user that the job counts for: one user gets at most half of the slots */
  readonly userId?: number
  /** a shared resource, such as `host:example.org`: only a few jobs of one lane run at once; absent means no limit */
  readonly lane?: string
  /** while a job with this key is waiting, another one replaces its payload and time instead of being added */
  readonly dedupeKey?: string
  /** earliest start */
  readonly runAt?: Date
  /** smaller runs first; 0 is for work that a user waits for, 10 for bulk work */
  readonly priority?: number
}

/** Adds work in the caller's transaction: the job exists if and only if the transaction commits. */
export interface JobQueue {
  enqueue<N extends JobName>(tx: Tx, name: N, payload: JobPayloads[N], options?: JobOptions): Promise<void>
}

/** Describes the run to its handler. Handlers may run twice, so they are idempotent. */
export interface JobRun {
  /** aborted when the process stops; the job then returns to the queue without counting the attempt */
  readonly signal: AbortSignal
  /** 1 for the first attempt */
  readonly attempt: number
  readonly maxAttempts: number
}

export type JobHandlers = { readonly [N in JobName]: (payload: JobPayloads[N], run: JobRun) => Promise<void> }

/** Runs jobs in this process: claims with a lease, retries with growing pauses, returns unfinished jobs. */
export interface JobRunner {
  start(handlers: JobHandlers): Promise<void>
  /** Stops claiming, lets running jobs finish for `graceMs`, then aborts them and returns them to the queue. */
  stop(graceMs: number): Promise<void>
}

/** Thrown by a handler to choose the time of its next attempt; not logged as an error. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  /** pause in milliseconds, instead of the usual one */
  readonly delayMs: number | undefined

  constructor(message: string, delayMs?: number) {
    super(message)
    this.delayMs = delayMs
  }
}

/** Number of attempts for a job, and the pause after each (security specification 4.3), in milliseconds. */
export const MAX_ATTEMPTS = 5
export const RETRY_PAUSES_MS: readonly number[] = [30_000, 120_000, 600_000, 3_600_000, 21_600_000]
