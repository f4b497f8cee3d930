import type { Database, Dialect } from '../db/database.ts'
import { isPostgres, openDatabase } from '../db/open-database.ts'
import { openSignals } from '../signals/open-signals.ts'
import type { Signals } from '../signals/signals.ts'
import { createQueue } from './create-queue.ts'
import type { JobLog } from './job-log.ts'
import { RETRY_PAUSES_MS, type JobQueue, type JobRunner } from './job-queue.ts'
import type { RunnerTiming } from './runner-options.ts'
import { TableRunner, type RunnerDatabase } from './table-runner.ts'

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
 * Default durations (security specification 4.3). If a process on PostgreSQL is killed during a fetch, another process
 * repeats the fetch within 20 seconds. On SQLite, the next process frees the jobs of an ended one when it starts.
 */
const DEFAULT_TIMING: Readonly<Record<Dialect, RunnerTiming>> = {
  sqlite: { pollMs: 1000, leaseMs: 120_000, renewMs: 30_000, retryPausesMs: RETRY_PAUSES_MS },
  postgres: { pollMs: 2000, leaseMs: 12_000, renewMs: 3_000, retryPausesMs: RETRY_PAUSES_MS },
}

/** Connections of a runner on PostgreSQL: one claims jobs and renews leases, and two record results. */
const RUNNER_CONNECTIONS = 3

/**
 * Settings for these connections. The planner reads or sorts a whole table only if no index helps, although it knows
 * nothing about the jobs of an import until `autovacuum` has analyzed the table (PostgreSQL documentation, "Planner
 * Method Configuration"). Before version 18, such a plan gets a very high cost, for which it would be compiled each
 * time. Planning the search for jobs takes longer than the search, so each connection plans it only once. Like
 * transactions with `DEFERRED` on SQLite, commits do not wait for the disk. A process that is stopped within a transaction
 * keeps its lock on the claims of all processes for five seconds at most.
 */
const RUNNER_SETTINGS =
  '-c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off -c enable_incremental_sort=off ' +
  '-c enable_memoize=off -c jit=off -c plan_cache_mode=force_generic_plan -c synchronous_commit=off ' +
  '-c idle_in_transaction_session_timeout=5000'

/**
 * Creates the queue, the runner and the signals for a database that is open and migrated. Until `runner.start`,
 * `enqueue` or `waitFor` is called, no job runs and no connection is opened. Before the database is closed, stop the
 * runner and close the signals.
 */
export function openJobs(database: Database, options: JobsOptions): Jobs {
  const { slots, perUser = Math.max(1, Math.floor(slots / 2)), perLane = () => Infinity, log } = options
  const timing = { ...DEFAULT_TIMING[database.dialect], ...options.timing }
  const signals = openSignals(database, (error) => log.queueTroubled('signals troubled', error))
  const open = () => openForRunner(database, (error) => log.queueTroubled('connection of the queue lost', error))
  const runner = new TableRunner(open, signals, { limits: { slots, perUser, perLane }, timing, log })
  return { queue: createQueue(database.dialect, signals), runner, signals }
}

/**
 * @returns the database for the statements of a runner; on PostgreSQL, with connections of its own, which are direct
 *   because of their settings
 */
export async function openForRunner(
  database: Database,
  onConnectionError: (error: Error) => void,
): Promise<RunnerDatabase> {
  if (!isPostgres(database)) return { database, close: async () => undefined }
  const location = { dialect: 'postgres', url: database.directUrl } as const
  const own = await openDatabase({
    location,
    poolSize: RUNNER_CONNECTIONS,
    serverOptions: RUNNER_SETTINGS,
    onConnectionError,
  })
  return { database: own, close: () => own.close() }
}
