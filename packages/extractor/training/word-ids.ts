import type { LineWords } from '../src/lines/word-scores.ts'

export const WORD_SOURCES = ['near', 'far', 'text', 'head'] as const

/** Assigns numbers to words, in the order of their first occurrence. */
export class WordIds {
  readonly #ids = new Map<string, number>()

  /** @returns the number of words at each place, followed by the ids of all these words */
  write(words: LineWords): number[] {
    const lists = WORD_SOURCES.map((place) => words[place].flat().map((word) => this.#idOf(word)))
    return [...lists.map((list) => list.length), ...lists.flat()]
  }

  /** @returns all words, ordered by their ids */
  list(): string[] {
    return [...this.#ids.keys()]
  }

  #idOf(word: string): number {
    let id = this.#ids.get(word)
    if (id === undefined) this.#ids.set(word, (id = this.#ids.size))
    return id
  }
}
