import { takeNumber, type Cursor } from './base-128.ts'
import { together } from './sorted-numbers.ts'

/** Words in the order of their bytes: from the first up to but not including the other. */
export interface WordRange {
  readonly from: Uint8Array
  readonly to: Uint8Array
}

/** A word of some pages. */
export interface FoundWord {
  /** as `keyOfWord` makes it */
  readonly key: string
  /** of entries that have it, ascending */
  readonly ids: Float64Array
  /** how many entries come before, of all words of the pages: after so many its own places begin */
  readonly before: number
}

/** More than the bytes of a word of PostgreSQL's full text (its manual, section 12.11: 2 kB). */
const MAX_KEY = 2048
/** Comes after every byte of UTF-8. */
const LAST = Uint8Array.of(0xff)

/** @returns the range of a word alone, or of all words that begin so */
export function rangeOfWord(word: string, isPrefix: boolean): WordRange {
  const from = Buffer.from(word)
  return { from, to: Buffer.concat([from, isPrefix ? LAST : Uint8Array.of(0)]) }
}

/** @returns the same words, each once: one that goes on from page to page has all of its ids */
export function wholeWords(found: readonly FoundWord[]): readonly FoundWord[] {
  const isOne = found.length > 1 && found.every(({ key }) => key === found[0]!.key)
  // A word that goes on is alone in nearly all queries; of several each is as well looked at in pieces.
  return isOne ? [{ ...found[0]!, ids: together(found.map(({ ids }) => ids)) }] : found
}

/** @param to undefined: up to the end */
export function rangeBetween(from: string, to: string | undefined): WordRange {
  return { from: Buffer.from(from), to: to === undefined ? LAST : Buffer.from(to) }
}

/**
 * @param ids those of pages strung together (src/search/word-page.ts)
 * @returns the words in the range, in the order of the pages; a word that goes on in the next page comes again
 */
export function* findWords(ids: Uint8Array, { from, to }: WordRange): Generator<FoundWord> {
  const cursor: Cursor = { bytes: ids, at: 0 }
  const key = Buffer.allocUnsafe(MAX_KEY)
  let before = 0
  while (cursor.at < ids.length) {
    const length = takeKey(cursor, key)
    const count = takeNumber(cursor)
    if (isAtLeast(key, length, from) && !isAtLeast(key, length, to)) {
      yield { key: key.toString('latin1', 0, length), ids: takeIds(cursor, count), before }
    } else skipNumbers(cursor, count)
    before += count
  }
}

/** Puts the bytes of the next word where those of the one before are. @returns how many they are */
function takeKey(cursor: Cursor, key: Uint8Array): number {
  const shared = takeNumber(cursor)
  const length = Math.min(shared + takeNumber(cursor), key.length)
  for (let index = shared; index < length; index++) key[index] = cursor.bytes[cursor.at++] ?? 0
  return length
}

function isAtLeast(key: Uint8Array, length: number, bound: Uint8Array): boolean {
  for (let index = 0; index < bound.length; index++) {
    if (index >= length) return false
    const difference = key[index]! - bound[index]!
    if (difference !== 0) return difference > 0
  }
  return true
}

/** Numbers of one or two bytes, which most are, are read without a call: all of a frequent word's go through here. */
function takeIds(cursor: Cursor, count: number): Float64Array {
  const { bytes } = cursor
  const ids = new Float64Array(Math.max(0, Math.min(count, bytes.length - cursor.at)))
  let [id, at] = [0, cursor.at]
  for (let index = 0; index < ids.length; index++) {
    const byte = bytes[at]!
    const next = bytes[at + 1]!
    if (byte < 128) {
      id += byte
      at += 1
    } else if (next < 128) {
      id += byte - 128 + next * 128
      at += 2
    } else {
      cursor.at = at
      id += takeNumber(cursor)
      at = cursor.at
    }
    ids[index] = id
  }
  cursor.at = at
  return ids
}

function skipNumbers(cursor: Cursor, count: number): void {
  const { bytes } = cursor
  let at = cursor.at
  for (let left = count; left > 0 && at < bytes.length; at++) if (bytes[at]! < 128) left -= 1
  cursor.at = at
}
