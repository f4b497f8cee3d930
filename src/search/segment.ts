import type { NumberRoom } from './scratch.ts'
import { firstFrom, type Numbers } from './sorted-numbers.ts'
import type { PageBytes } from './word-page.ts'

/** Pages of one segment, strung together. */
export interface SegmentPages extends PageBytes {
  /** a later segment has a higher number */
  readonly segment: number
}

/** @param name of a segment, which begins with its number, before a dot */
export function segmentOf(name: string): number {
  return Number.parseInt(name, 10)
}

/** Entries that were deleted or changed: the words of each do not count in the segments below a number. */
export interface Gone {
  readonly ids: Numbers
  /** for each id the number */
  readonly below: Float64Array
}

/** @returns whether the words that a segment has of an entry do not count any more */
export function isGone({ ids, below }: Gone, id: number, segment: number): boolean {
  if (ids.length === 0) return false
  const at = firstFrom(ids, id)
  return ids[at] === id && below[at]! > segment
}

/** @returns those of the ids, ascending, whose words in the segment count */
export function withoutGone(ids: Numbers, { ids: gone, below }: Gone, segment: number, room: NumberRoom): Numbers {
  if (gone.length === 0) return ids
  const counting = room.numbers(ids.length)
  let length = 0
  let at = firstFrom(gone, ids[0] ?? 0)
  for (let index = 0; index < ids.length; index++) {
    const id = ids[index]!
    while (at < gone.length && gone[at]! < id) at += 1
    if (at === gone.length || gone[at] !== id || below[at]! <= segment) counting[length++] = id
  }
  return counting.subarray(0, length)
}
