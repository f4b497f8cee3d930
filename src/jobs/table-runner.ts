import type { Database, Statement } from '../db/database.ts'
import { endsWithin } from '../kernel/sleep.ts'
import type { Signals } from '../signals/signals.ts'
import { claimJobs } from './claim-jobs.ts'
import { newRunnerName } from './claim-names.ts'
import type { ClaimedJob } from './claimed-job.ts'
import { JOBS_TOPIC } from './create-queue.ts'
import { JobExecutor } from './job-executor.ts'
import type { JobHandlers, JobRunner } from './job-queue.ts'
import { IS_DELAYED, IS_DUE, jobSql } from './job-sql.ts'
import { releaseExpiredLeases, releaseLeasesOfEndedProcesses, renewLeases, setDue } from './leases.ts'
import { DEFERRED, resultRecorder } from './record-result.ts'
import { repeat } from './repeat.ts'
import type { RunnerOptions } from './runner-options.ts'
import { RunningJobCounts } from './running-job-counts.ts'
import { lockAndCountLanes } from './running-lanes.ts'

/** Finds out whether a job is due or a lease has expired, so that an idle process does not write. */
const ANYTHING_TO_DO = jobSql(
  ({ now }) => `
select 1 from job where ${IS_DUE}
union all select 1 from job where ${IS_DELAYED} and run_at <= ${now}
union all select 1 from job where locked_by is not null and locked_until < ${now} limit 1`,
)

/** Shortest pause in milliseconds after which a runner looks again for jobs that other processes were claiming. */
const CONTENDED_PAUSE_MS = 5

/** Maximum time in milliseconds to close the connections. */
const CLOSE_MS = 2000

/** The database of a runner, which is open between its start and its stop. */
export interface RunnerDatabase {
  readonly database: Database
  close(): Promise<void>
}

/** The state that exists only between start and stop. */
interface Started {
  readonly database: Database
  readonly executor: JobExecutor
  readonly names: readonly string[]
  readonly anythingToDo: Statement<unknown>
  /** ends the polling and the subscription to signals */
  stopClaiming(): void
  /** ends the renewal of leases, and closes the database */
  close(): Promise<void>
}

/**
 * Runs the jobs in the table `job`, in any number of processes. Leases prevent two processes from running the same job.
 * A process that was paused for longer than its lease has lost its jobs: their results are then not recorded.
 */
export class TableRunner implements JobRunner {
  readonly #open: () => Promise<RunnerDatabase>
  readonly #signals: Signals
  readonly #options: RunnerOptions
  readonly #counts: RunningJobCounts
  readonly #claims = new Set<string>()
  readonly #name = newRunnerName()
  #claimCount = 0
  #lastUser = 0
  #started: Started | undefined
  #mustClaim = false
  /** true if a lease may have expired, or a delayed job may be due: only a poll finds that, and not every claim */
  #mustFollowClock = false
  #pass: Promise<void> = Promise.resolve()

  /**
   * @param open opens the database for this runner when it starts. On PostgreSQL, it has connections of its own, so that
   *   leases are renewed in time while handlers and requests use all others.
   * @param signals wakes the runner when a job was added
   */
  constructor(open: () => Promise<RunnerDatabase>, signals: Signals, options: RunnerOptions) {
    this.#open = open
    this.#signals = signals
    this.#options = options
    this.#counts = new RunningJobCounts(options.limits)
  }

  async start(handlers: JobHandlers): Promise<void> {
    if (this.#started) throw new Error('the runner runs already')
    const { log, timing } = this.#options
    const { database, close } = await this.#open()
    if (database.dialect === 'sqlite') {
      for (const death of await releaseLeasesOfEndedProcesses(database)) log.jobDied(death)
    }
    const stopPolling = repeat(timing.pollMs, () => this.#poll())
    const unsubscribe = this.#signals.subscribe(JOBS_TOPIC, () => this.#wake())
    const stopRenewing = repeat(timing.renewMs, () => this.#renew(database))
    this.#started = {
      database,
      executor: new JobExecutor(handlers, resultRecorder(database), this.#options),
      names: Object.keys(handlers),
      anythingToDo: database.prepare(ANYTHING_TO_DO[database.dialect]),
      stopClaiming: () => {
        stopPolling()
        unsubscribe()
      },
      close: () => {
        stopRenewing()
        return close()
      },
    }
    await this.#poll()
  }

  async stop(graceMs: number): Promise<void> {
    const started = this.#started
    if (!started) return
    this.#started = undefined
    started.stopClaiming()
    await this.#pass
    await started.executor.drain(graceMs)
    await endsWithin(started.close(), CLOSE_MS)
  }

  /** Starts a search for due jobs as soon as the current search has ended. Does nothing if another one is waiting. */
  #wake(): void {
    if (this.#mustClaim || !this.#started) return
    this.#mustClaim = true
    this.#pass = this.#pass.then(() => this.#claimDueJobs())
  }

  #poll(): Promise<void> {
    return this.#attempt('database not read', async () => {
      const rows = await this.#started?.anythingToDo.all()
      if (!rows?.length) return
      this.#mustFollowClock = true
      this.#wake()
    })
  }

  async #claimDueJobs(): Promise<void> {
    this.#mustClaim = false
    const started = this.#started
    if (!started || started.executor.running >= this.#options.limits.slots) return
    await this.#attempt('jobs not claimed', async () => {
      for (const job of await this.#claim(started)) void this.#execute(started, job)
    })
  }

  async #claim({ database, executor, names }: Started): Promise<readonly ClaimedJob[]> {
    const { limits, timing, log } = this.#options
    const { dialect } = database
    const own = { runner: this.#name, known: [...this.#claims] }
    // A poll during the transaction sets it again, and a failed transaction waits for the next poll.
    const followsClock = this.#mustFollowClock
    this.#mustFollowClock = false
    // The database may run this function again after a rollback, which also undoes the claims.
    const { deaths, claims } = await database.transaction(async (tx) => {
      const deaths = followsClock ? await releaseExpiredLeases(tx, dialect, own) : []
      if (followsClock) await setDue(tx, dialect)
      const lanes = dialect === 'postgres' ? await lockAndCountLanes(tx) : undefined
      const claims = await claimJobs(tx, dialect, {
        names,
        counts: this.#counts.copy(lanes),
        slots: limits.slots - executor.running,
        lastUser: this.#lastUser,
        claim: `${this.#name}${++this.#claimCount}.`,
        leaseMs: timing.leaseMs,
      })
      return { deaths, claims }
    }, DEFERRED)
    this.#lastUser = claims.lastUser
    for (const death of deaths) log.jobDied(death)
    for (const { flags } of claims.jobs) this.#counts.add(flags)
    if (claims.isContended) setTimeout(() => this.#wake(), CONTENDED_PAUSE_MS * (1 + Math.random()))
    return claims.jobs
  }

  async #execute({ executor }: Started, job: ClaimedJob): Promise<void> {
    this.#claims.add(job.claim)
    await executor.execute(job)
    this.#claims.delete(job.claim)
    this.#counts.remove(job.flags)
    this.#wake()
  }

  async #renew(database: Database): Promise<void> {
    if (this.#claims.size === 0) return
    const renew = () => renewLeases(database, [...this.#claims], this.#options.timing.leaseMs)
    await this.#attempt('leases not renewed', renew)
  }

  /** Reports an error to the log. The next poll or renewal makes up for the work. */
  async #attempt(trouble: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => this.#options.log.queueTroubled(trouble, error))
  }
}
