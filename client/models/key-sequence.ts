/** What the keys of a page mean: anything, by one or two keys after each other. */
export type KeyMap<T> = Readonly<Record<string, T>>

/** In milliseconds: how long the second key of a pair may take. */
const PATIENCE = 1000

/** Follows what is typed, key by key. */
export class KeySequence {
  #first = ''
  #at = 0

  /**
   * @param map of the page that is shown now: between the two keys of a pair there may come another
   * @param key as `KeyboardEvent.key` calls it
   * @param now in milliseconds
   * @returns what the key means, alone or with the one before it; undefined when it means nothing, or nothing yet
   */
  press<T>(map: KeyMap<T>, key: string, now: number): T | undefined {
    const pair = this.#first !== '' && now - this.#at <= PATIENCE ? `${this.#first} ${key}` : ''
    this.#first = ''
    if (pair !== '' && Object.hasOwn(map, pair)) return map[pair]
    if (Object.keys(map).some((keys) => keys.startsWith(`${key} `))) {
      this.#first = key
      this.#at = now
      return undefined
    }
    return Object.hasOwn(map, key) ? map[key] : undefined
  }
}
