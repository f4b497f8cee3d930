import { isPostgres } from '../db/open-database.ts'
import type { Database, Dialect } from '../db/database.ts'
import type { PostgresDatabase } from '../db/postgres/postgres.ts'
import type { JobLog } from './job-log.ts'
import { RETRY_PAUSES_MS, type JobQueue, type JobRunner, type JobHandlers } from './job-queue.ts'
import { localSignals } from './local-signals.ts'
import type { RunnerLimits, RunnerOptions, RunnerTiming } from './runner-options.ts'
import type { Signals } from './signals.ts'
import { sqliteQueue } from './sqlite/sqlite-queue.ts'

export interface JobsOptions {
  /** jobs that run at once in this process */
  readonly slots: number
  /** of these, jobs of one user; half of the slots unless said otherwise */
  readonly perUser?: number
  /** of these, jobs of one lane; no limit unless said otherwise */
  readonly perLane?: (lane: string) => number
  readonly log: JobLog
  /** other spans than those of `TIMING` */
  readonly timing?: Partial<RunnerTiming>
}

export interface Jobs {
  readonly queue: JobQueue
  readonly runner: JobRunner
  readonly signals: Signals
}

/** Leases by security specification 4.3; on PostgreSQL a process that is silent for twelve
 * seconds has lost its jobs, so that a fetch cut short by a kill runs again within twenty. */
export const TIMING: Readonly<Record<Dialect, RunnerTiming>> = {
  sqlite: { pollMs: 1000, leaseMs: 120_000, renewMs: 30_000, retryPausesMs: RETRY_PAUSES_MS },
  postgres: { pollMs: 2000, leaseMs: 12_000, renewMs: 3_000, retryPausesMs: RETRY_PAUSES_MS },
}

/**
 * Puts queue, runner and signals on an open and migrated database. Nothing runs and no connection is made before
 * `runner.start`, the first `enqueue` or the first `waitFor`. Stop the runner and close the signals before the database.
 */
export async function openJobs(database: Database, options: JobsOptions): Promise<Jobs> {
  const { slots, perUser = Math.max(1, Math.floor(slots / 2)), perLane = () => Infinity, log } = options
  const limits: RunnerLimits = { slots, perUser, perLane }
  const timing = { ...TIMING[database.dialect], ...options.timing }
  if (isPostgres(database)) return openPostgresJobs(database, { limits, timing, log })
  const runner = lateRunner(async () => {
    const { SqliteRunner } = await import('./sqlite/sqlite-runner.ts')
    return new SqliteRunner(database, { limits, timing, log })
  })
  return { queue: sqliteQueue(() => runner.wake()), runner, signals: localSignals() }
}

async function openPostgresJobs(database: PostgresDatabase, options: RunnerOptions): Promise<Jobs> {
  const [{ postgresQueue }, { PostgresRunner }, { connectionStringOf, postgresSignals }] = await Promise.all([
    import('./postgres/postgres-queue.ts'),
    import('./postgres/postgres-runner.ts'),
    import('./postgres/postgres-signals.ts'),
  ])
  const runner = new PostgresRunner(connectionStringOf(database), options)
  const onTrouble = (error: unknown) => options.log.queueTroubled('signals troubled', error)
  return { queue: postgresQueue, runner, signals: postgresSignals(database, onTrouble) }
}

interface WakingRunner extends JobRunner {
  /** Looks for work now. */
  wake(): void
}

/** @returns a runner that is loaded when it is started, so that a process which runs no jobs never loads it */
function lateRunner(load: () => Promise<WakingRunner>): WakingRunner {
  let runner: WakingRunner | undefined
  return {
    start: async (handlers: JobHandlers) => {
      runner ??= await load()
      await runner.start(handlers)
    },
    stop: async (graceMs) => runner?.stop(graceMs),
    wake: () => runner?.wake(),
  }
}
