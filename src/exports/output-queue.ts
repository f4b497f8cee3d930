import type { Chunks } from './export-writer.ts'

/** Finished bytes of a file, in order, that have not been sent yet. */
export class OutputQueue {
  #pieces: Uint8Array[] = []
  /** number of bytes of the first piece that have been taken */
  #taken = 0
  #length = 0

  /** number of bytes in the queue */
  get length(): number {
    return this.#length
  }

  add(pieces: Chunks): void {
    for (const piece of pieces) {
      this.#pieces.push(piece)
      this.#length += piece.length
    }
  }

  /**
   * @param most maximum number of bytes
   * @returns the next bytes, copied to a buffer of their own, which can be transferred to another thread
   */
  take(most: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(Math.min(most, this.#length))
    let [at, used] = [0, 0]
    while (at < bytes.length) {
      const piece = this.#pieces[used]!
      const part = piece.subarray(this.#taken, this.#taken + bytes.length - at)
      bytes.set(part, at)
      at += part.length
      this.#taken += part.length
      if (this.#taken < piece.length) break
      this.#taken = 0
      used++
    }
    this.#pieces = this.#pieces.slice(used)
    this.#length -= bytes.length
    return bytes
  }
}
