import { AppError } from '../../kernel/errors.ts'
import { reasonText } from '../import-failure-reasons.ts'

/**
 * Maximum length of a record in characters. A longer record is reported as broken. Real records, with a title, an
 * address and tags, are far shorter.
 */
const MAX_RECORD = 1024 * 1024
const MAX_CELLS = 100
/**
 * Maximum number of records with an unclosed quotation mark. A file with more is rejected, because each of them costs a
 * search through up to a megabyte.
 */
const MAX_UNCLOSED = 1000

interface RecordSink {
  record(cells: readonly string[]): void
  broken(reason: string): void
}

/** Characters that separate cells. */
const SEPARATORS = [',', ';', '\t'] as const
type Separator = (typeof SEPARATORS)[number]

/** The line above a table that tells Excel the separator. */
export const SEPARATOR_LINE = /^"?sep=([,;\t])"?[,;\t]*(?:\r\n|\r|\n)/i

/**
 * Splits a stream of CSV text (RFC 4180, with any line ends) into records. A record with an unclosed quotation mark is
 * reported as broken; reading then continues on the next line.
 */
export class CsvRecords {
  readonly #sink: RecordSink
  /** undefined until the first line is there, if any separator is allowed */
  #separator: Separator | undefined
  /** true if spaces may stand before a quotation mark, as in tables written by hand */
  readonly #hasSpaces: boolean
  /** text from the start of the unfinished record */
  #text = ''
  /** true while the rest of an overlong line is skipped */
  #isSkipping = false
  #unclosed = 0

  /** @param hasAnySeparator true if the cells may be separated by semicolons or tabs too, as the first line shows */
  constructor(sink: RecordSink, hasAnySeparator = false) {
    this.#sink = sink
    this.#separator = hasAnySeparator ? undefined : ','
    this.#hasSpaces = hasAnySeparator
  }

  push(text: string): void {
    this.#text += text
    this.#work(false)
  }

  end(): void {
    this.#work(true)
  }

  #work(isLast: boolean): void {
    let at = 0
    if (!this.#separator) {
      if (!isLast && !/\n[^\n]*\n/.test(this.#text) && this.#text.length <= MAX_RECORD) return
      const [line = '', named] = SEPARATOR_LINE.exec(this.#text) ?? []
      at = line.length
      this.#separator = (named as Separator | undefined) ?? separatorOf(this.#text)
    }
    while (at < this.#text.length) {
      const next = this.#isSkipping ? this.#skipLine(at) : this.#readOne(at, isLast)
      if (next === undefined) break
      at = next
    }
    this.#text = this.#text.slice(at)
  }

  /** @returns the start of the next record, or undefined if more text is needed to complete this one */
  #readOne(at: number, isLast: boolean): number | undefined {
    const separator = this.#separator ?? ','
    const found = readRecord(this.#text, at, { isLast, separator, hasSpaces: this.#hasSpaces })
    if (found.kind === 'record' && found.end - at <= MAX_RECORD) {
      if (found.cells.length > 1 || found.cells[0] !== '') this.#sink.record(found.cells)
      return found.end
    }
    const isTooLong = found.kind === 'record' || this.#text.length - at > MAX_RECORD
    if (!isTooLong && !isLast) return undefined
    const isUnclosed = found.kind === 'open-quote'
    if (isUnclosed && ++this.#unclosed > MAX_UNCLOSED) {
      throw new AppError('invalid_input', reasonText('csvInvalid'))
    }
    this.#sink.broken(reasonText(isUnclosed ? 'quoteUnclosed' : 'rowLongCsv'))
    return this.#skipLine(at)
  }

  #skipLine(at: number): number {
    const end = this.#text.indexOf('\n', at)
    this.#isSkipping = end === -1
    return end === -1 ? this.#text.length : end + 1
  }
}

type Found =
  | { readonly kind: 'record'; readonly cells: readonly string[]; readonly end: number }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'open-quote' }

/** @returns the separator that is most frequent in the first line, outside of quotation marks */
function separatorOf(text: string): Separator {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1)
  const line = first.replaceAll(/"[^"]*"/g, '')
  const count = (separator: Separator) => line.split(separator).length
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0]!
}

interface RecordOptions {
  /** true if no more text follows */
  readonly isLast: boolean
  readonly separator: Separator
  readonly hasSpaces: boolean
}

function readRecord(text: string, start: number, { isLast, separator, hasSpaces }: RecordOptions): Found {
  const cellAt = (at: number) => {
    const quote = hasSpaces ? afterSpaces(text, at) : at
    return text[quote] === '"' ? quotedCell(text, quote, separator) : plainCell(text, at, separator)
  }
  const cells: string[] = []
  for (let at = start; ; at++) {
    const cell = cellAt(at)
    if (cell === undefined) return { kind: 'open-quote' }
    if (cells.length < MAX_CELLS) cells.push(cell.value)
    at = cell.end
    const isAtEnd = at >= text.length || (at + 1 === text.length && text[at] === '\r')
    if (isAtEnd && !isLast) return { kind: 'unfinished' }
    if (at >= text.length || text[at] !== separator) return { kind: 'record', cells, end: afterLineEnd(text, at) }
  }
}

/** @returns the position of the first character that is no space */
function afterSpaces(text: string, at: number): number {
  let next = at
  while (text[next] === ' ') next++
  return next
}

function afterLineEnd(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}

interface Cell {
  readonly value: string
  /** position of the separator */
  readonly end: number
}

/** @returns the cell, or undefined if the text contains no closing quotation mark */
function quotedCell(text: string, at: number, separator: Separator): Cell | undefined {
  for (let close = text.indexOf('"', at + 1); close !== -1; close = text.indexOf('"', close + 2)) {
    if (text[close + 1] === '"') continue
    // Text between the closing quotation mark and the separator is invalid CSV, but is kept as part of the cell.
    const rest = plainCell(text, close + 1, separator)
    return { value: text.slice(at + 1, close).replaceAll('""', '"') + rest.value, end: rest.end }
  }
  return undefined
}

const CELL_ENDS: Readonly<Record<Separator, RegExp>> = { ',': /[,\r\n]/g, ';': /[;\r\n]/g, '\t': /[\t\r\n]/g }

function plainCell(text: string, at: number, separator: Separator): Cell {
  const ends = CELL_ENDS[separator]
  ends.lastIndex = at
  const end = ends.exec(text)?.index ?? text.length
  return { value: text.slice(at, end), end }
}
