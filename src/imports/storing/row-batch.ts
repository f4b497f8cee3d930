import { hash } from 'node:crypto'
import { addressHashes } from '../../entries/saving/address-hashes.ts'
import type { Dialect } from '../../db/database.ts'
import type { HighlightedDocument, ImportRow } from '../import-row.ts'
import type { ReadStep } from '../read-rows.ts'

/** A valid row, which becomes an entry if its address is new. */
export interface Candidate {
  /** number of the row in the file */
  readonly number: number
  readonly row: ImportRow
  /** hashes of all addresses of the entry, in hexadecimal digits */
  readonly hashes: readonly string[]
}

/** A document with highlights, which are added to the entry that it matches. */
export interface NumberedDocument {
  /** number of the row in the file */
  readonly number: number
  readonly document: HighlightedDocument
  readonly notice: string | undefined
}

/** A row that is unreadable or not a page. */
export interface BrokenRow {
  /** number of the row in the file */
  readonly number: number
  readonly reason: string
}

/** Rows that are stored in one transaction. */
export interface RowBatch {
  /** number of rows that are done once this batch is stored */
  readonly rowsDone: number
  readonly bytesRead: number
  readonly candidates: readonly Candidate[]
  readonly documents: readonly NumberedDocument[]
  readonly broken: readonly BrokenRow[]
  readonly skipped: readonly BrokenRow[]
}

/**
 * Maximum number of rows in a transaction. On SQLite, a transaction of 50 rows blocks the event loop for a few
 * milliseconds. On PostgreSQL, larger batches need fewer round trips.
 */
const MAX_ROWS: Readonly<Record<Dialect, number>> = { sqlite: 50, postgres: 200 }
/** Maximum number of characters of content in a transaction. The row that exceeds it ends the batch. */
const MAX_CHARACTERS = 1024 * 1024
/** Maximum number of tags in a transaction, and of highlights of documents. The row that exceeds it ends the batch. */
const MAX_TAGS = 500

/** Collects rows into batches. The first rows, up to number `after`, are skipped because they are already stored. */
export class BatchCollector {
  readonly #after: number
  readonly #maxRows: number
  #rows: NumberedRows = []
  #characters = 0
  #tags = 0

  constructor(after: number, dialect: Dialect) {
    this.#after = after
    this.#maxRows = MAX_ROWS[dialect]
  }

  /** @returns the batches that these rows complete */
  *add({ rows, bytesRead }: Extract<ReadStep, { kind: 'rows' }>): Generator<RowBatch> {
    for (const row of rows) {
      if (row.number <= this.#after) continue
      this.#rows.push(row)
      if (row.parsed.kind === 'row') {
        this.#characters += row.parsed.row.content?.length ?? 0
        this.#tags += row.parsed.row.tags?.length ?? 0
      }
      if (row.parsed.kind === 'document') this.#tags += row.parsed.document.annotations.length
      if (this.#isFull()) yield* this.rest(bytesRead)
    }
  }

  #isFull(): boolean {
    return this.#rows.length >= this.#maxRows || this.#characters >= MAX_CHARACTERS || this.#tags >= MAX_TAGS
  }

  /** @returns a batch of the remaining rows, if there are any */
  *rest(bytesRead: number): Generator<RowBatch> {
    const rows = this.#rows
    if (rows.length === 0) return
    this.#rows = []
    this.#characters = 0
    this.#tags = 0
    yield {
      rowsDone: rows.at(-1)!.number,
      bytesRead,
      candidates: rows.flatMap(({ number, parsed }) =>
        parsed.kind === 'row' ? { number: parsed.place ?? number, row: parsed.row, hashes: hashesOf(parsed.row) } : [],
      ),
      documents: rows.flatMap(({ number, parsed }) =>
        parsed.kind === 'document' ? { number, document: parsed.document, notice: parsed.notice } : [],
      ),
      broken: reasonsOf(rows, 'broken'),
      skipped: reasonsOf(rows, 'left_out'),
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
  // Most addresses have only one spelling, so there is only one hash.
  if (givenUrl === undefined && !/[%+?#]|\/amp\/|ampproject/.test(url)) return [hash('sha1', url)]
  const addresses = givenUrl === undefined ? [url] : [url, givenUrl]
  return addressHashes(...addresses).map((bytes) => Buffer.from(bytes).toString('hex'))
}
