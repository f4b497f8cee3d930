import { putNumber } from './base-128.ts'

/** An entry that has a word, and at which places, ascending. */
export interface Posting {
  readonly id: number
  readonly places: readonly number[]
}

/** A word and the entries that have it, in ascending order of ids. */
export interface WordPostings {
  readonly key: string
  readonly postings: readonly Posting[]
}

/**
 * Some words in order, as they are stored on PostgreSQL; numbers are those of base-128.ts. `ids`: for each word how many
 * bytes it shares with the one before, how many follow, and these; then how many entries have it, the first id, and how
 * far each is from the one before. `places`: for each of these ids the first place and how far each is from the one
 * before, doubled, 1 added to all but the last. Pages can be strung together. What does not fit goes on in the next page.
 */
export interface PageBytes {
  readonly ids: Uint8Array
  readonly places: Uint8Array
}

export interface WordPage extends PageBytes {
  readonly firstWord: string
}

/** Bytes from which on a page is full: larger rows would be put apart by PostgreSQL. */
const FULL = 1700

/** @returns the bytes of a word, one as each character, so that the order of keys is that of bytes */
export function keyOfWord(word: string): string {
  return Buffer.from(word).toString('latin1')
}

function wordOfKey(key: string): string {
  return Buffer.from(key, 'latin1').toString()
}

/** @param words in ascending order of keys, each with at least one entry */
export function writePages(words: Iterable<WordPostings>): WordPage[] {
  const pages: WordPage[] = []
  let page = startPage()
  const finish = () => {
    if (page.first !== undefined) pages.push(finishPage(page, page.first))
    page = startPage()
  }
  for (const { key, postings } of words) {
    for (let from = 0; from < postings.length;) {
      const until = endOfRoom(page, key, postings, from)
      putWord(page, key, postings.slice(from, until))
      from = until
      if (sizeOf(page) >= FULL) finish()
    }
  }
  finish()
  return pages
}

interface OpenPage {
  first: string | undefined
  last: string
  readonly ids: number[]
  readonly places: number[]
}

const startPage = (): OpenPage => ({ first: undefined, last: '', ids: [], places: [] })
const sizeOf = ({ ids, places }: OpenPage): number => ids.length + places.length

function finishPage({ ids, places }: OpenPage, first: string): WordPage {
  return { firstWord: wordOfKey(first), ids: Uint8Array.from(ids), places: Uint8Array.from(places) }
}

/** @returns up to where postings go into the page: at least one does, and a number takes about a byte and a half */
function endOfRoom(page: OpenPage, key: string, postings: readonly Posting[], from: number): number {
  let size = sizeOf(page) + key.length
  let end = from
  while (end < postings.length && (end === from || size < FULL)) size += (1 + postings[end++]!.places.length) * 1.5
  return end
}

function putWord(page: OpenPage, key: string, postings: readonly Posting[]): void {
  const shared = sharedLength(page.last, key)
  putNumber(page.ids, shared)
  putNumber(page.ids, key.length - shared)
  for (let index = shared; index < key.length; index++) page.ids.push(key.charCodeAt(index))
  putNumber(page.ids, postings.length)
  let before = 0
  for (const { id, places } of postings) {
    putNumber(page.ids, id - before)
    before = id
    putPlaces(page.places, places)
  }
  page.first ??= key
  page.last = key
}

function sharedLength(left: string, right: string): number {
  let length = 0
  while (length < left.length && left[length] === right[length]) length += 1
  return length
}

function putPlaces(bytes: number[], places: readonly number[]): void {
  let before = 0
  let left = places.length
  for (const place of places) {
    left -= 1
    putNumber(bytes, (place - before) * 2 + (left > 0 ? 1 : 0))
    before = place
  }
}
