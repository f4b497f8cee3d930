import { takeNumber, type Cursor } from './base-128.ts'
import { isGone, type Gone, type SegmentWord } from './segment.ts'
import { inOrder } from './sorted-union.ts'
import { skipPlaces, takePlaces } from './word-page.ts'

/** More than the last place that PostgreSQL tells from others (its manual, section 12.11). */
const SPAN = 16_384

/**
 * Works with one list of numbers, ascending: which candidate, times `SPAN`, and the place in it. A list for each entry
 * would take five times as long.
 * @param words for each token of a phrase the words that stand for it
 * @param candidates ids, in ascending order, of entries that have a word for each token
 * @returns those in which such words follow each other
 */
export function inARow(
  words: readonly (readonly SegmentWord[])[],
  candidates: readonly number[],
  gone: Gone,
): number[] {
  let ends = spotsOf(words[0]!, candidates, gone)
  for (const each of words.slice(1)) ends = inOrder(each.flatMap((word) => rightAfter(ends, word, candidates, gone)))
  return entriesOf(ends, candidates)
}

function spotsOf(words: readonly SegmentWord[], candidates: readonly number[], gone: Gone): readonly number[] {
  const spots: number[] = []
  for (const { part, ids, placesAt } of words) {
    const cursor: Cursor = { bytes: part.places, at: placesAt }
    let at = firstFrom(candidates, ids[0]!)
    for (const id of ids) {
      while (at < candidates.length && candidates[at]! < id) at += 1
      if (candidates[at] !== id || isGone(gone, id, part.segment)) skipPlaces(cursor, 1)
      else takePlaces(cursor, spots, at * SPAN)
    }
  }
  return inOrder(spots)
}

/** @returns where the first number from `least` on is */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < least) low = middle + 1
    else high = middle
  }
  return low
}

/** @returns the spots of a word that come right after one of the ends; the others are not even kept */
function rightAfter(
  ends: readonly number[],
  { part, ids, placesAt }: SegmentWord,
  candidates: readonly number[],
  gone: Gone,
): number[] {
  const right: number[] = []
  const cursor: Cursor = { bytes: part.places, at: placesAt }
  let at = firstFrom(candidates, ids[0]!)
  let end = firstFrom(ends, at * SPAN)
  for (const id of ids) {
    while (at < candidates.length && candidates[at]! < id) at += 1
    if (candidates[at] !== id || isGone(gone, id, part.segment)) {
      skipPlaces(cursor, 1)
      continue
    }
    for (let [spot, isMore] = [at * SPAN, true]; isMore;) {
      const step = takeNumber(cursor)
      isMore = (step & 1) === 1
      spot += step >>> 1
      while (end < ends.length && ends[end]! < spot - 1) end += 1
      if (ends[end] === spot - 1) right.push(spot)
    }
  }
  return right
}

function entriesOf(spots: readonly number[], candidates: readonly number[]): number[] {
  const entries: number[] = []
  let last = -1
  for (const spot of spots) {
    const at = Math.floor(spot / SPAN)
    if (at !== last) entries.push(candidates[at]!)
    last = at
  }
  return entries
}
