import type { Database, Statement } from '../../db/database.ts'
import type { ClaimedJob } from '../claimed-job.ts'
import { JobExecutor } from '../job-executor.ts'
import type { JobHandlers, JobRunner } from '../job-queue.ts'
import { claimNames } from './claim-names.ts'
import type { RunnerOptions } from '../runner-options.ts'
import { RunningJobCounts } from '../running-job-counts.ts'
import { claimSqliteJob } from './sqlite-claim.ts'
import { releaseExpiredLeases, releaseLeasesOfEndedProcesses, renewLeases } from './sqlite-leases.ts'
import { DEFERRED, sqliteResultRecorder } from './sqlite-result-recorder.ts'

/**
 * Finds out whether a job is due or a lease has expired. It runs on the reading connection, so that an idle process
 * does not write.
 */
const ANYTHING_TO_DO = `
select 1 from job where locked_by is null and is_dead = 0 and run_at <= $1
union all select 1 from job where locked_by is not null and locked_until < $1 limit 1`

/**
 * Runs the jobs of an SQLite database. Several processes may use one file, because leases prevent them from running the
 * same job.
 */
export class SqliteRunner implements JobRunner {
  readonly #database: Database
  readonly #options: RunnerOptions
  readonly #work: RunningJobCounts
  readonly #anythingToDo: Statement<unknown>
  readonly #claims = new Set<string>()
  readonly #nameClaim = claimNames()
  #executor: JobExecutor | undefined
  #names: readonly string[] = []
  #timers: readonly NodeJS.Timeout[] = []
  #isClaiming = false
  #mustPoll = false
  #pass: Promise<void> = Promise.resolve()

  constructor(database: Database, options: RunnerOptions) {
    this.#database = database
    this.#options = options
    this.#work = new RunningJobCounts(options.limits)
    this.#anythingToDo = database.prepare(ANYTHING_TO_DO)
  }

  async start(handlers: JobHandlers): Promise<void> {
    if (this.#isClaiming) throw new Error('the runner runs already')
    const { log, timing } = this.#options
    for (const death of await releaseLeasesOfEndedProcesses(this.#database)) log.jobDied(death)
    this.#executor = new JobExecutor(handlers, sqliteResultRecorder(this.#database), this.#options)
    this.#names = Object.keys(handlers)
    this.#isClaiming = true
    this.#timers = [
      setInterval(() => void this.#poll(), timing.pollMs),
      setInterval(() => void this.#renew(), timing.renewMs),
    ]
    await this.#poll()
  }

  async stop(graceMs: number): Promise<void> {
    this.#isClaiming = false
    await this.#pass
    await this.#executor?.drain(graceMs)
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
  }

  /**
   * Starts a search for due jobs as soon as the current search has ended. Does nothing if another search is already
   * waiting.
   */
  wake(): void {
    if (!this.#isClaiming) return
    const isPollScheduled = this.#mustPoll
    this.#mustPoll = true
    if (!isPollScheduled) this.#pass = this.#pass.then(() => this.#claimDueJobs())
  }

  async #poll(): Promise<void> {
    try {
      const rows = await this.#anythingToDo.all(new Date().toISOString())
      if (rows.length > 0) this.wake()
    } catch (error) {
      this.#options.log.queueTroubled('database not read', error)
    }
  }

  async #claimDueJobs(): Promise<void> {
    this.#mustPoll = false
    const free = this.#options.limits.slots - this.#executor!.running
    if (!this.#isClaiming || free <= 0) return
    try {
      for (const job of await this.#claim(free)) void this.#execute(job)
    } catch (error) {
      this.#options.log.queueTroubled('jobs not claimed', error)
    }
  }

  async #claim(free: number): Promise<readonly ClaimedJob[]> {
    const jobs: ClaimedJob[] = []
    const { leaseMs } = this.#options.timing
    try {
      const deaths = await this.#database.transaction(async (tx) => {
        const now = new Date()
        const deaths = await releaseExpiredLeases(tx, now, [...this.#claims])
        while (jobs.length < free) {
          const [saturated, claim] = [this.#work.saturated(), this.#nameClaim()]
          const job = await claimSqliteJob(tx, { names: this.#names, saturated, claim, now, leaseMs })
          if (!job) break
          jobs.push(job)
          this.#work.add(job.flags)
        }
        return deaths
      }, DEFERRED)
      for (const death of deaths) this.#options.log.jobDied(death)
      return jobs
    } catch (error) {
      for (const job of jobs) this.#work.remove(job.flags)
      throw error
    }
  }

  async #execute(job: ClaimedJob): Promise<void> {
    this.#claims.add(job.fence)
    await this.#executor!.execute(job)
    this.#claims.delete(job.fence)
    this.#work.remove(job.flags)
    this.wake()
  }

  async #renew(): Promise<void> {
    if (this.#claims.size === 0) return
    try {
      await renewLeases(this.#database, [...this.#claims], new Date(Date.now() + this.#options.timing.leaseMs))
    } catch (error) {
      this.#options.log.queueTroubled('leases not renewed', error)
    }
  }
}
