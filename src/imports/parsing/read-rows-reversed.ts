import { AppError } from '../../kernel/errors.ts'
import type { ParsedRow } from '../import-row.ts'
import { MAX_ROWS } from '../import.ts'

/** Reads a list. Every call starts again at the beginning of the list. */
export type ReadRows = () => AsyncGenerator<readonly ParsedRow[]>

export interface ReverseOptions {
  /** number of rows in the lists before this one */
  readonly before?: number
  /**
   * maximum number of characters of JSON in memory. With the default, a list of 100 MB is read in about eight passes,
   * which on average end in the middle of the list.
   */
  readonly maxHeld?: number
  /** maximum number of characters of JSON in one batch */
  readonly maxSlice?: number
}

const MAX_HELD = 16 * 1024 * 1024
const MAX_SLICE = 64 * 1024

/**
 * Yields the rows of a list in reverse. The list can only be read forwards, so it is read again for each part that fits
 * in memory. If the list has more than `MAX_ROWS` rows, yields the first `MAX_ROWS` in reverse, and then the row after
 * them, which shows that there are more.
 * @returns the rows with their numbers, in batches. The order is the same at each call.
 * @throws AppError if the rest of the list is unreadable, after all rows before the error were returned. Other errors
 *   are thrown immediately.
 */
export async function* readRowsReversed(read: ReadRows, options: ReverseOptions = {}): AsyncGenerator<ParsedRow[]> {
  const { before = 0, maxHeld = MAX_HELD, maxSlice = MAX_SLICE } = options
  const { parts, held, next, failure } = await survey(read, before, maxHeld)
  yield* slicesFromTheEnd(held, maxSlice)
  for (const part of parts.toReversed()) yield* slicesFromTheEnd(await hold(read, before, part), maxSlice)
  if (next) yield [next]
  if (failure) throw failure
}

/** A range of rows; `to` is exclusive. */
interface Part {
  readonly from: number
  readonly to: number
}

interface Survey {
  /** all parts except the last */
  readonly parts: readonly Part[]
  /** rows of the last part as JSON */
  readonly held: readonly string[]
  /** the first row beyond the maximum number */
  readonly next: ParsedRow | undefined
  readonly failure: AppError | undefined
}

/** Reads the list once to find its parts. Also returns the rows of the last part, because they are needed first. */
async function survey(read: ReadRows, before: number, maxHeld: number): Promise<Survey> {
  const parts: Part[] = []
  let held: string[] = []
  let [from, size] = [0, 0]
  const surveyed = (rest: Partial<Survey> = {}) => ({ parts, held, next: undefined, failure: undefined, ...rest })
  try {
    for await (const row of each(read())) {
      const index = from + held.length
      if (index === MAX_ROWS) return surveyed({ next: row })
      const text = heldText(row, before + index)
      if (held.length > 0 && size + text.length > maxHeld) {
        parts.push({ from, to: index })
        held = []
        from = index
        size = 0
      }
      held.push(text)
      size += text.length
    }
  } catch (error) {
    if (error instanceof AppError) return surveyed({ failure: error })
    throw error
  }
  return surveyed()
}

/** @returns the rows of a part as JSON */
async function hold(read: ReadRows, before: number, { from, to }: Part): Promise<readonly string[]> {
  const held: string[] = []
  let index = 0
  for await (const row of each(read())) {
    if (index >= from) held.push(heldText(row, before + index))
    if (++index === to) break
  }
  return held
}

async function* each(batches: AsyncGenerator<readonly ParsedRow[]>): AsyncGenerator<ParsedRow> {
  for await (const batch of batches) yield* batch
}

/**
 * Copies a row to a JSON string. The row itself consists of slices of the file's text, which would keep the whole text
 * in memory.
 */
function heldText(row: ParsedRow, index: number): string {
  return JSON.stringify({ ...row, place: index + 1 } satisfies ParsedRow)
}

function* slicesFromTheEnd(held: readonly string[], maxSlice: number): Generator<ParsedRow[]> {
  let rows: ParsedRow[] = []
  let size = 0
  for (const text of held.toReversed()) {
    rows.push(JSON.parse(text) as ParsedRow)
    size += text.length
    if (size < maxSlice) continue
    yield rows
    rows = []
    size = 0
  }
  if (rows.length > 0) yield rows
}
