import { takeNumber, type Cursor } from './base-128.ts'
import { OWN_ROOM, type NumberRoom } from './scratch.ts'
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
export function wholeWords(found: readonly FoundWord[], room: NumberRoom): readonly FoundWord[] {
  const isOne = found.length > 1 && found.every(({ key }) => key === found[0]!.key)
  // A word that goes on is alone in nearly all queries; of several each is as well looked at in pieces.
  return isOne
    ? [
        {
          ...found[0]!,
          ids: together(
            found.map(({ ids }) => ids),
            room,
          ),
        },
      ]
    : found
}

/** @param to undefined: up to the end */
export function rangeBetween(from: string, to: string | undefined): WordRange {
  return { from: Buffer.from(from), to: to === undefined ? LAST : Buffer.from(to) }
}

/**
 * @param ids those of pages strung together (src/search/word-page.ts)
 * @returns the words in the range, in the order of the pages; a word that goes on in the next page comes again
 */
export function* findWords(
  ids: Uint8Array,
  { from, to }: WordRange,
  room: NumberRoom = OWN_ROOM,
): Generator<FoundWord> {
  const cursor: Cursor = { bytes: ids, at: 0 }
  const key = Buffer.allocUnsafe(MAX_KEY)
  let before = 0
  while (cursor.at < ids.length) {
    const length = takeKey(cursor, key)
    const count = takeNumber(cursor)
    if (isAtLeast(key, length, to)) return
    if (isAtLeast(key, length, from)) {
      yield { key: key.toString('latin1', 0, length), ids: takeIds(cursor, count, room), before }
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

/** All ids of a frequent word go through here. */
function takeIds(cursor: Cursor, count: number, room: NumberRoom): Float64Array {
  const ids = room.numbers(Math.max(0, Math.min(count, cursor.bytes.length - cursor.at)))
  for (let taken = 0; taken < ids.length;) {
    taken = takeShortIds(cursor, ids, taken)
    // One that takes more bytes, or is the last of all.
    if (taken < ids.length) ids[taken] = (taken > 0 ? ids[taken - 1]! : 0) + takeNumber(cursor)
    taken += 1
  }
  return ids
}

/**
 * Takes ids as long as each is up to three bytes from the one before. Of how many, one cannot foresee, and what a processor
 * guesses wrong takes longer than the step itself; so this computes with 0 and 1 where one would write `if`.
 * @returns up to which of them
 */
function takeShortIds(cursor: Cursor, ids: Float64Array, from: number): number {
  const { bytes } = cursor
  const end = bytes.length - 2
  let [index, at, id] = [from, cursor.at, from > 0 ? ids[from - 1]! : 0]
  for (; index < ids.length && at < end; index++) {
    const low = bytes[at]!
    const middle = bytes[at + 1]!
    const isLong = low >>> 7
    const isLonger = isLong & (middle >>> 7)
    const high = bytes[at + 2]! & -isLonger
    if (high > 127) break
    id += (low & 127) + ((middle & 127 & -isLong) << 7) + (high << 14)
    at += 1 + isLong + isLonger
    ids[index] = id
  }
  cursor.at = at
  return index
}

function skipNumbers(cursor: Cursor, count: number): void {
  const { bytes } = cursor
  let at = cursor.at
  for (let left = count; left > 0 && at < bytes.length; at++) left -= (bytes[at]! >>> 7) ^ 1
  cursor.at = at
}
