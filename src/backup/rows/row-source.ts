import type { Row } from './row.ts'
import type { TableLayout } from './table-layout.ts'

/**
 * The rows of a table between two places in the order in which the database stores them. A place is a text that only the
 * source understands; undefined is the beginning or the end of the table. Ranges that follow each other contain every row
 * exactly once.
 */
export interface RowRange {
  readonly from: string | undefined
  readonly to: string | undefined
}

/** The rows that a caller wants. */
export interface RowSelection {
  /** reads only the rows with this id in the column `user_id`, or `id` in the table of users */
  readonly owner?: number
  /** reads only the rows in this range, always in the same order as long as they do not change */
  readonly range?: RowRange
}

/** One consistent state of a database, whose rows can be read table by table. */
export interface RowSource {
  /** names of the applied migrations, in order */
  readonly steps: readonly string[]
  /** @returns the last generated id of each table that has a counter, by the name of the table */
  readCounters(tables: readonly TableLayout[]): Promise<Readonly<Record<string, number>>>
  /**
   * Reads the rows of a table with little memory, in any order unless the selection has a range.
   * @param selection all rows if absent
   */
  readRows(table: TableLayout, selection?: RowSelection): AsyncIterable<readonly Row[]>
  /**
   * Finds the end of a range that begins at a place, and takes about this space in the database and the object store.
   * @returns undefined if it ends with the table
   */
  endOfRange(table: TableLayout, from: string | undefined, bytes: number): Promise<string | undefined>
  close(): Promise<void>
}

/** Bytes of rows that are in memory at the same time, unless a single row is larger. */
const BATCH_BYTES = 256 * 1024

/** Collects rows until they are many enough to be handled together. */
export class RowBatch {
  #rows: Row[] = []
  #bytes = 0

  add(row: Row): void {
    this.#rows.push(row)
    this.#bytes += rowBytes(row)
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0
  }

  get isFull(): boolean {
    return this.#bytes >= BATCH_BYTES
  }

  /** @returns the rows, and begins the next batch */
  take(): readonly Row[] {
    const rows = this.#rows
    this.#rows = []
    this.#bytes = 0
    return rows
  }
}

/** @returns the approximate number of bytes of a row */
function rowBytes(row: Row): number {
  let bytes = 0
  for (const value of row) bytes += value === null || typeof value === 'number' ? 8 : value.length
  return bytes
}
