import { startWorkerThread } from '../threads/worker-thread.ts'
import type { ByteSource } from './byte-source.ts'
import type { FormatChoice, FormatName } from './import-formats.ts'
import type { ImportThreadMessage, ImportTask } from './import-thread-messages.ts'
import type { ImportedCollection, ParsedRow } from './import-row.ts'
import { ParsingProgress } from './parsing/parsing-progress.ts'
import { reasonText } from './import-failure-reasons.ts'

/** A row with its number in the order of processing, starting at 1. */
interface NumberedRow {
  readonly number: number
  readonly parsed: ParsedRow
}

/**
 * One step of reading a file: its collections (once, before the rows, if there are any), rows, the end, or the reason
 * why the rest is unreadable.
 */
export type ReadStep =
  | { readonly kind: 'collections'; readonly collections: readonly ImportedCollection[] }
  | {
      readonly kind: 'rows'
      readonly rows: readonly NumberedRow[]
      readonly bytesRead: number
      /** format of the file, or of the first list in an archive */
      readonly format: FormatName | undefined
    }
  | { readonly kind: 'end'; readonly bytesRead: number }
  | { readonly kind: 'unreadable'; readonly reason: string }

/**
 * Maximum heap size (old space) of the thread in megabytes. It is sufficient for the longest row and its parsed forms.
 */
const MEMORY_MB = 256
/** Time limit for parsing one piece of the file, in milliseconds. */
const STEP_MS = 60_000
const SCRIPT = new URL('./import-worker.ts', import.meta.url)

/**
 * Parses a file in a separate thread. The thread has one piece of the file in memory at a time, and ends when the
 * consumer stops.
 * @throws Error if the source of the file cannot be read, or if the parser fails for a reason other than the content of
 * the file
 */
export async function* readRows(file: ByteSource, format: FormatChoice): AsyncGenerator<ReadStep> {
  const thread = startWorkerThread({ script: SCRIPT, memoryMb: MEMORY_MB })
  let task: ImportTask = { kind: 'start', format, size: file.size }
  const progress = new ParsingProgress(file.size)
  let number = 0
  try {
    for (;;) {
      const outcome = await thread.run({ value: task, transfer: [] }, STEP_MS)
      if (outcome.kind !== 'done') return yield { kind: 'unreadable', reason: reasonOf(outcome) }
      const answer = outcome.value as ImportThreadMessage
      if (answer.kind === 'end') return yield { kind: 'end', bytesRead: progress.bytes }
      if (answer.kind === 'collections') {
        progress.startAgain()
        yield answer
        task = { kind: 'more' }
      } else if (answer.kind === 'rows') {
        progress.addRows(answer.rows)
        const rows = answer.rows.map((parsed) => ({ number: ++number, parsed }))
        yield { kind: 'rows', rows, bytesRead: progress.bytes, format: answer.format }
        task = { kind: 'more' }
      } else {
        task = { kind: 'bytes', bytes: await file.read(answer.offset, answer.length) }
        progress.addBytes(task.bytes.length)
      }
    }
  } finally {
    await thread.end()
  }
}

type Failure = Exclude<Awaited<ReturnType<ReturnType<typeof startWorkerThread>['run']>>, { kind: 'done' }>

/**
 * @returns a sentence for the user
 * @throws Error if the content of the file is not the cause of the failure
 */
function reasonOf(outcome: Failure): string {
  if (outcome.kind === 'failed') {
    if (outcome.code === 'invalid_input') return outcome.message
    throw new Error(`the import failed: ${outcome.message}`)
  }
  return outcome.kind === 'timed_out' ? reasonText('fileSlow') : reasonText('fileMemory')
}
