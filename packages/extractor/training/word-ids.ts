import type { LineWords } from '../src/lines/word-scores.ts'

export const PLACES = ['near', 'far', 'text', 'head'] as const

/** Numbers the words of lines in the order in which they first come. */
export class WordIds {
  readonly #ids = new Map<string, number>()

  /** @returns for each place the number of words, then the words themselves */
  write(words: LineWords): number[] {
    const lists = PLACES.map((place) => words[place].flat().map((word) => this.#idOf(word)))
    return [...lists.map((list) => list.length), ...lists.flat()]
  }

  /** @returns all words, by their numbers */
  list(): string[] {
    return [...this.#ids.keys()]
  }

  #idOf(word: string): number {
    let id = this.#ids.get(word)
    if (id === undefined) this.#ids.set(word, (id = this.#ids.size))
    return id
  }
}
