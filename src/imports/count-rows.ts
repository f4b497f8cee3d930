import type { ByteSource } from './byte-source.ts'
import type { FormatChoice } from './format-list.ts'
import { MAX_ROWS } from './import.ts'
import { readRows } from './read-rows.ts'

/**
 * Counts the rows of a file without storing anything.
 * @returns the number of rows, at most `MAX_ROWS`. If the file cannot be read to its end, only the rows before the
 * error count.
 */
export async function countRows(file: ByteSource, format: FormatChoice, signal: AbortSignal): Promise<number> {
  let count = 0
  for await (const step of readRows(file, format)) {
    if (step.kind === 'collections') continue
    if (step.kind !== 'rows') break
    count += step.rows.length
    if (count >= MAX_ROWS || signal.aborted) break
  }
  return Math.min(count, MAX_ROWS)
}
