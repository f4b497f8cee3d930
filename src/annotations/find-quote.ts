import type { TextSpan } from './ranges.ts'

/** Characters of text that may be looked through for one page: 300 annotations in an article of 300 kB. */
const MAX_LOOKED_THROUGH = 100_000_000
/** Places of a quote that are compared for being the nearest. */
const MAX_PLACES = 5000
/** Characters before the expected place from which on the nearest one is looked for. */
const MAX_AWAY = 5000

/** @returns whether two texts have the same words; browsers and apps differ in the blanks between paragraphs */
export function sameWords(one: string, other: string): boolean {
  return one === other || squeeze(one) === squeeze(other)
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '')

/**
 * @returns a function that finds where the words of a quote stand in the text, whatever blanks are between them: of
 *   several places the one nearest to `near`, undefined where there is none
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

/** A text without its blanks, and where each of its characters stood. */
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

/** Looks around `near` first, then from the beginning. */
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
    // From here on they are further and further away.
    if (places[at]! >= near) break
    at = words.indexOf(sought, at + 1)
  }
  return best
}
