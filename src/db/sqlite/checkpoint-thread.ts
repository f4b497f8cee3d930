import { Worker } from 'node:worker_threads'
import { threadEnvironment } from '../../kernel/thread-environment.ts'

/** Milliseconds without work after which the thread ends, to release its memory. */
const IDLE_MS = 10_000
const MEMORY_MB = 16

/** A thread that makes checkpoints: it copies the write-ahead log of an SQLite file into the file itself. */
export interface CheckpointThread {
  /** Makes a checkpoint. If that fails, the log stays unchanged, and the promise resolves nevertheless. */
  run(): Promise<void>
  stop(): Promise<void>
}

/**
 * @param path path of the SQLite file
 * @param idleMs milliseconds without work after which the thread ends
 * @returns a thread that starts when it is first used, and again after it has ended
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
      if (!worker || hasEnded(worker)) worker = start(path)
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
  // Ignores errors of the thread. Their cause, such as a missing file, makes the next write fail too, and that failure
  // is reported.
  worker.on('error', () => undefined)
  return worker
}

async function checkpoint(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // `ref` and `unref` let the thread keep the process alive only during a checkpoint.
  worker.ref()
  worker.once('message', resolve).once('exit', resolve).postMessage(true, [])
  await promise
  worker.off('message', resolve).off('exit', resolve).unref()
}

/**
 * @returns true after the `exit` event of the thread: its id is then -1
 *   (https://nodejs.org/api/worker_threads.html#workerthreadid)
 */
const hasEnded = (worker: Worker): boolean => worker.threadId === -1

const untilExit = async (worker: Worker): Promise<void> => {
  if (!hasEnded(worker)) await new Promise((resolve) => worker.once('exit', resolve))
}
