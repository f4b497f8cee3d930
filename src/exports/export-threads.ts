import { transferableBytes } from '../threads/transferable-bytes.ts'
import type { TaskInput, TaskOutcome, WorkerThread } from '../threads/worker-thread.ts'
import { AppError } from '../kernel/errors.ts'
import type { FormatName } from './export-format.ts'
import type { ExportPart, ExportTask, SingleFile } from './export-task.ts'
import type { AboutExport } from './export-writer.ts'
import type { ExportedEntry } from './exported-entry.ts'
import { createWorkerPool } from '../threads/worker-pool.ts'
import { startWorkerThread } from '../threads/worker-thread.ts'

/**
 * Threads that generate files, so that a large book does not block the requests of other users. Threads start when the
 * first export needs them.
 */
export interface ExportThreads {
  /**
   * Generates the file of one entry.
   * @throws AppError `too_large` if the entry needs too much time or memory, `unavailable` if too many exports are
   *   waiting or the service is stopping
   */
  exportSingle(format: FormatName, about: AboutExport, entry: ExportedEntry): Promise<SingleFile>
  /** Starts a separate thread that generates a file of many entries. */
  open(): ExportThread
  /** Ends all threads. */
  stop(): Promise<void>
}

type ExportStep = Exclude<ExportTask, { kind: 'whole' | 'more' }>

/** The thread that generates one file. The caller must call `end`, even after an error. */
interface ExportThread {
  /**
   * Runs one step. The bytes of images and texts are transferred to the thread, so the caller must not use them
   * afterwards.
   * @returns the finished bytes in parts; the thread sends each part only when the consumer asks for it
   * @throws AppError `too_large` if the step needs too much time or memory
   */
  run(task: ExportStep): AsyncGenerator<Uint8Array, void>
  end(): Promise<void>
}

/** Milliseconds allowed for one entry or one batch of a list. Converting a megabyte of HTML takes about 100 ms. */
const DEADLINE_MS = 60_000
/**
 * Maximum length in bytes of a text to convert, twice the limit of stored content. A longer text is rejected: it could
 * exceed the thread's memory limit so fast that the whole process crashes before the thread is ended.
 */
const MAX_TEXT_BYTES = 8 * 1024 * 1024
/** Formats that contain the HTML unconverted. */
const VERBATIM_FORMATS: ReadonlySet<FormatName> = new Set(['json', 'csv', 'xml'])
/** Maximum heap size (old space) of a thread in megabytes. */
const MEMORY_MB = 192
const IDLE_MS = 15_000
/** Maximum number of single-entry exports that wait for a thread. Further ones fail with `unavailable`. */
const MAX_QUEUE = 100

const SCRIPT = new URL('./export-worker.ts', import.meta.url)

/** Creates the export threads. */
export function exportThreads(): ExportThreads {
  const pool = createWorkerPool({
    script: SCRIPT,
    workers: 1,
    deadlineMs: DEADLINE_MS,
    memoryMb: MEMORY_MB,
    idleMs: IDLE_MS,
    maxQueue: MAX_QUEUE,
  })
  const running = new Set<ExportThread>()
  let isStopped = false
  const refuseLate = (): void => {
    if (isStopped) throw new AppError('unavailable', 'the service is stopping')
  }
  return {
    exportSingle: async (format, about, entry) => {
      refuseLate()
      if (!VERBATIM_FORMATS.has(format) && (entry.content?.length ?? 0) > MAX_TEXT_BYTES) throw tooLarge()
      const task: ExportTask = { kind: 'whole', format, about, entry }
      return valueOf<SingleFile>(await pool.run(() => taskInput(task, [entry])))
    },
    open: () => {
      refuseLate()
      const thread = openThread(() => running.delete(thread))
      running.add(thread)
      return thread
    },
    stop: async () => {
      isStopped = true
      await Promise.all([pool.stop(), ...[...running].map((thread) => thread.end())])
    },
  }
}

function openThread(onEnd: () => void): ExportThread {
  const thread = startWorkerThread({ script: SCRIPT, memoryMb: MEMORY_MB })
  return {
    run: (step) => partsOf(thread, step),
    end: async () => {
      onEnd()
      await thread.end()
    },
  }
}

async function* partsOf(thread: WorkerThread, step: ExportStep): AsyncGenerator<Uint8Array, void> {
  let input = taskInput(step, step.kind === 'add' ? step.entries : [])
  for (;;) {
    const { bytes, hasMore } = valueOf<ExportPart>(await thread.run(input, DEADLINE_MS))
    if (bytes.length > 0) yield bytes
    if (!hasMore) return
    input = { value: { kind: 'more' } satisfies ExportTask, transfer: [] }
  }
}

/**
 * @param entries the entries of the task. The buffers of their contents and images are transferred to the thread
 *   instead of copied.
 */
function taskInput(task: ExportTask, entries: readonly ExportedEntry[]): TaskInput {
  const blocks = new Set<ArrayBuffer>()
  const moved = (bytes: Uint8Array): Uint8Array => {
    const movable = transferableBytes(bytes)
    blocks.add(movable.block)
    return movable.bytes
  }
  const sent = entries.map((entry) => ({
    ...entry,
    content: entry.content && moved(entry.content),
    images: entry.images.map((image) => ({ ...image, bytes: moved(image.bytes) })),
  }))
  const transfer = [...blocks]
  if (task.kind === 'whole') return { value: { ...task, entry: sent[0]! } satisfies ExportTask, transfer }
  return { value: task.kind === 'add' ? ({ ...task, entries: sent } satisfies ExportTask) : task, transfer }
}

function tooLarge(): AppError {
  const details = { message: 'error.sentences.exportTooLarge' }
  return new AppError('too_large', 'the text is too large for a file of this kind', { details })
}

function valueOf<Value>(outcome: TaskOutcome): Value {
  if (outcome.kind === 'done') return outcome.value as Value
  if (outcome.kind === 'timed_out' || (outcome.kind === 'crashed' && outcome.isOutOfMemory)) {
    throw tooLarge()
  }
  const note = 'message' in outcome ? `: ${outcome.message}` : ''
  throw new Error(`the export ${outcome.kind}${note}`)
}
