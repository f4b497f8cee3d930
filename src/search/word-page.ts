import { ByteRoom } from './byte-room.ts'

/** An entry that has a word. At which places is said by the bytes of `source` from `from` up to `to`. */
export interface Posting {
  readonly id: number
  readonly source: { readonly bytes: Uint8Array }
  readonly from: number
  readonly to: number
}

/** A word and the entries that have it, in ascending order of ids. */
export interface WordPostings {
  readonly key: string
  readonly postings: readonly Posting[]
}

/**
 * Some words in order, as they are stored on PostgreSQL; numbers are those of byte-room.ts. `ids`: for each word how many
 * bytes it shares with the one before, how many follow, and these; then how many entries have it, the first id, and how
 * far each is from the one before. `places`: for each of these ids what `putPlaces` puts. Pages can be strung together. What does not fit goes on in the next page.
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
  const page: OpenPage = { first: undefined, last: '', ids: new ByteRoom(), places: new ByteRoom() }
  for (const word of words) {
    for (let start = 0; start < word.postings.length;) {
      const end = endOfRoom(page, word, start)
      putWord(page, word, start, end)
      start = end
      if (sizeOf(page) >= FULL) pages.push(...finishPage(page))
    }
  }
  pages.push(...finishPage(page))
  return pages
}

interface OpenPage {
  first: string | undefined
  last: string
  readonly ids: ByteRoom
  readonly places: ByteRoom
}

const sizeOf = ({ ids, places }: OpenPage): number => ids.length + places.length

/** @returns what is on the page, which is empty then */
function finishPage(page: OpenPage): WordPage[] {
  const { first } = page
  if (first === undefined) return []
  page.first = undefined
  page.last = ''
  return [{ firstWord: wordOfKey(first), ids: page.ids.take(), places: page.places.take() }]
}

/** @returns up to where postings go into the page: at least one does, and an id takes about a byte and a half */
function endOfRoom(page: OpenPage, { key, postings }: WordPostings, start: number): number {
  let size = sizeOf(page) + key.length
  let end = start
  for (; end < postings.length && (end === start || size < FULL); end++) {
    const { from, to } = postings[end]!
    size += 1.5 + to - from
  }
  return end
}

function putWord(page: OpenPage, { key, postings }: WordPostings, start: number, end: number): void {
  const { ids, places } = page
  const shared = sharedLength(page.last, key)
  ids.putNumber(shared)
  ids.putNumber(key.length - shared)
  for (let index = shared; index < key.length; index++) ids.put(key.charCodeAt(index))
  ids.putNumber(end - start)
  let before = 0
  for (let index = start; index < end; index++) {
    const { id, source, from, to } = postings[index]!
    ids.putNumber(id - before)
    before = id
    places.putPart(source.bytes, from, to)
  }
  page.first ??= key
  page.last = key
}

function sharedLength(left: string, right: string): number {
  let length = 0
  while (length < left.length && left[length] === right[length]) length += 1
  return length
}

/** Puts places, ascending: the first, and how far each is from the one before, doubled, 1 added to all but the last. */
export function putPlaces(room: ByteRoom, places: readonly number[]): void {
  let before = 0
  for (const [index, place] of places.entries()) {
    room.putNumber((place - before) * 2 + (index < places.length - 1 ? 1 : 0))
    before = place
  }
}
