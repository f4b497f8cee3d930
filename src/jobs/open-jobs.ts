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
  /** maximum number of concurrent jobs in this process */
  readonly slots: number
  /** maximum number of concurrent jobs of one user; default: half of the slots */
  readonly perUser?: number
  /** maximum number of concurrent jobs in a lane; default: no limit */
  readonly perLane?: (lane: string) => number
  readonly log: JobLog
  /** durations that replace those of `DEFAULT_TIMING` */
  readonly timing?: Partial<RunnerTiming>
}

export interface Jobs {
  readonly queue: JobQueue
  readonly runner: JobRunner
  readonly signals: Signals
}

/**
 * Default durations (security specification 4.3). On PostgreSQL, a process loses its jobs after 12 seconds without a
 * heartbeat. If a process is killed during a fetch, another process repeats the fetch within 20 seconds.
 */
export const DEFAULT_TIMING: Readonly<Record<Dialect, RunnerTiming>> = {
  sqlite: { pollMs: 1000, leaseMs: 120_000, renewMs: 30_000, retryPausesMs: RETRY_PAUSES_MS },
  postgres: { pollMs: 2000, leaseMs: 12_000, renewMs: 3_000, retryPausesMs: RETRY_PAUSES_MS },
}

/**
 * Creates the queue, the runner and the signals for a database that is open and migrated. Until `runner.start`,
 * `enqueue` or `waitFor` is called, no job runs and no connection is opened. Before the database is closed, stop the
 * runner and close the signals.
 */
export async function openJobs(database: Database, options: JobsOptions): Promise<Jobs> {
  const { slots, perUser = Math.max(1, Math.floor(slots / 2)), perLane = () => Infinity, log } = options
  const limits: RunnerLimits = { slots, perUser, perLane }
  const timing = { ...DEFAULT_TIMING[database.dialect], ...options.timing }
  if (isPostgres(database)) return openPostgresJobs(database, { limits, timing, log })
  const runner = lazyRunner(async () => {
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
  /** Checks for due jobs now. */
  wake(): void
}

/** @returns a runner whose code is loaded when it starts. A process that runs no jobs never loads it. */
function lazyRunner(load: () => Promise<WakingRunner>): WakingRunner {
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
