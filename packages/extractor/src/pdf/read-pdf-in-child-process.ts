import { spawnSync } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { resourceLimits } from 'node:worker_threads'
import type { PdfReading } from './pdf-document.ts'
import type { Guarded } from './pdf-memory-guard.ts'
import type { PdfPlacement } from './picture-placement.ts'
import type { PdfTag } from './pdf-tags.ts'
import { readFrames } from './child-process-output.ts'

/** Path of the child process's program. It is TypeScript in the repository, and JavaScript in the published package. */
const PROGRAM_PATH = fileURLToPath(new URL(`pdf-child-process${extname(import.meta.url)}`, import.meta.url))

/**
 * Time limit in milliseconds. It is shorter than the time limit of the whole extraction, so that the extraction can
 * still report the timeout.
 */
const DEADLINE_MS = 8_500
/**
 * Maximum number of bytes that the process may write. A process that writes more is killed. The limit is enough for ten
 * million characters with positions, and for all pictures.
 */
const MAX_OUTPUT = 128 * 1024 * 1024
const DEFAULT_HEAP_MB = 192

interface ReadPdf extends Guarded<PdfReading> {
  /** Structure trees of the pages, in order; empty if the file is not tagged. */
  readonly tags: readonly PdfTag[]
  readonly placements: readonly PdfPlacement[]
  /** Files of the pictures, by index. */
  readonly files: ReadonlyMap<number, Uint8Array>
}

type ChildProcessReading = ReadPdf | { readonly failed: 'crashed' | 'timed_out' }

/**
 * Reads a PDF in a child process. Malicious files can make pdf.js allocate so much memory at once that V8 ends the
 * whole process, even if pdf.js runs in a worker thread. Here, only the child process ends. Its environment is empty,
 * so it knows no secrets. The call blocks its thread, so run it in a worker thread.
 *
 * @param data the file
 * @returns the lines and pictures of the file, or the reason of the failure. If the process crashes while it reads tags
 * or pictures, the text is still returned.
 */
export function readPdfInChildProcess(data: Uint8Array): ChildProcessReading {
  const heap = resourceLimits.maxOldGenerationSizeMb ?? DEFAULT_HEAP_MB
  const { stdout, error } = spawnSync(process.execPath, [`--max-old-space-size=${heap}`, PROGRAM_PATH], {
    input: data,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
    maxBuffer: MAX_OUTPUT,
  })
  const [text, ...others] = readFrames(stdout)
  if (text?.frame.kind === 'text') return { ...text.frame, tags: tagsOf(others), ...picturesOf(others) }
  const isLate = (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT'
  return { failed: isLate ? 'timed_out' : 'crashed' }
}

function tagsOf(frames: ReturnType<typeof readFrames>): readonly PdfTag[] {
  return frames.flatMap(({ frame }) => (frame.kind === 'tags' ? frame.tags : []))
}

function picturesOf(frames: ReturnType<typeof readFrames>): Pick<ReadPdf, 'placements' | 'files'> {
  const placements = frames.flatMap(({ frame }) => (frame.kind === 'picture' ? [frame] : []))
  const files = new Map(
    frames.flatMap(({ frame, bytes }) => (frame.kind === 'picture' && bytes.length > 0 ? [[frame.file, bytes]] : [])),
  )
  return { placements, files }
}
