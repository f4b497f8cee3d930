/** Numbers that a block begins with, and that it has at most: half a megabyte and eight. */
const LEAST = 65_536
const MOST = 1_048_576
/** Blocks that are kept for the next who need one. */
const KEPT = 2

/** Where the lists of a search are made. What is handed out may hold anything. */
export interface NumberRoom {
  numbers(length: number): Float64Array
  /** of 32 bits each */
  integers(length: number): Int32Array
}

/** Each list on its own, for those who keep what they make. */
export const OWN_ROOM: NumberRoom = {
  numbers: (length) => new Float64Array(length),
  integers: (length) => new Int32Array(length),
}

/**
 * One block for all lists of a search. Arrays of numbers lie outside of the heap: made anew for every search, they have it
 * collected every fifty searches, which holds up everybody for some milliseconds.
 */
export class Scratch implements NumberRoom {
  #block = new Float64Array(LEAST)
  #used = 0

  numbers(length: number): Float64Array {
    const from = this.#take(length)
    return from === undefined ? new Float64Array(length) : this.#block.subarray(from, from + length)
  }

  integers(length: number): Int32Array {
    const from = this.#take(Math.ceil(length / 2))
    return from === undefined ? new Int32Array(length) : new Int32Array(this.#block.buffer, from * 8, length)
  }

  /** Ends whatever was handed out. Where there was not enough there is more from now on. */
  clear(): void {
    const length = Math.min(this.#used, MOST)
    if (length > this.#block.length) this.#block = new Float64Array(length)
    this.#used = 0
  }

  /** @returns where so many numbers have room; undefined when they have none */
  #take(length: number): number | undefined {
    const from = this.#used
    this.#used += length
    return this.#used <= this.#block.length ? from : undefined
  }
}

/** Lends scratch to searches, of which several may go on at a time. */
export class ScratchPool {
  readonly #free: Scratch[] = []

  /** @param work must not hand out anything that is in the scratch */
  async lend<T>(work: (scratch: Scratch) => Promise<T>): Promise<T> {
    const scratch = this.#free.pop() ?? new Scratch()
    try {
      return await work(scratch)
    } finally {
      scratch.clear()
      if (this.#free.length < KEPT) this.#free.push(scratch)
    }
  }
}
