import type { FoundWord } from './find-words.ts'
import { together, type Numbers } from './sorted-numbers.ts'
import { MOST_ENTRIES, SPAN, takeSpots } from './take-spots.ts'
import type { PageBytes } from './word-page.ts'

/** What stands for one word of a phrase in a segment. */
export interface PlacedWords {
  /** in the order of their pages, see `wholeWords` */
  readonly words: readonly FoundWord[]
  /** those of the pages, strung together */
  readonly places: Uint8Array
}

/** Room for the spots of two words of a phrase, used again for all segments: making it anew takes as long as filling it. */
export type Room = readonly [one: Int32Array, other: Int32Array]

/** @param parts pages of all that is going to be walked @returns room for the most of it: a spot has a byte at least */
export function roomFor(parts: readonly PageBytes[]): Room {
  const most = parts.reduce((longest, { places }) => Math.max(longest, places.length), 0)
  return [new Int32Array(most + 1), new Int32Array(most + 1)]
}

/**
 * @param phrase for each of its words what stands for it in one segment
 * @param candidates ids, in ascending order, of entries that have a word for each
 * @returns those in which such words follow each other
 */
export function inARow(phrase: readonly PlacedWords[], candidates: Numbers, room: Room): Numbers {
  const found: Numbers[] = []
  for (let from = 0; from < candidates.length; from += MOST_ENTRIES) {
    found.push(inARowAmong(phrase, candidates.subarray(from, from + MOST_ENTRIES), room))
  }
  return together(found)
}

function inARowAmong(phrase: readonly PlacedWords[], entries: Numbers, [one, other]: Room): Numbers {
  let ends = spotsOf(phrase[0]!, entries, one)
  let [free, taken] = [other, one]
  for (const next of phrase.slice(1)) {
    if (ends.length === 0) break
    ends = onesAfter(ends, spotsOf(next, entries, free))
    ;[free, taken] = [taken, free]
  }
  return entriesOf(ends, entries)
}

/** @returns ascending */
function spotsOf({ words, places }: PlacedWords, entries: Numbers, spots: Int32Array): Int32Array {
  let taken = { at: 0, passed: 0, length: 0 }
  for (const word of words) taken = takeSpots(word, { places, entries, spots }, taken)
  const own = spots.subarray(0, taken.length)
  return words.length > 1 ? own.sort() : own
}

/** @returns those of `spots` that come right after one of `ends`, in the place of `spots` */
function onesAfter(ends: Int32Array, spots: Int32Array): Int32Array {
  let [length, index, at] = [0, 0, 0]
  while (index < spots.length && at < ends.length) {
    const spot = spots[index]!
    const after = ends[at]! + 1
    spots[length] = spot
    length += Number(spot === after)
    index += Number(spot <= after)
    at += Number(after <= spot)
  }
  return spots.subarray(0, length)
}

function entriesOf(spots: Int32Array, entries: Numbers): Numbers {
  const found = new Float64Array(Math.min(spots.length, entries.length))
  let [length, last] = [0, -1]
  for (let index = 0; index < spots.length; index++) {
    const at = Math.floor(spots[index]! / SPAN)
    if (at !== last) found[length++] = entries[at]!
    last = at
  }
  return found.subarray(0, length)
}
