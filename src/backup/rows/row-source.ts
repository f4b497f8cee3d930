import type { Row } from './row.ts'
import type { TableLayout } from './table-layout.ts'

/** One consistent state of a database, whose rows can be read table by table. */
export interface RowSource {
  /** names of the applied migrations, in order */
  readonly steps: readonly string[]
  /** @returns the last generated id of each table that has a counter, by the name of the table */
  readCounters(tables: readonly TableLayout[]): Promise<Readonly<Record<string, number>>>
  /** Reads all rows of a table, in any order, with little memory. */
  readRows(table: TableLayout): AsyncIterable<readonly Row[]>
  close(): Promise<void>
}

/** Bytes of rows that are in memory at the same time, unless a single row is larger. */
export const BATCH_BYTES = 256 * 1024

/** @returns the approximate number of bytes of a row */
export function rowBytes(row: Row): number {
  let bytes = 0
  for (const value of row) bytes += value === null || typeof value === 'number' ? 8 : value.length
  return bytes
}
