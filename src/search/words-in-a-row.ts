import type { FoundWord } from './find-words.ts'
import type { NumberRoom } from './scratch.ts'
import { together, type Numbers } from './sorted-numbers.ts'
import { MOST_ENTRIES, SPAN, takeSpots, type Spots } from './take-spots.ts'
import type { PageBytes } from './word-page.ts'

/** What stands for one word of a phrase in a segment. */
export interface PlacedWords {
  /** in the order of their pages, see `wholeWords` */
  readonly words: readonly FoundWord[]
  /** those of the pages, strung together */
  readonly places: Uint8Array
}

/** Where the words of phrases are compared. */
export interface RowRoom {
  /** room for the spots of two words, used again for all segments */
  readonly spots: readonly [one: Int32Array, other: Int32Array]
  readonly room: NumberRoom
}

/** @param parts pages of all that is going to be walked @returns room for the most of it: a spot has a byte at least */
export function rowRoom(parts: readonly PageBytes[], room: NumberRoom): RowRoom {
  const most = parts.reduce((longest, { places }) => Math.max(longest, places.length), 0)
  return { spots: [room.integers(most + 1), room.integers(most + 1)], room }
}

/**
 * @param phrase for each of its words what stands for it in one segment
 * @param candidates ids, in ascending order, of entries that have a word for each
 * @returns those in which such words follow each other
 */
export function inARow(phrase: readonly PlacedWords[], candidates: Numbers, row: RowRoom): Numbers {
  const found: Numbers[] = []
  for (let from = 0; from < candidates.length; from += MOST_ENTRIES) {
    found.push(inARowAmong(phrase, candidates.subarray(from, from + MOST_ENTRIES), row))
  }
  return together(found, row.room)
}

function inARowAmong(phrase: readonly PlacedWords[], entries: Numbers, { spots, room }: RowRoom): Numbers {
  let [taken, free] = spots
  let ends = spotsOf(phrase[0]!, { entries, spots: taken, room })
  for (const next of phrase.slice(1)) {
    if (ends.length === 0) break
    ends = onesAfter(ends, spotsOf(next, { entries, spots: free, room }))
    ;[free, taken] = [taken, free]
  }
  return entriesOf(ends, entries, room)
}

/** @returns ascending */
function spotsOf({ words, places }: PlacedWords, where: Omit<Spots, 'places'>): Int32Array {
  let taken = { at: 0, passed: 0, length: 0 }
  for (const word of words) taken = takeSpots(word, { places, ...where }, taken)
  const own = where.spots.subarray(0, taken.length)
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

function entriesOf(spots: Int32Array, entries: Numbers, room: NumberRoom): Numbers {
  const found = room.numbers(Math.min(spots.length, entries.length))
  let [length, last] = [0, -1]
  for (let index = 0; index < spots.length; index++) {
    const at = Math.floor(spots[index]! / SPAN)
    if (at !== last) found[length++] = entries[at]!
    last = at
  }
  return found.subarray(0, length)
}
