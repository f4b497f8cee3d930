import type { SegmentPages } from './segment.ts'
import type { AskedPages } from './word-lists.ts'
import { keyOfWord, type WordPage } from './word-page.ts'

/** All pages of some entries, held in memory. */
export interface PackedPages {
  readonly pages: readonly WordPage[]
  /** for each page the key of its first word */
  readonly firstKeys: readonly string[]
  /** of all together */
  readonly bytes: number
}

/** @param pages in the order of their words */
export function packedPages(pages: readonly WordPage[]): PackedPages {
  return {
    pages,
    firstKeys: pages.map(({ firstWord }) => keyOfWord(firstWord)),
    bytes: pages.reduce((sum, { ids, places }) => sum + ids.length + places.length, 0),
  }
}

/**
 * @param segment number of the segment that the pages are, or stand for
 * @returns the pages in which words of the range are, strung together; `pagesSql` says which these are
 */
export function pagesOf({ pages, firstKeys }: PackedPages, asked: AskedPages, segment: number): SegmentPages {
  const [lowKey, highKey] = [keyOfWord(asked.low), keyOfWord(asked.high)]
  const from = Math.max(0, firstFrom(firstKeys, (key) => key >= lowKey) - 1)
  const to = firstFrom(firstKeys, (key) => key > highKey)
  const own = pages.slice(from, Math.max(from, to))
  const [only] = own
  if (only && own.length === 1) return { segment, ids: only.ids, places: only.places }
  return {
    segment,
    ids: Buffer.concat(own.map(({ ids }) => ids)),
    places: asked.placed ? Buffer.concat(own.map(({ places }) => places)) : NOTHING,
  }
}

const NOTHING = new Uint8Array()

/** @returns where the first key is that is as asked, of keys of which all are from one on; their number where none is */
function firstFrom(keys: readonly string[], isSo: (key: string) => boolean): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isSo(keys[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
