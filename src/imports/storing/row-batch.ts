import { hash } from 'node:crypto'
import { addressHashes } from '../../entries/saving/address-hashes.ts'
import type { Dialect } from '../../db/database.ts'
import type { ImportRow } from '../import-row.ts'
import type { ReadStep } from '../read-rows.ts'

/** A row that is to become an entry. */
export interface Candidate {
  /** in the file */
  readonly number: number
  readonly row: ImportRow
  /** every address hash of the entry, in hexadecimal digits */
  readonly hashes: readonly string[]
}

/** A row that cannot become an entry, or is not a page. */
export interface BrokenRow {
  /** in the file */
  readonly number: number
  readonly reason: string
}

/** Rows that are completed in one transaction. */
export interface RowBatch {
  /** number of completed rows after it */
  readonly end: number
  readonly bytesRead: number
  readonly candidates: readonly Candidate[]
  readonly broken: readonly BrokenRow[]
  readonly leftOut: readonly BrokenRow[]
}

/**
 * Rows per transaction. SQLite blocks the event loop during one, for some milliseconds with these; on a server the
 * round trip is longer.
 */
const MAX_ROWS: Readonly<Record<Dialect, number>> = { sqlite: 50, postgres: 200 }
/** Characters of content per transaction. */
const MAX_CHARACTERS = 1024 * 1024

/** Collects rows into batches. Rows up to `after` are skipped: they are already completed. */
export class BatchMaker {
  readonly #after: number
  readonly #maxRows: number
  #rows: NumberedRows = []
  #characters = 0

  constructor(after: number, dialect: Dialect) {
    this.#after = after
    this.#maxRows = MAX_ROWS[dialect]
  }

  /** @returns the full batches */
  *add({ rows, bytesRead }: Extract<ReadStep, { kind: 'rows' }>): Generator<RowBatch> {
    for (const row of rows) {
      if (row.number <= this.#after) continue
      this.#rows.push(row)
      this.#characters += row.parsed.kind === 'row' ? (row.parsed.row.content?.length ?? 0) : 0
      if (this.#rows.length >= this.#maxRows || this.#characters >= MAX_CHARACTERS) yield* this.rest(bytesRead)
    }
  }

  /** @returns the last batch, if there is one */
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
  // In an address without either sign both hashes are the same.
  if (givenUrl === undefined && !/[%+]/.test(url)) return [hash('sha1', url)]
  const addresses = givenUrl === undefined ? [url] : [url, givenUrl]
  return addressHashes(...addresses).map((bytes) => Buffer.from(bytes).toString('hex'))
}
