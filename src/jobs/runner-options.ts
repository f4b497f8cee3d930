import type { JobLog } from './job-log.ts'

export interface RunnerLimits {
  /** maximum number of concurrent jobs in this process */
  readonly slots: number
  /** maximum number of concurrent jobs of one user */
  readonly perUser: number
  /** maximum number of concurrent jobs in a lane; `Infinity` for no limit */
  readonly perLane: (lane: string) => number
}

/** Durations in milliseconds. */
export interface RunnerTiming {
  /** interval at which an idle runner checks for due jobs; new jobs also wake it */
  readonly pollMs: number
  /** time after the last heartbeat until a process loses its jobs */
  readonly leaseMs: number
  /** interval of heartbeats, which must be at most a third of the lease */
  readonly renewMs: number
  /** pause after each failed attempt. The last value also applies to all further attempts. */
  readonly retryPausesMs: readonly number[]
}

export interface RunnerOptions {
  readonly limits: RunnerLimits
  readonly timing: RunnerTiming
  readonly log: JobLog
}
