import { spawnSync } from 'node:child_process'
import { extname, join } from 'node:path'
import { resourceLimits } from 'node:worker_threads'
import type { PdfReading } from './pdf-document.ts'
import type { Guarded } from './pdf-memory-guard.ts'

/** Path of the program. It is TypeScript in the repository and JavaScript in the published package. */
const PROGRAM = join(import.meta.dirname, `pdf-process${extname(import.meta.filename)}`)

/**
 * Time limit in milliseconds. It is shorter than that of the whole extraction, so that this thread can still respond in
 * time.
 */
const DEADLINE_MS = 8_500
/**
 * Maximum number of bytes of JSON that the process may write, enough for ten million characters with their positions.
 */
const MAX_OUTPUT = 128 * 1024 * 1024
const DEFAULT_HEAP_MB = 192

export type ApartReading = Guarded<PdfReading> | { readonly failed: 'crashed' | 'timed_out' }

/**
 * Reads a PDF in a child process. Malicious files can make pdf.js allocate so much memory at once that V8 ends the
 * whole process, even if pdf.js runs in a worker thread. With a child process, only that process ends. Its environment
 * is empty, so it contains no secrets. Blocks the calling thread, which should be a worker thread.
 *
 * @param data the file
 * @returns the lines of the file, or the reason why there are none
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
