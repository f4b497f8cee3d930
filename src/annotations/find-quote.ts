import type { TextSpan } from './ranges.ts'

/**
 * Maximum number of characters searched by one finder. It suffices for about 300 annotations in an article of 300 kB.
 */
const MAX_LOOKED_THROUGH = 100_000_000
/** Maximum number of occurrences that are compared to find the nearest one. */
const MAX_PLACES = 5000
/** Distance in characters before the expected position at which the search for the nearest occurrence starts. */
const MAX_AWAY = 5000

/**
 * @returns true if the texts are equal apart from white space. Browsers and apps put different white space between
 *   paragraphs.
 */
export function sameWords(one: string, other: string): boolean {
  return one === other || squeeze(one) === squeeze(other)
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '')

/**
 * @returns a function that finds a quote in the text, ignoring white space. It returns the occurrence nearest to the
 *   offset `near`; undefined if there is none or the finder has searched its maximum number of characters.
 */
export function quoteFinder(text: string): (quote: string, near: number) => TextSpan | undefined {
  let squeezed: Squeezed | undefined
  let left = MAX_LOOKED_THROUGH
  return (quote, near) => {
    const words = squeeze(quote)
    if (words === '' || left < text.length) return undefined
    left -= text.length
    squeezed ??= squeezeWithPlaces(text)
    const at = nearestIndex(squeezed, words, near)
    if (at === undefined) return undefined
    return { start: squeezed.places[at]!, end: squeezed.places[at + words.length - 1]! + 1 }
  }
}

/** A text without white space, with the offset of each character in the original text. */
interface Squeezed {
  readonly words: string
  readonly places: Uint32Array
}

function squeezeWithPlaces(text: string): Squeezed {
  const places = new Uint32Array(text.length)
  let count = 0
  for (const { 0: piece, index } of text.matchAll(/\S+/g)) {
    for (let i = 0; i < piece.length; i++) places[count++] = index + i
  }
  return { words: squeeze(text), places: places.subarray(0, count) }
}

/**
 * Searches near the expected position first, then from the start of the text.
 * @param near offset in the original text
 * @returns an index into `squeezed.words`
 */
function nearestIndex(squeezed: Squeezed, sought: string, near: number): number | undefined {
  const around = squeezed.places.findIndex((place) => place >= near - MAX_AWAY)
  return nearestFrom(squeezed, sought, { near, from: around }) ?? nearestFrom(squeezed, sought, { near, from: 0 })
}

function nearestFrom(
  { words, places }: Squeezed,
  sought: string,
  { near, from }: { readonly near: number; readonly from: number },
): number | undefined {
  let best: number | undefined
  let at = words.indexOf(sought, from)
  for (let count = 0; at !== -1 && count < MAX_PLACES; count++) {
    if (best === undefined || Math.abs(places[at]! - near) < Math.abs(places[best]! - near)) best = at
    // All further occurrences are farther away.
    if (places[at]! >= near) break
    at = words.indexOf(sought, at + 1)
  }
  return best
}
