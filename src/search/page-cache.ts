import { LRUCache } from 'lru-cache'
import type { SegmentPages } from './segment.ts'
import type { AskedPages } from './word-lists.ts'

/** Bytes of pages that a process remembers. */
const MAX_BYTES = 16_000_000
/** Fewer bytes of a segment are read again as fast as they are looked up. */
const MIN_BYTES = 4096
/** Bytes of what is remembered besides. */
const OVERHEAD = 500

/** Pages by the names of their segments, which no other segment of the owner ever has. */
export type PagesByName = ReadonlyMap<string, SegmentPages>

const NONE: PagesByName = new Map()

/**
 * Remembers the pages of frequent words, which are most of the bytes that searches read. Pages of a segment never change;
 * those of one that is not there any more go when the word is read again, or when there is no room.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, PagesByName>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf })

  /** @returns what is remembered of these pages; some of the segments may be gone */
  known(owner: number, asked: AskedPages): PagesByName {
    return this.#pages.get(nameOf(owner, asked)) ?? NONE
  }

  /** @param pages those of every segment that the owner has */
  keep(owner: number, asked: AskedPages, pages: PagesByName): void {
    const many = [...pages].filter(([, { ids, places }]) => ids.length + places.length >= MIN_BYTES)
    if (many.length > 0) this.#pages.set(nameOf(owner, asked), new Map(many))
  }
}

function sizeOf(pages: PagesByName): number {
  return pages.values().reduce((sum, { ids, places }) => sum + ids.length + places.length + OVERHEAD, 0)
}

/** Words hold no blanks. */
function nameOf(owner: number, { low, high, placed }: AskedPages): string {
  return `${owner} ${placed ? 'placed' : 'bare'} ${low} ${high}`
}
