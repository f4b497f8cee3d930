import { AppError } from '../../kernel/errors.ts'
import type { ParsedRow } from '../import-row.ts'
import { MAX_ROWS } from '../import.ts'

/** Reads a list from its beginning, anew each time. */
export type ReadRows = () => AsyncGenerator<readonly ParsedRow[]>

export interface ReverseOptions {
  /** rows that came before this list */
  readonly before?: number
  /** characters of JSON that are held at once; a list of 100 MB is read some eight times, and half of it on average */
  readonly maxHeld?: number
  /** characters of JSON that are handed on at once */
  readonly maxSlice?: number
}

const MAX_HELD = 16 * 1024 * 1024
const MAX_SLICE = 64 * 1024

/**
 * Turns a list round: its last row first. Only a part of it is held; for the part before, the list is read again.
 * Of a list that is too long the first rows are taken, as of any other, and then one more tells that there are others.
 * @returns the rows with their places, in batches, in the same order each time
 * @throws AppError that ended the reading, after the rows that it gave; any other error at once
 */
export async function* readRowsReversed(read: ReadRows, options: ReverseOptions = {}): AsyncGenerator<ParsedRow[]> {
  const { before = 0, maxHeld = MAX_HELD, maxSlice = MAX_SLICE } = options
  const { parts, held, next, failure } = await survey(read, before, maxHeld)
  yield* slicesFromTheEnd(held, maxSlice)
  for (const part of parts.toReversed()) yield* slicesFromTheEnd(await hold(read, before, part), maxSlice)
  if (next) yield [next]
  if (failure) throw failure
}

/** Rows that follow each other: index of the first, and behind the last. */
interface Part {
  readonly from: number
  readonly to: number
}

interface Survey {
  /** all but the last part */
  readonly parts: readonly Part[]
  /** rows of the last part */
  readonly held: readonly string[]
  /** the first row that is too much */
  readonly next: ParsedRow | undefined
  readonly failure: AppError | undefined
}

/** Reads once, to learn where the parts are. The last one need not be read again. */
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

/** @returns the rows of a part */
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

/** As text of its own: pieces of the file's text would keep all of it. */
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
