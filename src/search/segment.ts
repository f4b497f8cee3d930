import type { FoundWord, PageBytes } from './word-page.ts'

/** Pages of one segment, strung together. */
export interface SegmentPages extends PageBytes {
  /** a later segment has a higher number */
  readonly segment: number
}

/** A word in one segment. */
export interface SegmentWord extends FoundWord {
  readonly part: SegmentPages
}

/** Entries whose words do not count in the segments below a number: they were deleted or changed since. */
export type Gone = ReadonlyMap<number, number>

/** @returns whether the words that a segment has of an entry do not count any more */
export function isGone(gone: Gone, id: number, segment: number): boolean {
  return gone.size > 0 && (gone.get(id) ?? 0) > segment
}
