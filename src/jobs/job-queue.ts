import type { Tx } from '../db/schema.ts'

/** All kinds of background work with their payloads, which are stored as JSON. */
export interface JobPayloads {
  /**
   * Fetches the page of an entry. The result is discarded if another fetch has been requested since, which increases
   * `generation`.
   */
  readonly 'entry.fetch': {
    readonly userId: number
    readonly entryId: number
    readonly generation: number
    /** id of the request that enqueued the job, for the log */
    readonly requestId: string
    /** true if http is tried after https has failed */
    readonly mayUseHttp?: boolean
    /** true if no user waits for the page, as after an import */
    readonly isBulk?: boolean
  }
  /** Stores copies of the images of an entry. */
  readonly 'entry.images': { readonly userId: number; readonly entryId: number; readonly requestId?: string }
  /** Imports a file of saved pages from another service. */
  readonly 'entries.import': { readonly userId: number; readonly importId: number }
  /**
   * Applies a user's tagging rules to the entries with ids above `after`. `run` identifies the user's request to apply
   * them.
   */
  readonly 'rules.apply': { readonly userId: number; readonly after: number; readonly run: string }
  /** Changes the entries of a list. Skips entries with ids above `upTo`, which were saved after the user's request. */
  readonly 'entries.change': {
    readonly userId: number
    readonly filter: Readonly<Record<string, unknown>>
    readonly action: Readonly<Record<string, unknown>>
    readonly upTo: number
    /** only entries with ids above this one are changed, because the earlier ones are done; default 0 */
    readonly after?: number
    /** id and time of the action in the user's history. The job adds the changed entries to this action. */
    readonly begun?: { readonly id: number; readonly now: string }
    readonly requestId: string
  }
  /** Permanently deletes a user's records of one kind. Records that were added after the user's request are kept. */
  readonly 'library.clear': {
    readonly userId: number
    readonly kind: 'entries' | 'archived' | 'tagged' | 'annotations' | 'tags'
    /** the tag whose entries are deleted, for the kind `tagged` */
    readonly tagId?: number
    readonly upTo: number
  }
  /** Sends a delivery by e-mail. */
  readonly 'mail.send': { readonly userId: number; readonly deliveryId: number }
  /** Requests the delivery of a digest if its time has come, and enqueues its next run. */
  readonly 'mail.digest': { readonly userId: number; readonly digestId: number }
  /** Deletes a closed account and all its data. */
  readonly 'account.delete': { readonly userId: number }
  /** Deletes expired data, such as tokens, sessions and unused captures. */
  readonly 'maintenance.sweep': Record<string, never>
}

export type JobName = keyof JobPayloads

export interface JobOptions {
  /** the user for whom the job runs; by default, the jobs of one user occupy at most half of the slots */
  readonly userId?: number
  /** a shared resource with a limit of its own, such as `host:example.org`; absent if the job uses none */
  readonly lane?: string
  /**
   * key of the job. If a job with this key is already waiting, its payload and time are replaced, and no job is added.
   */
  readonly dedupeKey?: string
  /** earliest start; default: now */
  readonly runAt?: Date
  /** jobs with smaller numbers run first: 0 is for work that a user waits for; from 10 on, it is bulk work, which leaves slots
   * free for other jobs */
  readonly priority?: number
}

/** Adds jobs to the queue in the caller's transaction. A job exists only if the transaction commits. */
export interface JobQueue {
  enqueue<N extends JobName>(tx: Tx, name: N, payload: JobPayloads[N], options?: JobOptions): Promise<void>
}

/** Information for a handler about the current run. A job may run twice, so every handler must be idempotent. */
export interface JobRun {
  /** aborted when the process stops. The job then returns to the queue, and the attempt does not count. */
  readonly signal: AbortSignal
  /** number of the attempt, from 1 */
  readonly attempt: number
  readonly maxAttempts: number
}

export type JobHandlers = { readonly [N in JobName]: (payload: JobPayloads[N], run: JobRun) => Promise<void> }

/**
 * Runs jobs in this process. It claims jobs for a limited time (a lease), retries failed jobs after increasing pauses,
 * and returns unfinished jobs to the queue when it stops.
 */
export interface JobRunner {
  start(handlers: JobHandlers): Promise<void>
  /**
   * Claims no further jobs, and lets running jobs finish for `graceMs` milliseconds. Then aborts the others and returns
   * them to the queue.
   */
  stop(graceMs: number): Promise<void>
}

/** Thrown by a handler to retry a job later. It is not logged as an error. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  /** milliseconds until the next attempt; undefined for the usual pause */
  readonly delayMs: number | undefined

  constructor(message: string, delayMs?: number) {
    super(message)
    this.delayMs = delayMs
  }
}

/**
 * Maximum number of attempts of a job, and milliseconds to wait after each failed attempt (security specification 4.3).
 */
export const MAX_ATTEMPTS = 5
export const RETRY_PAUSES_MS: readonly number[] = [30_000, 120_000, 600_000, 3_600_000, 21_600_000]
