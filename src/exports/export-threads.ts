import type { WorkerPool } from '../threads/worker-pool.ts'
import { movableBytes } from '../threads/movable-bytes.ts'
import type { TaskInput, TaskOutcome, WorkerThread } from '../threads/worker-thread.ts'
import { AppError } from '../kernel/errors.ts'
import type { FormatName } from './export-format.ts'
import type { ExportPart, ExportTask } from './export-task.ts'
import type { AboutExport } from './export-writer.ts'
import type { ExportedEntry } from './exported-entry.ts'
import { createWorkerPool } from '../threads/worker-pool.ts'
import { startWorkerThread } from '../threads/worker-thread.ts'

/**
 * Threads that generate files, so that no request waits for another user's book. The first export starts the first one.
 */
export interface ExportThreads {
  /**
   * Generates the file of one entry.
   * @throws AppError `too_large` if it takes too long or too much memory, `unavailable` if too many are waiting, or
   *   after stop
   */
  whole(format: FormatName, about: AboutExport, entry: ExportedEntry): Promise<Uint8Array>
  /** Generates a file of many entries in a separate thread. */
  open(): Promise<ExportThread>
  /** Ends all threads. */
  stop(): Promise<void>
}

type ExportStep = Exclude<ExportTask, { kind: 'whole' | 'more' }>

/** One file in progress. The caller must always end it. */
interface ExportThread {
  /**
   * Runs one step; images and texts of the entries are transferred to the thread and must not be used afterwards.
   * @returns the finished bytes, in parts; the next part stays in the thread until it is requested
   * @throws AppError `too_large` if it takes too long or too much memory
   */
  run(task: ExportStep): AsyncGenerator<Uint8Array, void>
  end(): Promise<void>
}

/** In milliseconds, for one entry, or for one batch of a list. A megabyte of HTML takes a tenth of a second. */
const DEADLINE_MS = 60_000
/**
 * Maximum length of a text in bytes that is converted; twice the limit of stored content. A thread that far exceeds its
 * memory may crash the process before it is ended.
 */
const MOST_TEXT = 8 * 1024 * 1024
/** Formats that contain the text unchanged. */
const VERBATIM: ReadonlySet<FormatName> = new Set(['json', 'csv', 'xml'])
/** Old space of a thread in MB. */
const MEMORY_MB = 192
const IDLE_MS = 15_000
/** Maximum number of waiting exports of one entry. */
const MAX_QUEUE = 100

const SCRIPT = new URL('./export-worker.ts', import.meta.url)

/** The code of the threads is loaded with the first export. */
export function exportThreads(): ExportThreads {
  let pool: Promise<WorkerPool> | undefined
  const running = new Set<ExportThread>()
  let isStopped = false
  const refuseLate = (): void => {
    if (isStopped) throw new AppError('unavailable', 'the service is stopping')
  }
  return {
    whole: async (format, about, entry) => {
      refuseLate()
      if (!VERBATIM.has(format) && (entry.content?.length ?? 0) > MOST_TEXT) throw tooLarge()
      const task: ExportTask = { kind: 'whole', format, about, entry }
      pool ??= makePool()
      return valueOf<Uint8Array>(await (await pool).run(() => taskInput(task, [entry])))
    },
    open: async () => {
      refuseLate()
      const thread = await openThread(() => running.delete(thread))
      running.add(thread)
      return thread
    },
    stop: async () => {
      isStopped = true
      await Promise.all([(await pool)?.stop(), ...[...running].map((thread) => thread.end())])
    },
  }
}

async function makePool(): Promise<WorkerPool> {
  const options = { script: SCRIPT, workers: 1, memoryMb: MEMORY_MB, idleMs: IDLE_MS, maxQueue: MAX_QUEUE }
  return createWorkerPool({ ...options, deadlineMs: DEADLINE_MS })
}

async function openThread(onEnd: () => void): Promise<ExportThread> {
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

/** @param entries those of the task, whose bytes are transferred */
function taskInput(task: ExportTask, entries: readonly ExportedEntry[]): TaskInput {
  const blocks = new Set<ArrayBuffer>()
  const moved = (bytes: Uint8Array): Uint8Array => {
    const movable = movableBytes(bytes)
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
