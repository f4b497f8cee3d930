import { createWorkerPool } from '../threads/worker-pool.ts'
import { AppError } from '../kernel/errors.ts'
import type { SearchTask } from './search-task.ts'

/** Two threads, so that a search can run while the index processes changes of another user. */
const WORKER_COUNT = 2
const DEADLINE_MS = 10_000
const MEMORY_MB = 256
const IDLE_MS = 15_000
const MAX_QUEUE = 500

export interface SearchPool {
  /** @throws AppError `unavailable` if the task takes too long, too many tasks are waiting, or the pool is closed */
  run(task: SearchTask): Promise<unknown>
  close(): Promise<void>
}

/** @returns a pool of threads for searching and indexing. A thread starts when it is needed. */
export function openSearchPool(): SearchPool {
  const script = new URL('./search-worker.ts', import.meta.url)
  const limits = {
    workers: WORKER_COUNT,
    deadlineMs: DEADLINE_MS,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    maxQueue: MAX_QUEUE,
  }
  const pool = createWorkerPool({ script, ...limits })
  return {
    run: async (task) => {
      const outcome = await pool.run(() => ({ value: task, transfer: [] }))
      if (outcome.kind === 'done') return outcome.value
      if (outcome.kind === 'timed_out') throw new AppError('unavailable', 'the search took too long')
      throw new Error(`the search failed: ${outcome.message}`)
    },
    close: () => pool.stop(),
  }
}
