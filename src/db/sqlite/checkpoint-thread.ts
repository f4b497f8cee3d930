import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../kernel/thread-environment.ts'

/** In milliseconds: frequent writes need the thread again soon; otherwise its memory is released. */
const IDLE_MS = 10_000
const MEMORY_MB = 16

/** Copies the write-ahead log of an SQLite file into the file, outside the thread that serves requests. */
export interface CheckpointThread {
  /** Resolves when the copy is done, or has failed: then the log is unchanged. */
  run(): Promise<void>
  stop(): Promise<void>
}

/**
 * @param path of the file
 * @returns a thread that starts at its first use, and ends after a time without work
 */
export function checkpointThread(path: string, idleMs = IDLE_MS): CheckpointThread {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const end = async (): Promise<void> => {
    clearTimeout(idle)
    if (!worker) return
    const ending = worker
    worker = undefined
    ending.ref()
    ending.postMessage(false, [])
    await untilExit(ending)
  }
  return {
    run: async () => {
      clearTimeout(idle)
      if (!worker || isOver(worker)) worker = start(path)
      await checkpoint(worker)
      idle = setTimeout(end, idleMs).unref()
    },
    stop: end,
  }
}

function start(path: string): Worker {
  const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    env: threadEnvironment(),
  })
  // The cause, such as a missing file, is reported by the code that writes to the file.
  worker.on('error', () => undefined)
  return worker
}

async function checkpoint(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // It keeps the process alive only while it works.
  worker.ref()
  worker.once('message', resolve).once('exit', resolve).postMessage(true, [])
  await promise
  worker.off('message', resolve).off('exit', resolve).unref()
}

/** The thread id is -1 after the exit event (https://nodejs.org/api/worker_threads.html#workerthreadid). */
const isOver = (worker: Worker): boolean => worker.threadId === -1

const untilExit = async (worker: Worker): Promise<void> => {
  if (!isOver(worker)) await new Promise((resolve) => worker.once('exit', resolve))
}
