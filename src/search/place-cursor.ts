/** Goes over the places of one id after the other in pages strung together (src/search/word-page.ts), forward only. */
export class PlaceCursor {
  readonly #bytes: Uint8Array
  #at = 0
  #passed = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** @returns where the places begin of the id that the cursor is at */
  get at(): number {
    return this.#at
  }

  /** Goes to the places of the id before which there are `index` others. */
  goTo(index: number): void {
    const bytes = this.#bytes
    const { length } = bytes
    let at = this.#at
    for (let left = index - this.#passed; left > 0 && at < length; at++) {
      // Whether a number is the last of its id is in its first byte.
      if ((bytes[at]! & 1) === 0) left -= 1
      while (bytes[at]! >= 128) at += 1
    }
    this.#at = at
    this.#passed = Math.max(this.#passed, index)
  }

  /** Goes to the next id. */
  pass(): void {
    this.goTo(this.#passed + 1)
  }
}
