/** Size of one block in bytes. */
const BLOCK_BYTES = 64 * 1024

/**
 * Joins many small pieces of a file into blocks. A large PDF may end with a cross-reference table of half a million
 * lines of 20 bytes. As separate arrays, these lines would take ten times as much memory.
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
