/** Maps a key, or a sequence of two keys, to a value. */
type KeyMap<T> = Readonly<Record<string, T>>

/**
 * Maximum time in milliseconds between the two keys of a sequence. After a longer pause, the next key starts a new
 * sequence.
 */
const TIMEOUT_MS = 1000

/** Recognizes keys and sequences of two keys. */
export class KeySequence {
  #first = ''
  #at = 0

  /**
   * @param map the bindings of the current page; they may differ between the two keys of a sequence
   * @param key as in `KeyboardEvent.key`
   * @param now time of the key press in milliseconds
   * @returns the value bound to the key or to the sequence that it completes; undefined if there is none, or if the key
   * only starts a sequence
   */
  press<T>(map: KeyMap<T>, key: string, now: number): T | undefined {
    const pair = this.#first !== '' && now - this.#at <= TIMEOUT_MS ? `${this.#first} ${key}` : ''
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
