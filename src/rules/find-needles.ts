import { setImmediate } from 'node:timers/promises'

/** Steps before other work gets a turn: about a millisecond. */
const STEPS = 10_000

/**
 * Searches many words in one text at once, in time linear in the text and the words (Aho and Corasick, 1975). Other
 * work goes on meanwhile.
 * @param needles compared unit by unit: letter case counts
 * @returns the words that the text contains
 */
export async function findNeedles(text: string, needles: Iterable<string>): Promise<ReadonlySet<string>> {
  const tree = new NeedleTree()
  for (const needle of needles) if (tree.add(needle) > STEPS) await tree.rest()
  for (const link of tree.link()) if (link % STEPS === 0) await setImmediate()
  for (let from = 0; from < text.length && tree.isSearching; from += STEPS) {
    if (from > 0) await setImmediate()
    tree.scan(text.slice(from, from + STEPS))
  }
  return tree.found
}

/** A trie of all needles with failure links. Node 0 is the root. */
class NeedleTree {
  readonly found = new Set<string>()
  readonly #next = new Map<number, number>()
  readonly #parents = [0]
  readonly #codes = [0]
  readonly #depths = [0]
  /** failure link: the node of the longest proper suffix that is also a prefix */
  readonly #links = [0]
  /** the needle that ends at the node */
  readonly #ends: (string | undefined)[] = [undefined]
  #missing = 0
  #state = 0
  #added = 0

  /** Whether any needle has not been found yet. */
  get isSearching(): boolean {
    return this.#missing > 0
  }

  /** @returns number of nodes created since the last pause */
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

  /** Short prefixes first: the links of longer ones depend on them. @returns the running count of finished nodes */
  *link(): Generator<number> {
    let done = 0
    for (const node of byDepth(this.#depths)) {
      const parent = this.#parents[node]!
      if (parent !== 0) this.#links[node] = this.#follow(this.#links[parent]!, this.#codes[node]!)
      yield ++done
    }
  }

  /** Continues after the previous piece. */
  scan(piece: string): void {
    for (let at = 0; at < piece.length; at++) {
      this.#state = this.#follow(this.#state, piece.charCodeAt(at))
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

  /** Reports every needle that ends here, each once: a reported node is removed from the chain. */
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

/** @returns all nodes but the root, by their depth, in linear time */
function byDepth(depths: readonly number[]): number[] {
  const levels: number[][] = []
  for (let node = 1; node < depths.length; node++) (levels[depths[node]!] ??= []).push(node)
  return levels.flat()
}
