import { spawnSync } from 'node:child_process'
import { extname, join } from 'node:path'
import { resourceLimits } from 'node:worker_threads'
import type { PdfReading } from './pdf-document.ts'
import type { Guarded } from './pdf-memory-guard.ts'

/** TypeScript in the repository, JavaScript in the published package. */
const PROGRAM = join(import.meta.dirname, `pdf-process${extname(import.meta.filename)}`)

/** In milliseconds; below the deadline of a task, so that the waiting thread is free again by then. */
const DEADLINE_MS = 8_500
/** Bytes of JSON; enough for ten million characters of text with their positions. */
const MAX_OUTPUT = 128 * 1024 * 1024
const DEFAULT_HEAP_MB = 192

export type ApartReading = Guarded<PdfReading> | { readonly failed: 'crashed' | 'timed_out' }

/**
 * Reads a PDF in a process of its own. When a thread runs out of memory inside one large allocation, V8 ends the whole
 * process, and hostile files make pdf.js do such allocations; here only the separate process ends. It has an empty
 * environment, so no secrets. Blocks the thread: for worker threads only.
 *
 * @param data the file
 * @returns its lines, or why there are none
 */
export function readPdfInChildProcess(data: Uint8Array): ApartReading {
  const heap = resourceLimits.maxOldGenerationSizeMb ?? DEFAULT_HEAP_MB
  const { status, stdout, error } = spawnSync(process.execPath, [`--max-old-space-size=${heap}`, PROGRAM], {
    input: data,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT,
  })
  if (status === 0) return JSON.parse(stdout.toString()) as Guarded<PdfReading>
  const isLate = (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT'
  return { failed: isLate ? 'timed_out' : 'crashed' }
}
