import type { FoundWord } from './find-words.ts'
import type { NumberRoom } from './scratch.ts'
import { firstFrom, type Numbers } from './sorted-numbers.ts'

/** More than the last place that PostgreSQL tells from others (its manual, section 12.11). */
export const SPAN = 16_384
/** Of so many entries at most spots can be told: they are whole numbers of 32 bits with a sign. */
export const MOST_ENTRIES = 2 ** 31 / SPAN

/** Where the places of a word begin: so many other entries have theirs before. */
export interface Start {
  readonly at: number
  readonly passed: number
}

/** What was found, from the beginning of `spots` on. */
interface Taken extends Start {
  readonly length: number
}

export interface Spots {
  /** places of pages, strung together */
  readonly places: Uint8Array
  /** ids, ascending, `MOST_ENTRIES` at most */
  readonly entries: Numbers
  /** to be filled */
  readonly spots: Int32Array
  readonly room: NumberRoom
}

/**
 * Finds where a word is in some entries: each place as `SPAN` times which of the entries it is, and the place.
 *
 * Nearly all of the time of a phrase of frequent words is spent here. Whether a place is the last of its entry, or an
 * entry is wanted, cannot be foreseen, and what a processor guesses wrong takes longer than the step itself; so the loops
 * compute with 0 and 1 where one would write `if`.
 */
export function takeSpots(word: FoundWord, { places, entries, spots, room }: Spots, from: Taken): Taken {
  const { ids } = word
  const bases = basesOf(ids, entries, room)
  let at = startOf(places, from, word.before)
  let [count, index, place] = [from.length, 0, 0]
  while (index < bases.length && at < places.length) {
    const low = places[at]!
    const high = at + 1 < places.length ? places[at + 1]! : 0
    const isLong = low >>> 7
    let step = (low & 127) + ((high << 7) & -isLong)
    at += 1 + isLong
    // Three bytes at most, since no place is above 16,383.
    if ((high & -isLong) > 127) step += ((places[at++] ?? 0) << 14) - 16_384
    place += step >>> 1
    const base = bases[index]!
    // No number of damaged pages may name an entry that is not there.
    spots[count] = base + (place & (SPAN - 1))
    count += Number(base >= 0)
    const isMore = step & 1
    index += 1 - isMore
    place &= -isMore
  }
  return { at, passed: word.before + index, length: count }
}

/** @returns for each id, up to the last entry, `SPAN` times which of the entries it is, or a number below that of any spot */
function basesOf(ids: Numbers, entries: Numbers, room: NumberRoom): Int32Array {
  const bases = room.integers(ids.length).fill(NOWHERE)
  let [index, entry] = [0, firstFrom(entries, ids[0] ?? 0)]
  while (index < ids.length && entry < entries.length) {
    const [id, wanted] = [ids[index]!, entries[entry]!]
    if (id === wanted) bases[index] = entry * SPAN
    index += Number(id <= wanted)
    entry += Number(wanted <= id)
  }
  return bases.subarray(0, index)
}

const NOWHERE = -(2 ** 30)

/** @returns where the places of the entry begin before which `index` others have theirs */
function startOf(places: Uint8Array, { at: from, passed }: Start, index: number): number {
  let at = from
  for (let left = index - passed; left > 0 && at < places.length; at++) {
    // Whether a number is the last of its entry is in its first byte.
    if ((places[at]! & 1) === 0) left -= 1
    while (places[at]! >= 128) at += 1
  }
  return at
}
