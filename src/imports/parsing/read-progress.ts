import type { ParsedRow } from '../import-row.ts'

/** The progress in a file. */
export class ReadProgress {
  readonly #size: number
  #read = 0
  /** highest row number so far */
  #places = 0
  /** for rows processed in reverse, once there are some */
  #share: number | undefined

  /** @param size of the file, in bytes */
  constructor(size: number) {
    this.#size = size
  }

  /** at most the size of the file */
  get bytes(): number {
    return this.#share === undefined ? this.#read : Math.floor(this.#share * this.#size)
  }

  addBytes(length: number): void {
    this.#read = Math.min(this.#read + length, this.#size)
  }

  /** If the last row comes first, the whole file has already been read, so progress is counted in rows. */
  addRows(rows: readonly ParsedRow[]): void {
    const [first, last] = [rows[0]?.place, rows.at(-1)?.place]
    if (first === undefined || last === undefined) return
    this.#places = Math.max(this.#places, first)
    this.#share = Math.max(this.#share ?? 0, (this.#places - last + 1) / this.#places)
  }
}
