import { EventEmitter } from 'node:events'
import type { Job, TaskList, WorkerPool } from 'graphile-worker'
import type { Pool } from 'pg'
import { settledPool } from './settled-pool.ts'

export interface GraphileWorkersOptions {
  readonly pool: Pool
  readonly names: readonly string[]
  readonly slots: number
  readonly pollMs: number
  /** asked before each claim, one at a time; the claim skips jobs with one of these flags. Must not reject */
  readonly forbiddenFlags: () => Promise<string[]>
  /** told of a claimed job before the next claim */
  readonly onClaim: (job: Job) => void
  /** runs a job and settles it. Must not reject */
  readonly execute: (name: string, job: Job) => Promise<void>
  readonly onTrouble: (message: string, error?: unknown) => void
}

/** Lets one worker at a time look for a job, so that each sees what the one before it took. */
class ClaimGate {
  #last: Promise<void> = Promise.resolve()
  readonly #entered: (() => void)[] = []

  /** Resolves when it is the caller's turn. `leave` must follow exactly once. */
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
 * Starts the workers of graphile-worker: they listen, poll and claim. What a job does and how it ends is ours.
 * @returns the workers in a box, because they are a promise of their own end
 */
export async function startGraphileWorkers(options: GraphileWorkersOptions): Promise<{ readonly workers: WorkerPool }> {
  const { Logger, runTaskList } = await import('graphile-worker')
  const { pool, slots, pollMs, onTrouble } = options
  const gate = new ClaimGate()
  const tasks = makeTasks(options)
  const logger = new Logger(() => (level, message, meta) => {
    if (level === 'error' || level === 'warning') onTrouble(message, meta?.['error'])
  })
  const forbiddenFlags = async () => {
    await gate.enter()
    return options.forbiddenFlags()
  }
  const events = claimEvents(options, gate, () => rotate(tasks))
  const shared = { concurrency: slots, pollInterval: pollMs, forbiddenFlags, events, logger, noHandleSignals: true }
  const workers = runTaskList(shared, tasks, settledPool(pool, onTrouble))
  workers.promise.catch((error: unknown) => onTrouble('workers ended', error))
  return { workers }
}

function makeTasks({ names, execute }: GraphileWorkersOptions): TaskList {
  return Object.fromEntries(
    names.map((name) => [name, (_payload: unknown, { job }: { job: Job }) => execute(name, job)]),
  )
}

/** Each look for a job ends with exactly one of these events. */
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
 * graphile-worker remembers the failure to look up its task ids, and would go on failing for ever. It looks them up
 * again when the list of names has changed, so the first name becomes the last.
 */
function rotate(tasks: TaskList): void {
  const [first] = Object.entries(tasks)
  if (!first) return
  Reflect.deleteProperty(tasks, first[0])
  Reflect.set(tasks, ...first)
}
