import { AppError } from '../kernel/errors.ts'
import type { MemoryLease } from '../kernel/memory-budget.ts'
import { createFairQueue } from './fair-queue.ts'
import { startWorkerThread, type TaskInput, type TaskOutcome, type WorkerThread } from './worker-thread.ts'

export interface WorkerPoolOptions {
  readonly script: URL
  /** Maximum number of threads. */
  readonly workers: number
  readonly deadlineMs: number
  /** maximum size in MB of each thread's old space (the long-lived part of the V8 heap) */
  readonly memoryMb: number
  /** milliseconds until a thread without tasks ends, which frees its memory */
  readonly idleMs: number
  /** Maximum number of waiting tasks. Further tasks are rejected with `unavailable`. */
  readonly maxQueue: number
  /** waits for the memory of a task with `needBytes`, and reserves it; absent for no limit */
  readonly reserve?: (bytes: number) => Promise<MemoryLease>
}

export interface WorkerPool {
  /**
   * Runs a task in a thread.
   * @param prepare creates the task once a thread and its memory are available
   * @param turn `owner`: owner of the task; owners take turns, however many tasks each has. `deadlineMs`: time limit,
   *   if it differs from that of the pool. `needBytes`: size of the memory to reserve
   * @returns the outcome of the task
   * @throws AppError `unavailable` if the queue is full or the pool has been stopped
   */
  run(prepare: () => TaskInput | Promise<TaskInput>, turn?: Turn): Promise<TaskOutcome>
  /** Ends all threads. Waiting and running tasks reject with `unavailable`. */
  stop(): Promise<void>
}

interface Turn {
  readonly owner?: string
  readonly deadlineMs?: number
  readonly needBytes?: number
}

interface Waiting {
  readonly deadlineMs: number
  readonly needBytes: number
  readonly prepare: () => TaskInput | Promise<TaskInput>
  readonly resolve: (outcome: TaskOutcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Creates a pool of threads that run the tasks of a queue. Threads start when they are needed, and each runs one task
 * at a time. If a thread hangs or crashes, only its current task fails, and the next task gets a new thread.
 */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  return new ThreadPool(options)
}

class ThreadPool implements WorkerPool {
  readonly #options: WorkerPoolOptions
  readonly #queue = createFairQueue<Waiting>()
  readonly #idle = new Map<WorkerThread, NodeJS.Timeout>()
  readonly #busy = new Set<WorkerThread>()
  /** number of tasks that have been taken from the queue and not finished, including those that wait for memory */
  #running = 0
  #stopped = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  async run(prepare: () => TaskInput, turn: Turn = {}): Promise<TaskOutcome> {
    if (this.#stopped) throw new AppError('unavailable', 'the service is stopping')
    const isFull = this.#running >= this.#options.workers && this.#queue.size() >= this.#options.maxQueue
    if (isFull) throw new AppError('unavailable', 'too many tasks are waiting; try again later')
    const { promise, resolve, reject } = Promise.withResolvers<TaskOutcome>()
    const { owner = '', deadlineMs = this.#options.deadlineMs, needBytes = 0 } = turn
    this.#queue.add(owner, { prepare, deadlineMs, needBytes, resolve, reject })
    this.#assign()
    return promise
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const { reject } of this.#queue.takeAll()) reject(new AppError('unavailable', 'the service is stopping'))
    const threads = [...this.#idle.keys(), ...this.#busy]
    for (const timer of this.#idle.values()) clearTimeout(timer)
    this.#idle.clear()
    await Promise.all(threads.map((thread) => thread.end()))
  }

  #assign(): void {
    while (this.#running < this.#options.workers) {
      const next = this.#queue.take()
      if (next === undefined) return
      void this.#work(next)
    }
  }

  async #work(next: Waiting): Promise<void> {
    this.#running++
    const lease = next.needBytes > 0 ? await this.#options.reserve?.(next.needBytes) : undefined
    try {
      next.resolve(await this.#runOne(next))
    } catch (error) {
      next.reject(error)
    }
    lease?.release()
    this.#running--
    this.#assign()
  }

  async #runOne({ prepare, deadlineMs }: Waiting): Promise<TaskOutcome> {
    const input = await prepare()
    if (this.#stopped) throw new AppError('unavailable', 'the service is stopping')
    const thread = this.#takeThread()
    this.#busy.add(thread)
    try {
      const outcome = await thread.run(input, deadlineMs)
      if (this.#stopped) throw new AppError('unavailable', 'the service is stopping')
      return outcome
    } finally {
      this.#busy.delete(thread)
      this.#release(thread)
    }
  }

  /** Takes the idle thread that was used last, so that threads that are no longer needed stay idle and end. */
  #takeThread(): WorkerThread {
    for (const [thread, timer] of [...this.#idle].toReversed()) {
      clearTimeout(timer)
      this.#idle.delete(thread)
      if (thread.isAlive()) return thread
    }
    return startWorkerThread(this.#options)
  }

  #release(thread: WorkerThread): void {
    if (!thread.isAlive()) return
    if (this.#stopped) return void thread.end()
    const timer = setTimeout(() => {
      this.#idle.delete(thread)
      void thread.end()
    }, this.#options.idleMs)
    this.#idle.set(thread, timer.unref())
  }
}
