import { FetchFailure } from '../fetch-failure.ts'

const FIRST_SIZE = 64 * 1024

/** Gathers a body of unknown length. Copies, so that many small pieces cost no more than their bytes. */
export class ByteCollector {
  readonly #limit: number
  #bytes: Uint8Array<ArrayBuffer>
  #length = 0

  /** @param limit most bytes to hold */
  constructor(limit: number) {
    this.#limit = limit
    this.#bytes = new Uint8Array(Math.min(FIRST_SIZE, limit))
  }

  /** @throws FetchFailure too_large when the limit would be passed */
  add(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#limit) throw new FetchFailure('too_large', `decoded body is over ${this.#limit} bytes`)
    if (length > this.#bytes.length) this.#grow(length)
    this.#bytes.set(piece, this.#length)
    this.#length = length
  }

  /** @returns all that was added; the collector is empty afterwards and takes nothing more */
  take(): Uint8Array {
    const bytes = this.#bytes.buffer.transfer(this.#length)
    return new Uint8Array(bytes)
  }

  #grow(least: number): void {
    const size = Math.min(this.#limit, Math.max(least, this.#bytes.length * 2))
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(size))
  }
}
