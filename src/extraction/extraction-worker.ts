import { parentPort } from 'node:worker_threads'
import { cleanContent, extract, findInCapture, TooLargeError } from '@dogear/extractor'
import type { ReadableExtraction } from '@dogear/extractor/service'
import type { ExtractionTask } from './extraction-pool.ts'
import type { WorkerMessage } from '../threads/worker-thread.ts'

/** Code of a worker thread. The thread replies to each task with one message, in order. */
parentPort?.on('message', async (task: ExtractionTask) => {
  const message = await answer(task)
  parentPort?.postMessage(message, picturesIn(message))
})
parentPort?.postMessage({ kind: 'ready' } satisfies WorkerMessage, [])

async function answer(task: ExtractionTask): Promise<WorkerMessage> {
  try {
    return { kind: 'done', value: await done(task) }
  } catch (error) {
    const code = error instanceof TooLargeError ? error.code : undefined
    return { kind: 'failed', code, message: error instanceof Error ? error.message : String(error) }
  }
}

/** @returns the buffers of the pictures of a document, which are transferred to the main thread instead of copied */
function picturesIn(message: WorkerMessage): ArrayBuffer[] {
  const { pictures = [] } = (message.kind === 'done' ? message.value : {}) as Partial<ReadableExtraction>
  return pictures.map(({ bytes }) => bytes.buffer as ArrayBuffer)
}

function done(task: ExtractionTask): unknown {
  if (task.kind === 'clean') return cleanContent(task.given)
  return task.kind === 'find' ? findInCapture(task.capture, task.expressions) : extract(task.capture, task.effort)
}
