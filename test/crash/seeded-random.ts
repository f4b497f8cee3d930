/** Random numbers that come again with the same seed. */
export interface SeededRandom {
  readonly seed: number
  /** @returns a whole number from `least` to `most` */
  between(least: number, most: number): number
  /** @returns true in this share of the calls */
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
