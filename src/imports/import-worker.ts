import { parentPort } from 'node:worker_threads'
import type { WorkerMessage } from '../threads/worker-thread.ts'
import { AppError } from '../kernel/errors.ts'
import type { ByteSource } from './byte-source.ts'
import type { FormatName } from './import-formats.ts'
import type { ImportThreadMessage, ImportTask } from './import-thread-messages.ts'
import { parseCollections } from './parsing/parse-collections.ts'
import { parseFile } from './parsing/parse-file.ts'

/**
 * Passes the reply of the main thread to the parser, which waits for it. The parser sends one message at a time, and
 * waits for the reply before it sends the next one.
 */
let resume: ((task: ImportTask) => void) | undefined
let turn: Promise<unknown> = Promise.resolve()

parentPort?.on('message', (task: ImportTask) => {
  if (task.kind === 'start') void work(task)
  else resume?.(task)
})
send({ kind: 'ready' })

async function work({ format, size }: Extract<ImportTask, { kind: 'start' }>): Promise<void> {
  const source: ByteSource = {
    size,
    read: async (offset, length) => {
      const task = await inTurn({ kind: 'read', offset, length: Math.min(length, size - offset) })
      return task.kind === 'bytes' ? task.bytes : new Uint8Array()
    },
  }
  try {
    const collections = await parseCollections(source, format)
    if (collections.length > 0) await inTurn({ kind: 'collections', collections })
    let found: FormatName | undefined
    const parsed = parseFile(source, format, (name) => (found ??= name))
    for await (const rows of parsed) await inTurn({ kind: 'rows', rows, format: found })
    answer({ kind: 'end' })
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined
    send({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) })
  }
}

/**
 * Sends a message after all previous ones have been answered. Streams read ahead, so several reads may be requested at
 * once.
 */
function inTurn(question: ImportThreadMessage): Promise<ImportTask> {
  const result = turn.then(() => {
    const { promise, resolve } = Promise.withResolvers<ImportTask>()
    resume = resolve
    answer(question)
    return promise
  })
  turn = result
  return result
}

function answer(value: ImportThreadMessage): void {
  send({ kind: 'done', value })
}

function send(message: WorkerMessage): void {
  parentPort?.postMessage(message, [])
}
