import { LRUCache } from 'lru-cache'
import type { SegmentPages } from './segment.ts'
import type { AskedPages } from './word-lists.ts'

/** Bytes of pages that a process remembers, and users of whom it knows the segments. */
const MAX_BYTES = 16_000_000
const MAX_USERS = 1000
/** Fewer bytes are read again as fast as they are looked up. */
const MIN_BYTES = 4096
/** Bytes of what is remembered besides. */
const OVERHEAD = 500

/**
 * Remembers the pages of frequent words, which are most of the bytes that searches read. Pages of a segment never change;
 * one that is not there any more is not asked for again, and its pages go when there is no room.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, SegmentPages>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ ids, places }) => ids.length + places.length + OVERHEAD,
  })
  readonly #segments = new LRUCache<number, readonly string[]>({ max: MAX_USERS })

  /** @returns by the names of segments what is remembered of these pages; some of the segments may be gone */
  known(owner: number, asked: AskedPages): Map<string, SegmentPages> {
    const known = new Map<string, SegmentPages>()
    for (const segment of this.#segments.get(owner) ?? []) {
      const pages = this.#pages.get(nameOf(owner, asked, segment))
      if (pages) known.set(segment, pages)
    }
    return known
  }

  /** @param segment a name that no other segment of the owner ever has */
  keep(owner: number, asked: AskedPages, segment: string, pages: SegmentPages): void {
    if (pages.ids.length + pages.places.length >= MIN_BYTES) this.#pages.set(nameOf(owner, asked, segment), pages)
  }

  /** @param segments the names of all that the owner has */
  keepSegments(owner: number, segments: readonly string[]): void {
    this.#segments.set(owner, segments)
  }
}

/** Words hold no blanks. */
function nameOf(owner: number, { low, high, placed }: AskedPages, segment: string): string {
  return `${owner} ${segment} ${placed ? 'placed' : 'bare'} ${low} ${high}`
}
