import type { ParsedRow } from '../import-row.ts'

/** Measures how much of a file has been processed. */
export class ParsingProgress {
  readonly #size: number
  #read = 0
  #highestPlace = 0
  /** share of the rows that have been processed; set only if they are processed in reverse */
  #share: number | undefined

  /** @param size size of the file in bytes */
  constructor(size: number) {
    this.#size = size
  }

  /** number of processed bytes, at most the size of the file */
  get bytes(): number {
    return this.#share === undefined ? this.#read : Math.floor(this.#share * this.#size)
  }

  /** Resets the number of bytes. Call this when the file is read again from its beginning. */
  startAgain(): void {
    this.#read = 0
  }

  addBytes(length: number): void {
    this.#read = Math.min(this.#read + length, this.#size)
  }

  /**
   * Updates the progress of a file whose rows are processed in reverse. All of its bytes were read before the first
   * row, so the progress counts rows instead.
   */
  addRows(rows: readonly ParsedRow[]): void {
    const [first, last] = [rows[0]?.place, rows.at(-1)?.place]
    if (first === undefined || last === undefined) return
    this.#highestPlace = Math.max(this.#highestPlace, first)
    this.#share = Math.max(this.#share ?? 0, (this.#highestPlace - last + 1) / this.#highestPlace)
  }
}
