/** What is known about one run of a job when it ends. */
export interface JobReport {
  /** id of the job in its queue, as text on both dialects */
  readonly jobId: string
  readonly name: string
  /** what the job was told; holds the request id where there is one */
  readonly payload: unknown
  /** 1 for the first try */
  readonly attempt: number
  readonly maxAttempts: number
  /** how long the run took, in milliseconds */
  readonly ms: number
}

export interface JobFailure extends JobReport {
  /** what the handler threw */
  readonly error: unknown
  /** pause before the next try, in milliseconds; absent when there is none */
  readonly retryInMs?: number
}

/** A job that will not be tried again. It stays in the database with its reason. */
export interface JobDeath {
  readonly jobId: string
  readonly name: string
  readonly reason: string
}

/** Told by the runner what happens; the caller writes the lines. */
export interface JobLog {
  jobFinished(report: JobReport): void
  /** not called for `RetryLater`, which is no error */
  jobFailed(failure: JobFailure): void
  jobDied(death: JobDeath): void
  /** the database did not answer, or a lease was lost: the runner goes on by itself */
  queueTroubled(message: string, error?: unknown): void
}
