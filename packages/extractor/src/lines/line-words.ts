/**
 * Maximum number of words that are used from a line, or from the class names of an element. Further ones are ignored.
 */
export const MAX_WORDS = 16
/** Maximum length in characters of the part of a line that is split into words. */
export const MAX_CHARACTERS = 160
/**
 * A line with at most this number of words also counts as one phrase, because many sites have the same short lines.
 * Longer lines are prose.
 */
export const MAX_PHRASE = 4
export const MIN_LETTERS = 2

/**
 * @returns the distinct words in class names and ids, in lower case and without digits. A capital letter starts a new
 *   word.
 */
export function nameWords(names: string): readonly string[] {
  const lower = names.toLowerCase()
  const words: string[] = []
  let start = 0
  for (let at = 0; at <= names.length && words.length < MAX_WORDS; at++) {
    const isLetter = at < lower.length && isAsciiLetter(lower.charCodeAt(at))
    const isStart = isLetter && isCapital(names.charCodeAt(at)) && at > start && !isCapital(names.charCodeAt(at - 1))
    if (isLetter && !isStart) continue
    if (at - start >= MIN_LETTERS) {
      const word = lower.slice(start, at)
      if (!words.includes(word)) words.push(word)
    }
    start = isLetter ? at : at + 1
  }
  return words
}

/** @returns the first words of a line in lower case. A line of few words is also added as a whole, after a `=`. */
export function textWords(text: string): readonly string[] {
  const start = text.slice(0, MAX_CHARACTERS).toLowerCase()
  const words = NOT_ASCII.test(start) ? unicodeWords(start) : asciiWords(start)
  return words.length > 0 && words.length <= MAX_PHRASE ? [...words, `=${words.join(' ')}`] : words
}

const NOT_ASCII = /[^\0-\x7f]/

function unicodeWords(lower: string): readonly string[] {
  return lower.match(/\p{L}{2,}|©/gu)?.slice(0, MAX_WORDS) ?? []
}

/**
 * Splits ASCII text like `unicodeWords`, but several times as fast. The speed matters, because the function runs for
 * every line of a page.
 */
function asciiWords(lower: string): string[] {
  const words: string[] = []
  let start = 0
  for (let at = 0; at <= lower.length && words.length < MAX_WORDS; at++) {
    if (at < lower.length && isAsciiLetter(lower.charCodeAt(at))) continue
    if (at - start >= MIN_LETTERS) words.push(lower.slice(start, at))
    start = at + 1
  }
  return words
}

/** @returns true for the letters a to z */
export function isAsciiLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a
}
