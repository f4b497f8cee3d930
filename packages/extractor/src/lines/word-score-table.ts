/** A hash table with the scores of words. A word within a text can be looked up without a substring. */
export class WordTable {
  /** Hash of the word in each slot; 0 for an empty slot. A word with the hash 0 can therefore not be found. */
  readonly #hashes: Int32Array
  readonly #scores: Float64Array
  readonly #mask: number

  constructor(words: Iterable<readonly [string, number]>) {
    const list = [...words]
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, list.length * 2)))
    this.#hashes = new Int32Array(size)
    this.#scores = new Float64Array(size)
    this.#mask = size - 1
    for (const [word, score] of list) {
      const place = this.#indexOf(hashOf(word))
      this.#hashes[place] = hashOf(word)
      this.#scores[place] = score
    }
  }

  /** @returns the score of the word with this hash; 0 for an unknown word */
  scoreOf(hash: number): number {
    return this.#scores[this.#indexOf(hash)]!
  }

  #indexOf(hash: number): number {
    let place = hash & this.#mask
    while (this.#hashes[place] !== 0 && this.#hashes[place] !== hash) place = (place + 1) & this.#mask
    return place
  }
}

/** Hash of the empty text (FNV-1a). */
export const NO_CHARACTERS = 0x811c9dc5 | 0

/** @param hash hash of a text @returns the hash of the text with one more character at its end */
export function addCharacter(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

export function hashOf(word: string): number {
  let hash = NO_CHARACTERS
  for (let at = 0; at < word.length; at++) hash = addCharacter(hash, word.charCodeAt(at))
  return hash
}
