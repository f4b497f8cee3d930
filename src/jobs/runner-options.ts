import type { JobLog } from './job-log.ts'

export interface RunnerLimits {
  /** jobs that run at once in this process */
  readonly slots: number
  /** of these, jobs of one user; half of the slots unless said otherwise */
  readonly perUser: number
  /** of these, jobs of one lane; `Infinity` for no limit */
  readonly perLane: (lane: string) => number
}

/** Spans in milliseconds. */
export interface RunnerTiming {
  /** how often a slot without work looks for some, besides being woken */
  readonly pollMs: number
  /** how long a job belongs to a process that is not heard of */
  readonly leaseMs: number
  /** how often a process says that it is there; a third of the lease or less */
  readonly renewMs: number
  /** pause after each failed try */
  readonly retryPausesMs: readonly number[]
}

export interface RunnerOptions {
  readonly limits: RunnerLimits
  readonly timing: RunnerTiming
  readonly log: JobLog
}
