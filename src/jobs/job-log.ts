/** A finished run of a job. */
export interface JobReport {
  /** id of the job in the queue */
  readonly jobId: number
  readonly name: string
  /** payload of the job; it contains the id of the request that enqueued the job, if there was one */
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

/** A job that has failed in all its attempts. It remains in the database with the reason. */
export interface JobDeath {
  readonly jobId: number
  readonly name: string
  readonly reason: string
}

/** Receives the events of a job runner, and writes them to the log. */
export interface JobLog {
  jobFinished(report: JobReport): void
  /** called after a failed attempt. Not called if the handler threw `RetryLater` and the job has attempts left. */
  jobFailed(failure: JobFailure): void
  jobDied(death: JobDeath): void
  /** called when the database did not respond, or another process took over a job. The runner recovers by itself. */
  queueTroubled(message: string, error?: unknown): void
}
