/** A cache of values by key. It keeps the `limit` most recently used values. */
export class LruMap<T> {
  readonly #entries = new Map<string, T>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** @returns the value for `key`, created by `make` if it is missing */
  get(key: string, make: () => T): T {
    const found = this.#entries.get(key) ?? make()
    this.#entries.delete(key)
    this.#entries.set(key, found)
    if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value!)
    return found
  }
}
