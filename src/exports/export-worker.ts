import { parentPort } from 'node:worker_threads'
import type { WorkerMessage } from '../threads/worker-thread.ts'
import { OutputQueue } from './output-queue.ts'
import type { ExportPart, ExportTask, SingleFile } from './export-task.ts'
import type { ExportWriter, Chunks } from './export-writer.ts'
import { openWriter } from './open-writer.ts'

/** The writer of a list's file. The task `start` opens it, and the tasks `add` and `end` write to it. */
let writer: ExportWriter | undefined
const finished = new OutputQueue()

/**
 * Maximum size of one reply in bytes. Small replies limit the memory that unread bytes take if the consumer is slow.
 */
const PART_BYTES = 1024 * 1024

parentPort?.on('message', async (task: ExportTask) => {
  const { message, transfer } = await runTask(task)
  parentPort?.postMessage(message, transfer)
})
parentPort?.postMessage({ kind: 'ready' } satisfies WorkerMessage, [])

interface Reply {
  readonly message: WorkerMessage
  readonly transfer: ArrayBuffer[]
}

/** Runs a task and returns the message for the main thread. The bytes of the message are transferred, not copied. */
async function runTask(task: ExportTask): Promise<Reply> {
  try {
    if (task.kind === 'whole') return await wholeFile(task)
    finished.add(await work(task))
    const bytes = finished.take(PART_BYTES)
    const part: ExportPart = { bytes, hasMore: finished.length > 0 }
    return { message: { kind: 'done', value: part }, transfer: [bytes.buffer] }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { message: { kind: 'failed', code: undefined, message }, transfer: [] }
  }
}

async function wholeFile({ format, about, entry }: ExportTask & { readonly kind: 'whole' }): Promise<Reply> {
  const one = await openWriter(format, about)
  finished.add([...(await one.start()), ...(await one.add(entry)), ...(await one.end())])
  const bytes = finished.take(Number.POSITIVE_INFINITY)
  const file: SingleFile = { bytes, layout: one.layout?.() }
  return { message: { kind: 'done', value: file }, transfer: [bytes.buffer] }
}

async function work(task: Exclude<ExportTask, { kind: 'whole' }>): Promise<Chunks> {
  if (task.kind === 'more') return []
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
