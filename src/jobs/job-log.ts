/** Describes one finished run of a job. */
export interface JobReport {
  /** id of the job in its queue, as text on both dialects */
  readonly jobId: string
  readonly name: string
  /** payload of the job, which contains the id of the request that enqueued it, if there was one */
  readonly payload: unknown
  /** number of the attempt, from 1 */
  readonly attempt: number
  readonly maxAttempts: number
  /** duration of the run, in milliseconds */
  readonly ms: number
}

export interface JobFailure extends JobReport {
  /** the error thrown by the handler */
  readonly error: unknown
  /** milliseconds until the next attempt; absent if there is none */
  readonly retryInMs?: number
}

/** A job that failed and has no attempts left. It remains in the database with its reason. */
export interface JobDeath {
  readonly jobId: string
  readonly name: string
  readonly reason: string
}

/** Receives the events of a runner, which the caller writes to the log. */
export interface JobLog {
  jobFinished(report: JobReport): void
  /** called for a failed attempt, except for `RetryLater`, which is not an error */
  jobFailed(failure: JobFailure): void
  jobDied(death: JobDeath): void
  /** called when the database did not respond or a lease was lost. The runner recovers without help. */
  queueTroubled(message: string, error?: unknown): void
}
