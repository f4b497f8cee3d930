import { EventEmitter } from 'node:events'
import type { Job, TaskList, WorkerPool } from 'graphile-worker'
import type { Pool } from 'pg'
import { graphilePool } from './graphile-pool.ts'

export interface GraphileWorkersOptions {
  readonly pool: Pool
  readonly names: readonly string[]
  readonly slots: number
  readonly pollMs: number
  /**
   * called before each claim, one call at a time. The claim skips jobs that have any of the returned flags. The promise
   * must not reject.
   */
  readonly forbiddenFlags: () => Promise<string[]>
  /** called with each claimed job, before the next claim */
  readonly onClaim: (job: Job) => void
  /** runs a job and records its result. The promise must not reject. */
  readonly execute: (name: string, job: Job) => Promise<void>
  readonly onTrouble: (message: string, error?: unknown) => void
}

/** Lets only one worker claim at a time, so that each claim takes the previously claimed jobs into account. */
class ClaimGate {
  #last: Promise<void> = Promise.resolve()
  readonly #entered: (() => void)[] = []

  /** Resolves when the caller may claim. The caller must then call `leave` exactly once. */
  async enter(): Promise<void> {
    const before = this.#last
    this.#last = new Promise((resolve) => this.#entered.push(resolve))
    await before
  }

  leave(): void {
    this.#entered.shift()?.()
  }
}

/**
 * Starts the workers of graphile-worker, which listen, poll and claim jobs. Our code runs the jobs and records their
 * results.
 * @returns the workers inside an object. A `WorkerPool` is itself a promise, so `await` on the pool would wait until
 *   the workers end.
 */
export async function startGraphileWorkers(options: GraphileWorkersOptions): Promise<{ readonly workers: WorkerPool }> {
  const { Logger, runTaskList } = await import('graphile-worker')
  const { pool, slots, pollMs, onTrouble } = options
  const gate = new ClaimGate()
  const tasks = createTasks(options)
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning') onTrouble(message, meta?.['error'])
  })
  const forbiddenFlags = async () => {
    await gate.enter()
    return options.forbiddenFlags()
  }
  const events = claimEvents(options, gate, () => moveFirstTaskToEnd(tasks))
  const shared = { concurrency: slots, pollInterval: pollMs, forbiddenFlags, events, logger, noHandleSignals: true }
  const workers = runTaskList(shared, tasks, graphilePool(pool, onTrouble))
  workers.promise.catch((error: unknown) => onTrouble('workers ended', error))
  return { workers }
}

function createTasks({ names, execute }: GraphileWorkersOptions): TaskList {
  return Object.fromEntries(
    names.map((name) => [name, (_payload: unknown, { job }: { job: Job }) => execute(name, job)]),
  )
}

/**
 * @returns the events of the workers, which open the gate after each claim. Every attempt to claim a job ends with
 *   exactly one of these events.
 */
function claimEvents({ onClaim }: GraphileWorkersOptions, gate: ClaimGate, onError: () => void): EventEmitter {
  const events = new EventEmitter()
  events.on('job:start', ({ job }: { job: Job }) => {
    onClaim(job)
    gate.leave()
  })
  events.on('worker:getJob:empty', () => gate.leave())
  events.on('worker:getJob:error', () => {
    onError()
    gate.leave()
  })
  return events
}

/**
 * Moves the first task to the end of the list after a failed claim. graphile-worker caches even a failed lookup of its
 * task ids, so all further claims would fail too. It looks up the ids again when the order of the tasks changes.
 */
function moveFirstTaskToEnd(tasks: TaskList): void {
  const [first] = Object.entries(tasks)
  if (!first) return
  Reflect.deleteProperty(tasks, first[0])
  Reflect.set(tasks, ...first)
}
