/** Bytes at first, doubled as often as it takes. */
const LEAST = 4096

/** Bytes that are put one behind the other. */
export class ByteRoom {
  #bytes = new Uint8Array(LEAST)
  #length = 0

  /** @returns all that was put, and room behind it; another array after more was put */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  get length(): number {
    return this.#length
  }

  put(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1)
    this.#bytes[this.#length++] = byte
  }

  /** Puts a whole number from 0 up to 2^53 in base 128, the low digits first, 128 added to all digits but the last. */
  putNumber(number: number): void {
    let rest = number
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.put((rest % 128) + 128)
    this.put(rest)
  }

  /** Puts the bytes of `source` from `from` up to `to`. */
  putPart(source: Uint8Array, from: number, to: number): void {
    if (this.#length + to - from > this.#bytes.length) this.#grow(to - from)
    for (let at = from; at < to; at++) this.#bytes[this.#length++] = source[at]!
  }

  /** @returns a copy of all that was put, which goes from here */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length)
    this.#length = 0
    return taken
  }

  #grow(more: number): void {
    const larger = new Uint8Array(Math.max(this.#length + more, this.#bytes.length * 2))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
