import { reasonOf, type ClaimedJob, type RecordResult, type RecordedResult, type Verdict } from './claimed-job.ts'
import type { JobReport } from './job-log.ts'
import { RetryLater, type JobHandlers, type JobName } from './job-queue.ts'
import { sleep, endsWithin } from '../kernel/sleep.ts'
import type { RunnerOptions } from './runner-options.ts'

interface Run {
  readonly controller: AbortController
  /** ends the wait for the handler; the job then returns to the queue */
  abandon: () => void
}

/**
 * Milliseconds that `drain` waits after an abort for handlers to end, and then again for the results of abandoned jobs
 * to be recorded.
 */
const ABORT_GRACE_MS = 1000

/** Runs claimed jobs and records their results. Both databases use it. */
export class JobExecutor {
  readonly #handlers: JobHandlers
  readonly #recordResult: RecordResult
  readonly #options: RunnerOptions
  readonly #runs = new Map<Run, Promise<void>>()
  #isStopped = false

  constructor(handlers: JobHandlers, recordResult: RecordResult, options: RunnerOptions) {
    this.#handlers = handlers
    this.#recordResult = recordResult
    this.#options = options
  }

  /** number of running jobs */
  get running(): number {
    return this.#runs.size
  }

  /** Resolves when the job has run and its result has been recorded. Never rejects. */
  async execute(job: ClaimedJob): Promise<void> {
    const run: Run = { controller: new AbortController(), abandon: () => undefined }
    const done = this.#runAndRecord(job, run)
    this.#runs.set(run, done)
    await done
    this.#runs.delete(run)
  }

  /**
   * Lets running jobs finish for `graceMs` milliseconds, then aborts the others and returns them to the queue. From
   * then on, `execute` returns every job to the queue without running it.
   */
  async drain(graceMs: number): Promise<void> {
    await endsWithin(Promise.all(this.#runs.values()), graceMs)
    this.#isStopped = true
    for (const { controller } of this.#runs.keys()) controller.abort(new Error('the process stops'))
    await endsWithin(Promise.all(this.#runs.values()), ABORT_GRACE_MS)
    for (const { abandon } of this.#runs.keys()) abandon()
    await endsWithin(Promise.all(this.#runs.values()), ABORT_GRACE_MS)
  }

  async #runAndRecord(job: ClaimedJob, run: Run): Promise<void> {
    const startedAt = performance.now()
    const { verdict, error } = await this.#judge(job, run)
    const recorded = await this.#recordWithRetry(job, verdict, run)
    const { id: jobId, name, payload, attempt, maxAttempts } = job
    const ms = performance.now() - startedAt
    this.#report(verdict, recorded, { jobId, name, payload, attempt, maxAttempts, ms, error })
  }

  async #judge(job: ClaimedJob, run: Run): Promise<{ verdict: Verdict; error?: unknown }> {
    if (this.#isStopped) return { verdict: { kind: 'given-back' } }
    try {
      const isFinished = await this.#finishes(job, run)
      return { verdict: { kind: isFinished ? 'finished' : 'given-back' } }
    } catch (error) {
      if (run.controller.signal.aborted) return { verdict: { kind: 'given-back' } }
      return { verdict: this.#verdictOn(error, job), error }
    }
  }

  /**
   * @returns true if the handler has finished; false if it did not react to the abort, so that the job was abandoned
   */
  #finishes(job: ClaimedJob, run: Run): Promise<boolean> {
    const handle = this.#handlers[job.name as JobName] as JobHandlers[JobName]
    const { attempt, maxAttempts } = job
    return new Promise((resolve, reject) => {
      run.abandon = () => resolve(false)
      const context = { signal: run.controller.signal, attempt, maxAttempts }
      Promise.try(handle, job.payload as never, context).then(() => resolve(true), reject)
    })
  }

  #verdictOn(error: unknown, { attempt, maxAttempts }: ClaimedJob): Verdict {
    const reason = reasonOf(error)
    if (attempt >= maxAttempts) return { kind: 'dead', reason }
    const chosen = error instanceof RetryLater ? error.delayMs : undefined
    return { kind: 'again', afterMs: chosen ?? retryPause(attempt, this.#options.timing.retryPausesMs), reason }
  }

  /**
   * Records a result. Retries while the database is unreachable. In the meantime the job keeps its slot. This delays no
   * other job, because no job can be claimed without the database.
   */
  async #recordWithRetry(job: ClaimedJob, verdict: Verdict, run: Run): Promise<RecordedResult> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#recordResult(job, verdict)
      } catch (error) {
        this.#options.log.queueTroubled('job not settled', error)
        if (run.controller.signal.aborted) return 'lost'
        await sleep(Math.min(200 * 2 ** attempt, 10_000), run.controller.signal)
      }
    }
  }

  #report(verdict: Verdict, recorded: RecordedResult, report: JobReport & { readonly error: unknown }): void {
    const { log } = this.#options
    const { error, ...rest } = report
    if (recorded === 'lost') return log.queueTroubled(`lease of job ${report.jobId} lost`)
    if (verdict.kind === 'finished') return log.jobFinished(rest)
    if (verdict.kind === 'given-back' || (error instanceof RetryLater && verdict.kind === 'again')) return
    log.jobFailed({ ...report, ...(verdict.kind === 'again' && { retryInMs: verdict.afterMs }) })
    if (verdict.kind === 'dead' && recorded === 'settled') {
      log.jobDied({ jobId: report.jobId, name: report.name, reason: verdict.reason })
    }
  }
}

/**
 * @param attempt number of the failed attempt, from 1
 * @param pausesMs pause after each attempt in milliseconds; the last one also applies to all further attempts
 * @returns milliseconds until the next attempt. A random change of up to 20 % keeps jobs that failed together from
 *   being retried together (security specification 4.3).
 */
function retryPause(attempt: number, pausesMs: readonly number[]): number {
  const pause = pausesMs[attempt - 1] ?? pausesMs.at(-1) ?? 0
  return Math.round(pause * (0.8 + 0.4 * Math.random()))
}
