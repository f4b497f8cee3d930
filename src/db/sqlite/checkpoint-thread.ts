import { Worker } from 'node:worker_threads'

/** In milliseconds: who writes much needs it again soon, and its memory is for nothing otherwise. */
const IDLE_MS = 10_000
const MEMORY_MB = 16

/** Copies the write-ahead log of an SQLite file into the file, beside the thread that serves requests. */
export interface CheckpointThread {
  /** Resolves when it is done, or cannot be: then the log is as it was. */
  run(): Promise<void>
  stop(): Promise<void>
}

/**
 * @param path of the file
 * @returns a thread that starts at its first use, and ends when it has had nothing to do for a while
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
    env: {},
  })
  // What ends it, such as a file that is no longer there, is told by whoever writes to that file.
  worker.on('error', () => undefined)
  return worker
}

async function checkpoint(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Only while it works does it keep the process alive.
  worker.ref()
  worker.once('message', resolve).once('exit', resolve).postMessage(true, [])
  await promise
  worker.off('message', resolve).off('exit', resolve).unref()
}

/** Its number is gone when its end was told (https://nodejs.org/api/worker_threads.html#workerthreadid). */
const isOver = (worker: Worker): boolean => worker.threadId === -1

const untilExit = async (worker: Worker): Promise<void> => {
  if (!isOver(worker)) await new Promise((resolve) => worker.once('exit', resolve))
}
