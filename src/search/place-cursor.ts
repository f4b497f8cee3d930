/**
 * Reads the places of one id after the other from pages strung together (src/search/word-page.ts). It goes forward only.
 * Nearly all of the time of a phrase of frequent words is spent here, so nothing is called for a byte.
 */
export class PlaceCursor {
  readonly #bytes: Uint8Array
  #at = 0
  #passed = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
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
    this.#passed = index
  }

  /**
   * Takes the places of the id that the cursor is at, which goes on to the next.
   * @param places where they are put; what there is no room for is passed over
   * @returns how many there are in it
   */
  take(places: Uint16Array): number {
    const bytes = this.#bytes
    const { length } = bytes
    let at = this.#at
    let place = 0
    let count = 0
    let isMore = true
    while (isMore && at < length) {
      let step = bytes[at++]!
      if (step >= 128) {
        // Three bytes at most, since no place is above 16,383.
        const second = bytes[at++]!
        step += second * 128 - 128
        if (second >= 128) step += bytes[at++]! * 16_384 - 16_384
      }
      isMore = (step & 1) === 1
      place += step >>> 1
      places[count++] = place
    }
    this.#at = at
    this.#passed += 1
    return Math.min(count, places.length)
  }
}
