import { findWords, type WordRange } from './find-words.ts'
import { PlaceCursor } from './place-cursor.ts'
import { isGone, type Gone, type SegmentPages } from './segment.ts'
import { keyOfWord, writePages, type Posting, type WordPage, type WordPostings } from './word-page.ts'

/** PostgreSQL keeps so many places of a word (its manual, section 12.11). */
const MAX_PLACES = 256

/** The words of an entry as PostgreSQL writes a `tsvector`. */
export interface EntryWords {
  readonly id: number
  readonly words: string
}

/** @returns the pages of a new segment with these entries */
export function packWords(entries: readonly EntryWords[]): WordPage[] {
  const lists: Lists = new Map()
  for (const { id, words } of entries.toSorted((left, right) => left.id - right.id)) {
    for (const [word, places] of wordsOf(words)) listOf(lists, word).push({ id, places })
  }
  const keyed: Lists = new Map([...lists].map(([word, postings]) => [keyOfWord(word), postings]))
  return writePages(inOrder(keyed))
}

/** `'sea':1A,7 'wall':2A`; words hold neither quotes nor blanks. */
function* wordsOf(vector: string): Generator<[word: string, places: number[]]> {
  for (const [, word, places] of vector.matchAll(WORD)) yield [word!, places!.split(',').map(leadingNumber)]
}

const WORD = /'([^']+)':([^ ]+)/g
const leadingNumber = (place: string): number => parseInt(place, 10)

/**
 * Makes one segment of several, for a range of words.
 * @param parts pages in which the words of the range are, the older segment first
 * @returns pages without what is gone
 */
export function mergeSegments(parts: readonly SegmentPages[], gone: Gone, range: WordRange): WordPage[] {
  const lists: Lists = new Map()
  const room = new Uint16Array(MAX_PLACES)
  for (const part of parts) {
    const cursor = new PlaceCursor(part.places)
    for (const { key, ids, before } of findWords(part.ids, range)) {
      cursor.goTo(before)
      const list = listOf(lists, key)
      for (const id of ids) {
        const places: number[] = []
        for (let left = cursor.take(room), at = 0; at < left; at++) places.push(room[at]!)
        if (!isGone(gone, id, part.segment)) list.push({ id, places })
      }
    }
  }
  return writePages(inOrder(lists))
}

type Lists = Map<string, Posting[]>

function listOf(lists: Lists, word: string): Posting[] {
  let list = lists.get(word)
  if (!list) lists.set(word, (list = []))
  return list
}

function* inOrder(lists: Lists): Generator<WordPostings> {
  for (const key of [...lists.keys()].sort()) {
    const postings = lists.get(key)!
    // Of new entries they are in order already.
    const isInOrder = postings.every(({ id }, index) => index === 0 || id > postings[index - 1]!.id)
    yield { key, postings: isInOrder ? postings : postings.toSorted((left, right) => left.id - right.id) }
  }
}
