/** Describes one finished run of a job. */
export interface JobReport {
  /** id of the job in its queue, as text on both dialects */
  readonly jobId: string
  readonly name: string
  /** payload of the job; contains the request id if there is one */
  readonly payload: unknown
  /** 1 for the first try */
  readonly attempt: number
  readonly maxAttempts: number
  /** duration of the run, in milliseconds */
  readonly ms: number
}

export interface JobFailure extends JobReport {
  /** the error thrown by the handler */
  readonly error: unknown
  /** pause before the next attempt, in milliseconds; absent when there is none */
  readonly retryInMs?: number
}

/** A job without further attempts. It stays in the database with its reason. */
export interface JobDeath {
  readonly jobId: string
  readonly name: string
  readonly reason: string
}

/** Receives the events of the runner; the caller writes the log lines. */
export interface JobLog {
  jobFinished(report: JobReport): void
  /** not called for `RetryLater`, which is not an error */
  jobFailed(failure: JobFailure): void
  jobDied(death: JobDeath): void
  /** the database did not respond, or a lease was lost: the runner recovers by itself */
  queueTroubled(message: string, error?: unknown): void
}
