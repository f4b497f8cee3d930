import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeNumber } from './base-128.ts'
import { ByteRoom } from './byte-room.ts'
import { findWords, rangeBetween, rangeOfWord } from './find-words.ts'
import { packedPages, pagesOf } from './packed-pages.ts'
import { PlaceCursor } from './place-cursor.ts'
import { keyOfWord, putPlaces, writePages, type PageBytes, type WordPostings } from './word-page.ts'

/** A word, the entries that have it, and at which places. */
interface Word {
  readonly key: string
  readonly postings: readonly { readonly id: number; readonly places: readonly number[] }[]
}

const WORDS: readonly Word[] = [
  ['.tag.c_17_', 1, 1],
  ['a', 3000, 5],
  ['aardvark', 2, 256],
  ['sea', 700, 2],
  ['wall', 1, 1],
  ['Ж', 5, 3],
  ['東京', 40, 1],
].map(([word, count, places]) => ({
  key: keyOfWord(word as string),
  postings: Array.from({ length: count as number }, (_, index) => ({
    id: 1 + index * 977 + (index > 1 ? 2 ** 40 : 0),
    places: Array.from({ length: places as number }, (__, place) => 3 + place * 60),
  })),
}))

test('what is written in pages is read from them, places too, however they are strung together', () => {
  const pages = writePages(stored(WORDS))
  assert.ok(pages.length > 10)
  assert.deepEqual(readAll(strung(pages)), WORDS)
  const wall = readAll(strung(pages), rangeOfWord('wall', false))
  assert.deepEqual(
    wall,
    WORDS.filter(({ key }) => key === 'wall'),
  )
})

test('of pages in memory those are taken in which the words are, and few others', () => {
  const pages = writePages(stored(WORDS))
  const packed = packedPages(pages)
  assert.equal(packed.bytes, strung(pages).ids.length + strung(pages).places.length)
  const words = WORDS.map(({ key }) => Buffer.from(key, 'latin1').toString())
  for (const low of ['', 'b', 'se', 'zz', '\u{10ffff}', ...words]) {
    for (const high of [low, `${low}\u{10ffff}`]) {
      const own = pagesOf(packed, { low, high, placed: true }, 7)
      const range = { from: Buffer.from(low), to: Buffer.from(`${high}\0`) }
      assert.deepEqual(readAll(own, range), readAll(strung(pages), range), `${low} to ${high}`)
      assert.equal(own.segment, 7)
    }
  }
  assert.deepEqual(readAll(pagesOf(packedPages([]), { low: 'a', high: 'b', placed: true }, 1)), [])
  const wall = pagesOf(packed, { low: 'wall', high: 'wall', placed: false }, 1)
  assert.ok(wall.ids.length < 4000)
})

test('pages are in order, name their first word, and are small', () => {
  const pages = writePages(stored(WORDS))
  const firsts = pages.map(({ firstWord }) => firstWord)
  assert.deepEqual(firsts.map(keyOfWord), firsts.map(keyOfWord).toSorted())
  for (const page of pages) {
    assert.equal(readAll(page)[0]!.key, keyOfWord(page.firstWord))
    assert.ok(page.ids.length + page.places.length < 3000)
  }
})

test('bytes that are cut short end the reading', () => {
  const whole = strung(writePages(stored(WORDS.slice(3))))
  for (const length of [0, 1, 2, 5, 100, whole.ids.length - 1]) {
    const cut = { ids: whole.ids.subarray(0, length), places: whole.places.subarray(0, length) }
    assert.ok(readAll(cut).length <= WORDS.length)
  }
})

function strung(pages: readonly PageBytes[]): PageBytes {
  return {
    ids: Buffer.concat(pages.map(({ ids }) => ids)),
    places: Buffer.concat(pages.map(({ places }) => places)),
  }
}

/** @returns the same as it is given to be written */
function stored(words: readonly Word[]): WordPostings[] {
  const source = new ByteRoom()
  return words.map(({ key, postings }) => ({
    key,
    postings: postings.map(({ id, places }) => {
      const from = source.length
      putPlaces(source, places)
      return { id, source, from, to: source.length }
    }),
  }))
}

/** Parts of one word are put together. */
function readAll(pages: PageBytes, range = rangeBetween('', undefined)): Word[] {
  const read = new Map<string, { id: number; places: number[] }[]>()
  const cursor = new PlaceCursor(pages.places)
  for (const { key, ids, before } of findWords(pages.ids, range)) {
    cursor.goTo(before)
    const postings = read.get(key) ?? []
    for (const id of ids) {
      const from = cursor.at
      cursor.pass()
      postings.push({ id, places: placesIn(pages.places.subarray(from, cursor.at)) })
    }
    read.set(key, postings)
  }
  return [...read].map(([key, postings]) => ({ key, postings }))
}

/** What `putPlaces` says of its bytes. */
function placesIn(bytes: Uint8Array): number[] {
  const places: number[] = []
  const cursor = { bytes, at: 0 }
  let isMore = bytes.length > 0
  while (isMore) {
    const step = takeNumber(cursor)
    places.push((places.at(-1) ?? 0) + (step >>> 1))
    isMore = step % 2 === 1
  }
  assert.equal(cursor.at, bytes.length, 'no byte is left')
  return places
}
