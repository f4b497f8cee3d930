import { AppError } from '../../kernel/errors.ts'
import type { ParsedRow } from '../import-row.ts'
import { MAX_ROWS } from '../import-limits.ts'

/** Reads a list. Every call starts again at the beginning of the list. */
export type ReadRows = () => AsyncGenerator<readonly ParsedRow[]>

export interface ReverseOptions {
  /** number of rows in the lists before this one */
  readonly before?: number
  /**
   * maximum number of characters of JSON in memory. With the default, a list of 100 MB needs about eight passes. On
   * average, a pass reads half of the list.
   */
  readonly maxBuffered?: number
  /** maximum number of characters of JSON in one batch */
  readonly maxBatch?: number
}

const MAX_BUFFERED = 16 * 1024 * 1024
const MAX_BATCH = 64 * 1024

/**
 * Yields the rows of a list in reverse. The list can only be read forwards, so it is read again for each part that fits
 * in memory. If the list has more than `MAX_ROWS` rows, yields the first `MAX_ROWS` in reverse, and then the row after
 * them, which shows that there are more.
 * @returns the rows with their numbers, in batches. The order is the same at each call.
 * @throws AppError if the rest of the list is unreadable, after all rows before the error were returned. Other errors
 *   are thrown immediately.
 */
export async function* readRowsReversed(read: ReadRows, options: ReverseOptions = {}): AsyncGenerator<ParsedRow[]> {
  const { before = 0, maxBuffered = MAX_BUFFERED, maxBatch = MAX_BATCH } = options
  const { parts, buffered, next, failure } = await findParts(read, before, maxBuffered)
  yield* batchesFromEnd(buffered, maxBatch)
  for (const part of parts.toReversed()) yield* batchesFromEnd(await readPart(read, before, part), maxBatch)
  if (next) yield [next]
  if (failure) throw failure
}

/** A range of rows; `to` is exclusive. */
interface Part {
  readonly from: number
  readonly to: number
}

interface RowParts {
  /** all parts except the last */
  readonly parts: readonly Part[]
  /** rows of the last part as JSON */
  readonly buffered: readonly string[]
  /** the first row beyond the maximum number */
  readonly next: ParsedRow | undefined
  readonly failure: AppError | undefined
}

/** Reads the list once to find its parts. Also returns the rows of the last part, because they are needed first. */
async function findParts(read: ReadRows, before: number, maxBuffered: number): Promise<RowParts> {
  const parts: Part[] = []
  let buffered: string[] = []
  let [from, size] = [0, 0]
  const surveyed = (rest: Partial<RowParts> = {}) => ({ parts, buffered, next: undefined, failure: undefined, ...rest })
  try {
    for await (const row of each(read())) {
      const index = from + buffered.length
      if (index === MAX_ROWS) return surveyed({ next: row })
      const text = rowJson(row, before + index)
      if (buffered.length > 0 && size + text.length > maxBuffered) {
        parts.push({ from, to: index })
        buffered = []
        from = index
        size = 0
      }
      buffered.push(text)
      size += text.length
    }
  } catch (error) {
    if (error instanceof AppError) return surveyed({ failure: error })
    throw error
  }
  return surveyed()
}

/** @returns the rows of a part as JSON */
async function readPart(read: ReadRows, before: number, { from, to }: Part): Promise<readonly string[]> {
  const buffered: string[] = []
  let index = 0
  for await (const row of each(read())) {
    if (index >= from) buffered.push(rowJson(row, before + index))
    if (++index === to) break
  }
  return buffered
}

async function* each(batches: AsyncGenerator<readonly ParsedRow[]>): AsyncGenerator<ParsedRow> {
  for await (const batch of batches) yield* batch
}

/**
 * Copies a row to a JSON string. The strings of the row itself are slices of the file's text, which keep the whole text
 * in memory.
 */
function rowJson(row: ParsedRow, index: number): string {
  return JSON.stringify({ ...row, place: index + 1 } satisfies ParsedRow)
}

function* batchesFromEnd(buffered: readonly string[], maxBatch: number): Generator<ParsedRow[]> {
  let rows: ParsedRow[] = []
  let size = 0
  for (const text of buffered.toReversed()) {
    rows.push(JSON.parse(text) as ParsedRow)
    size += text.length
    if (size < maxBatch) continue
    yield rows
    rows = []
    size = 0
  }
  if (rows.length > 0) yield rows
}
