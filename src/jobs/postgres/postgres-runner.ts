import type { Job, WorkerPool } from 'graphile-worker'
import type { Pool } from 'pg'
import { startGraphileWorkers } from './graphile-workers.ts'
import { JobExecutor } from '../job-executor.ts'
import { recordHeartbeat, removeProcess, releaseLeasesOfLostProcesses, releaseLostClaims } from './job-processes.ts'
import type { JobHandlers, JobRunner } from '../job-queue.ts'
import { sleep, endsWithin } from '../sleep.ts'
import { openQueuePool } from './queue-pool.ts'
import { postgresFence, postgresResultRecorder } from './postgres-result-recorder.ts'
import type { RunnerOptions } from '../runner-options.ts'
import { RunningJobCounts } from '../running-job-counts.ts'

/** Number of connections: one listens, one claims jobs, and two record results and heartbeats. */
const POOL_SIZE = 4
/** Time limit in milliseconds for each step of closing the connections. */
const CLOSE_MS = 2000

/** The state that exists only between start and stop. */
interface Started {
  readonly pool: Pool
  readonly executor: JobExecutor
  readonly work: RunningJobCounts
  /** ids of the claimed jobs whose results have not been recorded */
  readonly claimed: Set<string>
  readonly stopping: AbortController
  readonly workers: WorkerPool
  /** time of the last heartbeat, from `performance.now()` */
  beatAt: number
  timer?: NodeJS.Timeout
}

/**
 * Runs the jobs of a PostgreSQL database, in any number of processes. A process that was paused for longer than its
 * lease has lost its jobs. The queue then ignores their results, and the handlers discard outdated work. Before such a
 * process claims a job again, it records a heartbeat.
 */
export class PostgresRunner implements JobRunner {
  readonly #connectionString: string
  readonly #options: RunnerOptions
  #started: Started | undefined

  constructor(connectionString: string, options: RunnerOptions) {
    this.#connectionString = connectionString
    this.#options = options
  }

  async start(handlers: JobHandlers): Promise<void> {
    if (this.#started) throw new Error('the runner runs already')
    const { log } = this.#options
    const onTrouble = (message: string, error: unknown) => log.queueTroubled(message, error)
    const pool = await openQueuePool({ connectionString: this.#connectionString, size: POOL_SIZE, onTrouble })
    try {
      await this.#freeLost(pool)
      this.#started = await this.#open(pool, handlers)
    } catch (error) {
      await pool.end()
      throw error
    }
  }

  async stop(graceMs: number): Promise<void> {
    const started = this.#started
    this.#started = undefined
    if (!started) return
    const { pool, workers, executor } = started
    started.stopping.abort()
    // An error of the workers is ignored here, because startGraphileWorkers already reports it.
    const ended = Promise.resolve(workers.gracefulShutdown()).catch(() => undefined)
    await executor.drain(graceMs)
    await endsWithin(ended, CLOSE_MS)
    clearInterval(started.timer)
    await endsWithin(removeProcess(pool, workers.id), CLOSE_MS)
    await endsWithin(pool.end(), CLOSE_MS)
  }

  async #open(pool: Pool, handlers: JobHandlers): Promise<Started> {
    const { limits, timing, log } = this.#options
    const executor = new JobExecutor(handlers, postgresResultRecorder(pool), this.#options)
    const work = new RunningJobCounts(limits)
    const claimed = new Set<string>()
    const ready = Promise.withResolvers<Started>()
    const { workers } = await startGraphileWorkers({
      pool,
      names: Object.keys(handlers),
      slots: limits.slots,
      pollMs: timing.pollMs,
      forbiddenFlags: async () => this.#forbiddenFlags(await ready.promise),
      onClaim: (job) => {
        claimed.add(job.id)
        work.add(Object.keys(job.flags ?? {}))
      },
      execute: async (name, job) => {
        await execute(executor, work, { name, job })
        claimed.delete(job.id)
      },
      onTrouble: (message, error) => log.queueTroubled(message, error),
    })
    const stopping = new AbortController()
    const started: Started = { pool, executor, work, claimed, workers, stopping, beatAt: -Infinity }
    started.timer = setInterval(() => void this.#beat(started), timing.renewMs)
    ready.resolve(started)
    return started
  }

  /**
   * Called before a job is claimed. A process that was paused may have lost its lease. If its last heartbeat is old,
   * this function therefore waits until a new one is recorded.
   * @returns the flags (graphile-worker's labels for groups of jobs) whose jobs must not be claimed now
   */
  async #forbiddenFlags(started: Started): Promise<string[]> {
    const { signal } = started.stopping
    const isFresh = () => performance.now() - started.beatAt < this.#options.timing.leaseMs / 2
    while (!signal.aborted && !isFresh()) {
      if (!(await this.#beat(started))) await sleep(this.#options.timing.pollMs, signal)
    }
    return started.work.saturated()
  }

  async #beat(started: Started): Promise<boolean> {
    const beganAt = performance.now()
    try {
      await recordHeartbeat(started.pool, started.workers.id)
      started.beatAt = beganAt
      if (!started.stopping.signal.aborted) await this.#freeAll(started)
      return true
    } catch (error) {
      this.#options.log.queueTroubled('not beaten', error)
      return false
    }
  }

  async #freeAll({ pool, workers: { id }, claimed }: Started): Promise<void> {
    await this.#freeLost(pool)
    await releaseLostClaims(pool, { id, running: [...claimed], ageMs: this.#options.timing.leaseMs })
  }

  async #freeLost(pool: Pool): Promise<void> {
    const deaths = await releaseLeasesOfLostProcesses(pool, this.#options.timing.leaseMs)
    for (const death of deaths) this.#options.log.jobDied(death)
  }
}

async function execute(executor: JobExecutor, work: RunningJobCounts, { name, job }: { name: string; job: Job }) {
  const { id, payload, attempts: attempt, max_attempts: maxAttempts } = job
  const flags = Object.keys(job.flags ?? {})
  await executor.execute({ id, name, payload, attempt, maxAttempts, flags, fence: postgresFence(job) })
  work.remove(flags)
}
