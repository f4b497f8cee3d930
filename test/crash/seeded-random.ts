/** A random number generator. The same seed gives the same numbers. */
export interface SeededRandom {
  readonly seed: number
  /** @returns an integer from `least` to `most`, both included */
  between(least: number, most: number): number
  /** @returns true with this probability, from 0 to 1 */
  chance(share: number): boolean
}

/** Mulberry32 by Tommy Ettinger, public domain. @param seed 32 bits */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let word = Math.imul(state ^ (state >>> 15), state | 1)
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61)
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    seed,
    between: (least, most) => Math.floor(least + next() * (most - least + 1)),
    chance: (share) => next() < share,
  }
}
