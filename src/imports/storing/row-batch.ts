import { hash } from 'node:crypto'
import { addressHashes } from '../../entries/saving/entry-address.ts'
import type { Dialect } from '../../db/database.ts'
import type { ImportRow } from '../import-row.ts'
import type { ReadStep } from '../read-rows.ts'

/** A row that is to become an entry. */
export interface Candidate {
  /** in the file */
  readonly number: number
  readonly row: ImportRow
  /** every hash by which the entry will be known, in hexadecimal digits */
  readonly hashes: readonly string[]
}

/** A row that cannot become one, or stands for no page. */
export interface BrokenRow {
  /** in the file */
  readonly number: number
  readonly reason: string
}

/** Rows that are settled in one transaction. */
export interface RowBatch {
  /** how many rows are settled with it */
  readonly end: number
  readonly bytesRead: number
  readonly candidates: readonly Candidate[]
  readonly broken: readonly BrokenRow[]
  readonly leftOut: readonly BrokenRow[]
}

/**
 * Rows in one transaction. SQLite holds the event loop for as long as one takes, which for these is some milliseconds;
 * a server has the longer way.
 */
const MAX_ROWS: Readonly<Record<Dialect, number>> = { sqlite: 50, postgres: 200 }
/** Characters of content in one transaction. */
const MAX_CHARACTERS = 1024 * 1024

/** Gathers rows into batches. Rows up to `after` are passed over: they are settled. */
export class BatchMaker {
  readonly #after: number
  readonly #maxRows: number
  #rows: NumberedRows = []
  #characters = 0

  constructor(after: number, dialect: Dialect) {
    this.#after = after
    this.#maxRows = MAX_ROWS[dialect]
  }

  /** @returns the batches that are full */
  *add({ rows, bytesRead }: Extract<ReadStep, { kind: 'rows' }>): Generator<RowBatch> {
    for (const row of rows) {
      if (row.number <= this.#after) continue
      this.#rows.push(row)
      this.#characters += row.parsed.kind === 'row' ? (row.parsed.row.content?.length ?? 0) : 0
      if (this.#rows.length >= this.#maxRows || this.#characters >= MAX_CHARACTERS) yield* this.rest(bytesRead)
    }
  }

  /** @returns what is left, if anything */
  *rest(bytesRead: number): Generator<RowBatch> {
    const rows = this.#rows
    if (rows.length === 0) return
    this.#rows = []
    this.#characters = 0
    yield {
      end: rows.at(-1)!.number,
      bytesRead,
      candidates: rows.flatMap(({ number, parsed }) =>
        parsed.kind === 'row' ? { number: parsed.place ?? number, row: parsed.row, hashes: hashesOf(parsed.row) } : [],
      ),
      broken: reasonsOf(rows, 'broken'),
      leftOut: reasonsOf(rows, 'left_out'),
    }
  }
}

function reasonsOf(rows: NumberedRows, kind: 'broken' | 'left_out'): BrokenRow[] {
  return rows.flatMap(({ number, parsed }) =>
    parsed.kind === kind ? { number: parsed.place ?? number, reason: parsed.reason } : [],
  )
}

type NumberedRows = Extract<ReadStep, { kind: 'rows' }>['rows'][number][]

function hashesOf({ url, givenUrl }: ImportRow): string[] {
  // What both hashes decode in an address without either sign is the address.
  if (givenUrl === undefined && !/[%+]/.test(url)) return [hash('sha1', url)]
  const addresses = givenUrl === undefined ? [url] : [url, givenUrl]
  return addressHashes(...addresses).map((bytes) => Buffer.from(bytes).toString('hex'))
}
