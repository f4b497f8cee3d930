import { parentPort } from 'node:worker_threads'
import { AppError } from '../kernel/errors.ts'
import { cleanContent } from './clean-content.ts'
import type { ExtractionTask } from './extraction-pool.ts'
import { extractCapture, findInCapture } from './extract.ts'
import type { WorkerMessage } from '../threads/worker-thread.ts'

/** The inside of a worker thread: one answer for each task, in order. */
parentPort?.on('message', async (task: ExtractionTask) => parentPort?.postMessage(await answer(task), []))
parentPort?.postMessage({ kind: 'ready' } satisfies WorkerMessage, [])

async function answer(task: ExtractionTask): Promise<WorkerMessage> {
  try {
    return { kind: 'done', value: await done(task) }
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined
    return { kind: 'failed', code, message: error instanceof Error ? error.message : String(error) }
  }
}

function done(task: ExtractionTask): unknown {
  if (task.kind === 'clean') return cleanContent(task.given)
  return task.kind === 'find'
    ? findInCapture(task.capture, task.expressions)
    : extractCapture(task.capture, task.effort)
}
