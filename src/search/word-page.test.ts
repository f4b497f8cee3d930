import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findWords, rangeBetween, rangeOfWord } from './find-words.ts'
import { packedPages, pagesOf } from './packed-pages.ts'
import { PlaceCursor } from './place-cursor.ts'
import { keyOfWord, writePages, type PageBytes, type WordPostings } from './word-page.ts'

const WORDS: readonly WordPostings[] = [
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
  const pages = writePages(WORDS)
  assert.ok(pages.length > 10)
  assert.deepEqual(readAll(strung(pages)), WORDS)
  const wall = readAll(strung(pages), rangeOfWord('wall', false))
  assert.deepEqual(
    wall,
    WORDS.filter(({ key }) => key === 'wall'),
  )
})

test('of pages in memory those are taken in which the words are, and few others', () => {
  const pages = writePages(WORDS)
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
  const pages = writePages(WORDS)
  const firsts = pages.map(({ firstWord }) => firstWord)
  assert.deepEqual(firsts.map(keyOfWord), firsts.map(keyOfWord).toSorted())
  for (const page of pages) {
    assert.equal(readAll(page)[0]!.key, keyOfWord(page.firstWord))
    assert.ok(page.ids.length + page.places.length < 3000)
  }
})

test('bytes that are cut short end the reading', () => {
  const whole = strung(writePages(WORDS.slice(3)))
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

/** Parts of one word are put together. */
function readAll(pages: PageBytes, range = rangeBetween('', undefined)): WordPostings[] {
  const read = new Map<string, { id: number; places: number[] }[]>()
  const cursor = new PlaceCursor(pages.places)
  const room = new Uint16Array(256)
  for (const { key, ids, before } of findWords(pages.ids, range)) {
    cursor.goTo(before)
    const postings = read.get(key) ?? []
    for (const id of ids) {
      postings.push({ id, places: Array.from(room.subarray(0, cursor.take(room))) })
    }
    read.set(key, postings)
  }
  return [...read].map(([key, postings]) => ({ key, postings }))
}
