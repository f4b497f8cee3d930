import type { ParsedRow } from '../import-row.ts'

/** How far a file has been read. */
export class ReadProgress {
  readonly #size: number
  #read = 0
  /** highest place of a row so far */
  #places = 0
  /** of the rows that are taken from the end, once there are some */
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

  /** When the last row of a file is taken first, all of it was read already, so the rows tell how much is behind us. */
  addRows(rows: readonly ParsedRow[]): void {
    const [first, last] = [rows[0]?.place, rows.at(-1)?.place]
    if (first === undefined || last === undefined) return
    this.#places = Math.max(this.#places, first)
    this.#share = Math.max(this.#share ?? 0, (this.#places - last + 1) / this.#places)
  }
}
