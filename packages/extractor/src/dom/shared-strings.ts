/** Number of places for strings, a power of two. A page has a few hundred different names and class names. */
const PLACES = 2048
/** Maximum length in characters of a string that is stored. */
const MAX_LENGTH = 200

/**
 * Strings that occur many times on a page, each of them stored once. They need less memory, and the strings are compared
 * faster. A string that takes the place of another one is only stored again later.
 */
export class SharedStrings {
  readonly #stored: (string | undefined)[] = Array.from({ length: PLACES })
  readonly #store: (text: string) => string

  /** @param store returns the text to store for a new one, which is equal to it */
  constructor(store: (text: string) => string) {
    this.#store = store
  }

  /** @returns a part of the text: a stored string if there is one, so that the part need not be cut out and hashed */
  get(text: string, start: number, end: number): string {
    if (end - start > MAX_LENGTH) return this.#store(text.slice(start, end))
    let hash = end - start
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
    const place = (hash ^ (hash >>> 15)) & (PLACES - 1)
    const known = this.#stored[place]
    if (known !== undefined && isAt(text, start, end, known)) return known
    return (this.#stored[place] = this.#store(text.slice(start, end)))
  }
}

function isAt(text: string, start: number, end: number, part: string): boolean {
  if (part.length !== end - start) return false
  for (let i = 0; i < part.length; i++) if (part.charCodeAt(i) !== text.charCodeAt(start + i)) return false
  return true
}

/** V8 copies shorter slices. A longer one is a view that keeps the whole text in memory. */
const SHORTEST_VIEW = 13

/** @returns a slice of a long text as a text of its own */
export function copied(slice: string): string {
  return slice.length < SHORTEST_VIEW ? slice : ` ${slice}`.slice(1)
}

/**
 * @returns the text as V8 stores the names in a program. Two such texts are equal only if they are the same object, so
 * comparing them with names in the program takes one step.
 */
export function internalised(text: string): string {
  return Object.keys({ [text]: 0 })[0]!
}
