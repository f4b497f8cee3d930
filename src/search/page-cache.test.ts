import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PageCache } from './page-cache.ts'

const SEA = { low: 'sea', high: 'sea', placed: false }
const pages = (segment: number, bytes: number) => ({ segment, ids: new Uint8Array(bytes), places: new Uint8Array() })
const named = (...sizes: readonly number[]) => new Map(sizes.map((bytes, at) => [`${at}.700`, pages(at, bytes)]))

test('of many pages those are known that were kept last, for one owner and one range of words', () => {
  const cache = new PageCache()
  assert.equal(cache.known(1, SEA).size, 0)
  cache.keep(1, SEA, named(5000, 6000))
  assert.deepEqual(cache.known(1, SEA), named(5000, 6000))
  assert.equal(cache.known(2, SEA).size, 0)
  assert.equal(cache.known(1, { ...SEA, placed: true }).size, 0)
  assert.equal(cache.known(1, { ...SEA, high: 'sea\u{10ffff}' }).size, 0)
  cache.keep(1, SEA, new Map([['8.701', pages(8, 7000)]]))
  assert.deepEqual([...cache.known(1, SEA).keys()], ['8.701'])
})

test('few pages are not kept, and of all together some 16 MB', () => {
  const cache = new PageCache()
  cache.keep(1, SEA, named(4000, 4096, 100))
  assert.deepEqual([...cache.known(1, SEA).keys()], ['1.700'])
  const words = Array.from({ length: 40 }, (_, index) => ({ ...SEA, low: `sea${index}` }))
  for (const word of words) cache.keep(1, word, named(500_000, 500_000))
  const known = words.filter((word) => cache.known(1, word).size === 2)
  assert.deepEqual(known, words.slice(25))
})
