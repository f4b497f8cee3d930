import { parentPort } from 'node:worker_threads'
import type { WorkerMessage } from '../extraction/worker-thread.ts'
import type { ExportTask } from './export-task.ts'
import type { ExportWriter, Pieces } from './export-writer.ts'
import { openWriter } from './open-writer.ts'

/** The inside of a thread that makes files: one answer for each task, in order. */
let writer: ExportWriter | undefined

parentPort?.on('message', async (task: ExportTask) => {
  const message = await answer(task)
  parentPort?.postMessage(message, [])
})
parentPort?.postMessage({ kind: 'ready' } satisfies WorkerMessage, [])

async function answer(task: ExportTask): Promise<WorkerMessage> {
  try {
    return { kind: 'done', value: joined(await work(task)) }
  } catch (error) {
    return { kind: 'failed', code: undefined, message: error instanceof Error ? error.message : String(error) }
  }
}

async function work(task: ExportTask): Promise<Pieces> {
  if (task.kind === 'whole') {
    const one = await openWriter(task.format, task.about)
    return [...(await one.start()), ...(await one.add(task.entry)), ...(await one.end())]
  }
  if (task.kind === 'start') {
    writer = await openWriter(task.format, task.about)
    return writer.start()
  }
  if (!writer) throw new Error('the file was not started')
  if (task.kind === 'end') return writer.end()
  const pieces: Uint8Array[] = []
  for (const entry of task.entries) for (const piece of await writer.add(entry)) pieces.push(piece)
  return pieces
}

/** In memory of its own, because small buffers share theirs. */
function joined(pieces: Pieces): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
