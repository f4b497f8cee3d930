import { ByteRoom } from './byte-room.ts'
import { findWords, type WordRange } from './find-words.ts'
import { PlaceCursor } from './place-cursor.ts'
import { isGone, type Gone, type SegmentPages } from './segment.ts'
import { placesIn, wordsIn } from './vector-text.ts'
import { keyOfWord, putPlaces, writePages, type Posting, type WordPage, type WordPostings } from './word-page.ts'

/** The words of an entry as PostgreSQL writes a `tsvector`. */
export interface EntryWords {
  readonly id: number
  readonly words: string
}

/** @returns the pages of a new segment with these entries */
export function packWords(entries: readonly EntryWords[]): WordPage[] {
  const lists: Lists = new Map()
  const source = new ByteRoom()
  for (const { id, words } of entries.toSorted((left, right) => left.id - right.id)) {
    for (const { word, places } of wordsIn(words)) {
      const from = source.length
      putPlaces(source, placesIn(places))
      listOf(lists, word).push({ id, source, from, to: source.length })
    }
  }
  const keyed: Lists = new Map([...lists].map(([word, postings]) => [keyOfWord(word), postings]))
  return writePages(inOrder(keyed))
}

type Lists = Map<string, Posting[]>

function listOf(lists: Lists, word: string): Posting[] {
  let list = lists.get(word)
  if (!list) lists.set(word, (list = []))
  return list
}

function inOrder(lists: Lists): WordPostings[] {
  return [...lists.keys()].sort().map((key) => ({ key, postings: lists.get(key)! }))
}

/**
 * Makes one segment of several, for a range of words.
 * @param parts pages in which the words of the range are, the older segment first
 * @returns pages without what is gone
 */
export function mergeSegments(parts: readonly SegmentPages[], gone: Gone, range: WordRange): WordPage[] {
  return writePages(merged(parts.map((part) => [...wordsOf(part, gone, range)])))
}

/** In the order of their keys; a word that goes on from page to page comes again. */
function* wordsOf(
  { segment, ids: bytes, places }: SegmentPages,
  gone: Gone,
  range: WordRange,
): Generator<WordPostings> {
  const source = { bytes: places }
  const cursor = new PlaceCursor(places)
  for (const { key, ids, before } of findWords(bytes, range)) {
    const postings: Posting[] = []
    cursor.goTo(before)
    for (let index = 0; index < ids.length; index++) {
      const [id, from] = [ids[index]!, cursor.at]
      cursor.pass()
      if (!isGone(gone, id, segment)) postings.push({ id, source, from, to: cursor.at })
    }
    yield { key, postings }
  }
}

/** @param parts words in the order of their keys @returns the words of all, each once, in the order of their keys */
function* merged(parts: readonly (readonly WordPostings[])[]): Generator<WordPostings> {
  const next = parts.map(() => 0)
  for (;;) {
    const heads = parts.flatMap((part, index) => part[next[index]!]?.key ?? [])
    if (heads.length === 0) return
    const key = heads.reduce((first, head) => (head < first ? head : first))
    const postings: Posting[] = []
    for (const [index, part] of parts.entries()) {
      for (; part[next[index]!]?.key === key; next[index]! += 1) postings.push(...part[next[index]!]!.postings)
    }
    yield { key, postings: inOrderOfIds(postings) }
  }
}

/** Those of new entries are in order already. */
function inOrderOfIds(postings: readonly Posting[]): readonly Posting[] {
  const isInOrder = postings.every(({ id }, index) => index === 0 || id > postings[index - 1]!.id)
  return isInOrder ? postings : postings.toSorted((left, right) => left.id - right.id)
}
