/** Size of one block in bytes. */
const BLOCK_BYTES = 64 * 1024

/**
 * Joins many small pieces of a file into blocks. A PDF may end with half a million lines of twenty bytes, which would
 * take ten times as much memory as separate arrays.
 */
export class ByteBlocks {
  #full: Uint8Array[] = []
  #block = new Uint8Array(BLOCK_BYTES)
  #filled = 0

  add(piece: Uint8Array): void {
    if (piece.length > this.#block.length - this.#filled) this.#close()
    if (piece.length > BLOCK_BYTES) {
      this.#full.push(piece)
      return
    }
    this.#block.set(piece, this.#filled)
    this.#filled += piece.length
  }

  /** @returns the bytes added since the last call, in order */
  take(): readonly Uint8Array[] {
    this.#close()
    const full = this.#full
    this.#full = []
    return full
  }

  #close(): void {
    if (this.#filled === 0) return
    this.#full.push(this.#block.subarray(0, this.#filled))
    this.#block = new Uint8Array(BLOCK_BYTES)
    this.#filled = 0
  }
}
