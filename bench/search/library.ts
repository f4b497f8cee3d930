import type { IndexedEntry } from '../../src/search/index-words.ts'

/** Different words of the library, the first ones the most frequent by far, as in languages (Zipf). */
const VOCABULARY = 60_000
/** A hundred syllables, so that words share their beginnings about as much as English ones. */
const SYLLABLES = [...'bcdfghjklmnpqrstvwxz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel))

/** Texts that are the same in every run. */
export interface Library {
  /** @returns the entry of a number; `words` in its content, 8 in its title */
  entry(id: number, words: number): IndexedEntry
  /** @returns a word, the frequent ones as often as they are written */
  written(): string
  /** @returns a word as people ask for it: any frequency is as likely as any other, by its logarithm */
  asked(): string
  /** @returns a number from 0 up to but not including 1 */
  random(): number
}

export function makeLibrary(seed: number): Library {
  const random = generator(seed)
  const names = Array.from({ length: VOCABULARY }, (_, rank) => wordOf(rank))
  const sums = cumulated()
  const written = () => names[rankAt(sums, random() * sums.at(-1)!)]!
  const text = (words: number) => Array.from({ length: words }, written).join(' ')
  return {
    random,
    written,
    asked: () => names[Math.floor(Math.exp(random() * Math.log(VOCABULARY)))]!,
    entry: (id, words) => ({
      id,
      title: text(8),
      url: `https://${written()}.example.org/${written()}/${id}`,
      domain: 'example.org',
      language: 'en',
      authors: [],
      tags: [`shelf ${id % 50}`],
      notes: [],
      content: `<p>${text(words)}</p>`,
    }),
  }
}

function wordOf(rank: number): string {
  // Scattered, so that frequent words are not the beginnings of all others.
  let rest = (rank * 7919 + 104_729) % 100_000_007
  let word = ''
  for (let index = 0; index < 2 || rest > 0; index++) {
    word += SYLLABLES[rest % SYLLABLES.length]
    rest = Math.floor(rest / SYLLABLES.length)
  }
  return word
}

function cumulated(): Float64Array {
  const sums = new Float64Array(VOCABULARY)
  let sum = 0
  for (let rank = 0; rank < VOCABULARY; rank++) sums[rank] = sum += 1 / (rank + 2.7) ** 1.05
  return sums
}

function rankAt(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sums[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/** A linear congruential generator (Numerical Recipes). */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
