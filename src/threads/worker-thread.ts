import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../kernel/thread-environment.ts'

interface WorkerSettings {
  readonly script: URL
  /** maximum size in MB of the old space (the long-lived part of the V8 heap) */
  readonly memoryMb: number
}

/** The messages that a worker sends: `ready` once, then one result for each task. */
export type WorkerMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly code: string | undefined; readonly message: string }

export type TaskOutcome =
  | Exclude<WorkerMessage, { kind: 'ready' }>
  | { readonly kind: 'timed_out' }
  /** The thread ended during the task. `isOutOfMemory`: because the task exceeded the memory limit. */
  | { readonly kind: 'crashed'; readonly message: string; readonly isOutOfMemory?: boolean }

export interface TaskInput {
  readonly value: unknown
  readonly transfer: readonly ArrayBuffer[]
}

/**
 * Milliseconds that a thread has to start and load its modules. It usually needs a fraction of a second, but more on a
 * busy machine.
 */
const START_LIMIT_MS = 30_000

/**
 * Maximum size in MB of each thread's new space (the short-lived part of the V8 heap). V8's default of 48 is meant for
 * one heap per process, not for many threads.
 */
const NEW_SPACE_MB = 8

/**
 * Node's error code for a worker that has exceeded its memory limit:
 * https://nodejs.org/api/errors.html#err_worker_out_of_memory
 */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

/** A thread that runs one task at a time. It can be ended at any moment. */
export interface WorkerThread {
  /**
   * Runs a task. Never rejects.
   * @param task a value for the thread, and the buffers to transfer with it
   * @param deadlineMs time limit in milliseconds from the transfer. A thread that exceeds it is ended.
   */
  run(task: TaskInput, deadlineMs: number): Promise<TaskOutcome>
  /** @returns true if the thread can run another task */
  isAlive(): boolean
  /** Ends the thread. The outcome of a running task is `crashed`. */
  end(): Promise<void>
}

type Listener = (outcome: WorkerMessage | TaskOutcome) => void

const noListener: Listener = () => {}

/** Starts a thread. It does not keep the process alive while it is idle. */
export function startWorkerThread({ script, memoryMb }: WorkerSettings): WorkerThread {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: NEW_SPACE_MB }
  const worker = new Worker(script, { resourceLimits, env: threadEnvironment(), stdin: false })
  let alive = true
  let settle: Listener = noListener
  const die = (message: string, code?: string): void => {
    alive = false
    settle({ kind: 'crashed', message, ...(code === OUT_OF_MEMORY && { isOutOfMemory: true }) })
  }
  worker.on('message', (message: WorkerMessage) => settle(message))
  worker.on('error', (error) => {
    if (error instanceof Error) die(error.message, (error as NodeJS.ErrnoException).code)
    else die(String(error))
  })
  worker.on('exit', () => die('the worker ended'))
  const started = nextMessage(START_LIMIT_MS)
  worker.unref()

  function nextMessage(limitMs: number): Promise<WorkerMessage | TaskOutcome> {
    const { promise, resolve } = Promise.withResolvers<WorkerMessage | TaskOutcome>()
    const timer = setTimeout(() => settle({ kind: 'timed_out' }), limitMs)
    settle = (outcome) => {
      clearTimeout(timer)
      settle = noListener
      resolve(outcome)
    }
    return promise
  }

  async function end(): Promise<void> {
    const wasAlive = alive
    alive = false
    settle({ kind: 'crashed', message: 'the worker was ended' })
    if (wasAlive) await worker.terminate()
  }

  async function work(task: TaskInput, deadlineMs: number): Promise<TaskOutcome> {
    const start = await started
    if (start.kind !== 'ready') return { kind: 'crashed', message: `the worker did not start: ${start.kind}` }
    if (!alive) return { kind: 'crashed', message: 'the worker ended' }
    const answer = nextMessage(deadlineMs)
    worker.postMessage(task.value, [...task.transfer])
    const outcome = await answer
    return outcome.kind === 'ready' ? { kind: 'crashed', message: 'the worker answered out of turn' } : outcome
  }

  return {
    isAlive: () => alive,
    end,
    run: async (task, deadlineMs) => {
      worker.ref()
      const outcome = await work(task, deadlineMs)
      worker.unref()
      if (outcome.kind === 'timed_out' || outcome.kind === 'crashed') await end()
      return outcome
    },
  }
}
