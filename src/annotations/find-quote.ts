import type { TextSpan } from './convert-ranges.ts'

/**
 * Maximum number of characters that one `quoteFinder` searches. Each quote counts the length of the whole text. After
 * the maximum, the finder finds no more quotes. It suffices for about 300 annotations in an article of 300 kB.
 */
const MAX_SEARCHED = 100_000_000
/** The search starts this number of characters before the expected position, to find the nearest occurrence. */
const LOOKBACK_CHARACTERS = 5000
/**
 * Number of characters at each end of a quote that are looked up first. If the text lacks either end, it cannot contain
 * the quote, and the slower search for the whole quote is skipped.
 */
const END_LENGTH = 16

/**
 * @returns true if the texts are equal, ignoring white space. Browsers and apps put different white space between
 * paragraphs.
 */
export function sameWords(one: string, other: string): boolean {
  let [at, otherAt] = [0, 0]
  for (;;) {
    while (isSpace(one.charCodeAt(at))) at++
    while (isSpace(other.charCodeAt(otherAt))) otherAt++
    if (at === one.length || otherAt === other.length) return at === one.length && otherAt === other.length
    if (one.charCodeAt(at++) !== other.charCodeAt(otherAt++)) return false
  }
}

/** @returns true for the characters that `\s` matches */
export function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)))
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '')

/**
 * @returns a function that finds a quote in the text, ignoring white space. It returns the occurrence nearest to the
 * offset `near`; undefined if there is none, or if the finder has already searched its maximum number of characters.
 */
export function quoteFinder(text: string): (quote: string, near: number) => TextSpan | undefined {
  let squeezed: Squeezed | undefined
  let left = MAX_SEARCHED
  return (quote, near) => {
    const words = squeeze(quote)
    if (words === '' || left < text.length) return undefined
    left -= text.length
    squeezed ??= squeezeWithOffsets(text)
    const at = nearestIndex(squeezed, words, near)
    if (at === undefined) return undefined
    return { start: squeezed.offsets[at]!, end: squeezed.offsets[at + words.length - 1]! + 1 }
  }
}

/** A text without white space, with the offset of each character in the original text. */
interface Squeezed {
  readonly words: string
  readonly offsets: Uint32Array
}

function squeezeWithOffsets(text: string): Squeezed {
  const offsets = new Uint32Array(text.length)
  let count = 0
  for (const { 0: piece, index } of text.matchAll(/\S+/g)) {
    for (let i = 0; i < piece.length; i++) offsets[count++] = index + i
  }
  return { words: squeeze(text), offsets: offsets.subarray(0, count) }
}

/**
 * Finds the occurrence nearest to the expected position. The search starts `LOOKBACK_CHARACTERS` before the position.
 * If it finds none, or only one that is more than `LOOKBACK_CHARACTERS` after the position, the text before the start
 * of the search is searched too, because it may contain a nearer one.
 * @param near offset in the original text
 * @returns an index into `squeezed.words`
 */
function nearestIndex({ words, offsets }: Squeezed, sought: string, near: number): number | undefined {
  if (!words.includes(sought.slice(0, END_LENGTH)) || !words.includes(sought.slice(-END_LENGTH))) return undefined
  const around = firstAtOrAfter(offsets, near - LOOKBACK_CHARACTERS)
  const find = occurrenceFinder(words, sought)
  let best: number | undefined
  const isBest = (at: number): boolean => {
    if (best === undefined || Math.abs(offsets[at]! - near) < Math.abs(offsets[best]! - near)) best = at
    // The search can stop here: after the expected position, each further occurrence is farther away.
    return offsets[at]! >= near
  }
  find(around, words.length, isBest)
  // An occurrence before the first searched character can be nearer than one that is more than `LOOKBACK_CHARACTERS`
  // away.
  if (best === undefined || offsets[best]! - near > LOOKBACK_CHARACTERS)
    find(0, Math.min(words.length, around + sought.length), isBest)
  return best
}

/** @returns the index of the first of the sorted offsets that is at or after `offset` */
function firstAtOrAfter(offsets: Uint32Array, offset: number): number {
  let [low, high] = [0, offsets.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (offsets[middle]! < offset) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Finds occurrences in linear time (Knuth, Morris and Pratt). With texts that an attacker has constructed, `indexOf`
 * would take time proportional to the product of both lengths.
 * @returns a function that calls `isLast` with each occurrence between two indices, until `isLast` returns true
 */
function occurrenceFinder(text: string, sought: string) {
  const codes = Uint16Array.from({ length: sought.length }, (_, at) => sought.charCodeAt(at))
  const borders = bordersOf(codes)
  return (from: number, to: number, isLast: (at: number) => boolean): void => {
    let matched = 0
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at)
      while (matched > 0 && codes[matched] !== code) matched = borders[matched - 1]!
      if (codes[matched] === code) matched++
      if (matched < codes.length) continue
      if (isLast(at - matched + 1)) return
      matched = borders[matched - 1]!
    }
  }
}

/** @returns for each prefix of the text, the length of its longest proper prefix that is also its suffix */
function bordersOf(codes: Uint16Array): Uint32Array {
  const borders = new Uint32Array(codes.length)
  let length = 0
  for (let at = 1; at < codes.length; at++) {
    while (length > 0 && codes[at] !== codes[length]) length = borders[length - 1]!
    if (codes[at] === codes[length]) length++
    borders[at] = length
  }
  return borders
}
