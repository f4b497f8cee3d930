import type { Numbers } from './sorted-numbers.ts'
import { inOrder } from './sorted-union.ts'

/** More than the last place that PostgreSQL tells from others (its manual, section 12.11). */
export const SPAN = 16_384

/** What a phrase has come to: the entries that have its words so far, and where these end. */
export interface Met {
  /** ids, ascending */
  readonly entries: Numbers
  /** places, of one entry after the other: a list for each entry would take five times as long */
  readonly ends: ArrayLike<number>
  /** for each entry where its own begin, and then where the last's are over */
  readonly firsts: readonly number[]
}

/** Collects places in entries, which mostly come in their order. */
export class Meeting {
  readonly #met: number[] = []
  readonly #firsts: number[] = []
  readonly #ends: number[] = []
  #last = -1
  #isInOrder = true

  /**
   * @param at which entry it is
   * @param place in it, in no order
   */
  add(at: number, place: number): void {
    if (at !== this.#last) {
      if (at < this.#last) this.#isInOrder = false
      this.#last = at
      this.#met.push(at)
      this.#firsts.push(this.#ends.length)
    }
    this.#ends.push(place)
  }

  /** @returns what was added, of these entries */
  among(entries: Numbers): Met {
    if (!this.#isInOrder) return this.#sorted().among(entries)
    const met = new Float64Array(this.#met.length)
    for (let index = 0; index < met.length; index++) met[index] = entries[this.#met[index]!]!
    return { entries: met, ends: this.#ends, firsts: [...this.#firsts, this.#ends.length] }
  }

  #sorted(): Meeting {
    const spots = new Float64Array(this.#ends.length)
    for (let index = 0; index < this.#met.length; index++) {
      const until = this.#firsts[index + 1] ?? spots.length
      for (let at = this.#firsts[index]!; at < until; at++) spots[at] = this.#met[index]! * SPAN + this.#ends[at]!
    }
    const sorted = new Meeting()
    for (const spot of inOrder(spots)) sorted.add(Math.floor(spot / SPAN), spot % SPAN)
    return sorted
  }
}
