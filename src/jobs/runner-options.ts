import type { JobLog } from './job-log.ts'

export interface RunnerLimits {
  /** maximum number of concurrent jobs in this process */
  readonly slots: number
  /** maximum number of them for one user; default: half of the slots */
  readonly perUser: number
  /** maximum number of them in one lane; `Infinity` for no limit */
  readonly perLane: (lane: string) => number
}

/** Durations in milliseconds. */
export interface RunnerTiming {
  /** interval at which an idle slot polls for work, besides being woken */
  readonly pollMs: number
  /** time until a process without heartbeats loses its jobs */
  readonly leaseMs: number
  /** interval of heartbeats; at most a third of the lease */
  readonly renewMs: number
  /** pause after each failed attempt */
  readonly retryPausesMs: readonly number[]
}

export interface RunnerOptions {
  readonly limits: RunnerLimits
  readonly timing: RunnerTiming
  readonly log: JobLog
}
