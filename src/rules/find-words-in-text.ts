import { setImmediate } from 'node:timers/promises'

/** Number of created nodes, links or read characters after which the event loop may run. They take about 1 ms. */
const STEPS_PER_TURN = 10_000

/**
 * Searches a text for many words at once, in time linear in the total length of text and words (Aho and Corasick,
 * 1975). Lets the event loop run in between.
 * @param needles words to search for, case-sensitive
 * @returns the words that the text contains
 */
export async function findWordsInText(text: string, needles: Iterable<string>): Promise<ReadonlySet<string>> {
  const tree = new NeedleTree()
  for (const needle of needles) if (tree.add(needle) > STEPS_PER_TURN) await tree.rest()
  for (const link of tree.link()) if (link % STEPS_PER_TURN === 0) await setImmediate()
  for (let from = 0; from < text.length && tree.isSearching; from += STEPS_PER_TURN) {
    if (from > 0) await setImmediate()
    tree.scan(text.slice(from, from + STEPS_PER_TURN))
  }
  return tree.found
}

/** A trie of all words with failure links. Node 0 is the root. */
class NeedleTree {
  readonly found = new Set<string>()
  readonly #next = new Map<number, number>()
  readonly #parents = [0]
  readonly #codes = [0]
  readonly #depths = [0]
  /** failure links: each node is linked to the node of its longest proper suffix that is also a prefix of a word */
  readonly #links = [0]
  /** for each node, the word that ends there */
  readonly #ends: (string | undefined)[] = [undefined]
  #missing = 0
  #state = 0
  #added = 0

  /** true as long as at least one word has not been found */
  get isSearching(): boolean {
    return this.#missing > 0
  }

  /** @returns the number of nodes created since the last call of `rest` */
  add(needle: string): number {
    let node = 0
    for (let at = 0; at < needle.length; at++) node = this.#child(node, needle.charCodeAt(at))
    if (node === 0) this.found.add('')
    else if (this.#ends[node] === undefined) this.#missing++
    this.#ends[node] ??= needle
    return this.#added
  }

  async rest(): Promise<void> {
    this.#added = 0
    await setImmediate()
  }

  #child(node: number, code: number): number {
    const key = keyOf(node, code)
    const known = this.#next.get(key)
    if (known !== undefined) return known
    const made = this.#parents.push(node) - 1
    this.#codes.push(code)
    this.#depths.push(this.#depths[node]! + 1)
    this.#links.push(0)
    this.#ends.push(undefined)
    this.#next.set(key, made)
    this.#added++
    return made
  }

  /**
   * Sets the failure links, in ascending order of depth, because the links of longer prefixes depend on those of
   * shorter ones. Yields the number of finished nodes after each node, so that the caller can pause.
   */
  *link(): Generator<number> {
    let done = 0
    for (const node of byDepth(this.#depths)) {
      const parent = this.#parents[node]!
      if (parent !== 0) this.#links[node] = this.#follow(this.#links[parent]!, this.#codes[node]!)
      yield ++done
    }
  }

  /** Searches the next part of the text, and continues where the previous part ended. */
  scan(chunk: string): void {
    for (let at = 0; at < chunk.length; at++) {
      this.#state = this.#follow(this.#state, chunk.charCodeAt(at))
      this.#report(this.#state)
    }
  }

  #follow(from: number, code: number): number {
    for (let node = from; ; node = this.#links[node]!) {
      const next = this.#next.get(keyOf(node, code))
      if (next !== undefined) return next
      if (node === 0) return 0
    }
  }

  /**
   * Records every word that ends at the current position. Each node is visited only once, because the first visit
   * records all words that end there.
   */
  #report(state: number): void {
    let node = state
    while (node !== 0 && !this.#reported.has(node)) {
      this.#reported.add(node)
      const needle = this.#ends[node]
      if (needle !== undefined) {
        this.found.add(needle)
        this.#missing--
      }
      node = this.#links[node]!
    }
  }

  readonly #reported = new Set<number>()
}

function keyOf(node: number, code: number): number {
  return node * 0x1_00_00 + code
}

/** @returns all nodes except the root, ordered by depth; takes linear time */
function byDepth(depths: readonly number[]): number[] {
  const levels: number[][] = []
  for (let node = 1; node < depths.length; node++) (levels[depths[node]!] ??= []).push(node)
  return levels.flat()
}
