/**
 * Minimum number of tokens in a text for which an index of positions is built. A shorter text is searched token by
 * token.
 */
const MIN_INDEXED_LENGTH = 1000

const indexes = new WeakMap<readonly string[], TokenPositions>()

/**
 * @param tokens tokens of a text, in order. The list must never change, because its positions are cached.
 * @param isPrefix true if the last token of the sequence also matches longer tokens that begin with it
 * @returns true if the tokens contain the sequence
 */
export function containsSequence(tokens: readonly string[], sequence: readonly string[], isPrefix: boolean): boolean {
  if (tokens.length < MIN_INDEXED_LENGTH) return tokens.some((_, index) => startsAt(tokens, index, sequence, isPrefix))
  const positions = indexes.get(tokens) ?? new TokenPositions(tokens)
  indexes.set(tokens, positions)
  return positions.contain(sequence, isPrefix)
}

function startsAt(tokens: readonly string[], index: number, sequence: readonly string[], isPrefix: boolean): boolean {
  return sequence.every((token, offset) => {
    const word = tokens[index + offset]
    const isLast = offset === sequence.length - 1
    return word !== undefined && (isPrefix && isLast ? word.startsWith(token) : word === token)
  })
}

/** The positions of each token of a long text, for searching many sequences in the same text. */
class TokenPositions {
  readonly #tokens: readonly string[]
  readonly #positions: ReadonlyMap<string, readonly number[]>
  #sorted: readonly string[] | undefined

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens
    this.#positions = Map.groupBy(tokens.keys(), (index) => tokens[index]!)
  }

  contain(sequence: readonly string[], isPrefix: boolean): boolean {
    const last = sequence.length - 1
    const isEachKnown = sequence.every((token, offset) =>
      isPrefix && offset === last ? this.#hasPrefix(token) : this.#positions.has(token),
    )
    if (!isEachKnown || last === 0) return isEachKnown
    return this.#rarest(sequence, last).some((start) => startsAt(this.#tokens, start, sequence, isPrefix))
  }

  /**
   * @returns the possible start positions of the sequence, derived from the positions of its rarest token. The last
   *   token is not considered, because it may be a prefix.
   */
  #rarest(sequence: readonly string[], last: number): readonly number[] {
    const known = sequence.slice(0, last).map((token, offset) => ({ offset, places: this.#positions.get(token)! }))
    const rarest = known.reduce((one, other) => (other.places.length < one.places.length ? other : one))
    return rarest.places.map((place) => place - rarest.offset).filter((start) => start >= 0)
  }

  #hasPrefix(token: string): boolean {
    this.#sorted ??= [...this.#positions.keys()].toSorted()
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#sorted[middle]! < token) low = middle + 1
      else high = middle
    }
    return this.#sorted[low]?.startsWith(token) === true
  }
}
