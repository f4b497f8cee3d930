import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PageCache } from './page-cache.ts'

const SEA = { low: 'sea', high: 'sea', placed: false }
const pages = (segment: number, bytes: number) => ({ segment, ids: new Uint8Array(bytes), places: new Uint8Array() })

test('of many pages those of the segments that are there are known, for one owner and one range of words', () => {
  const cache = new PageCache()
  cache.keep(1, SEA, '1.700', pages(1, 5000))
  cache.keep(1, SEA, '2.701', pages(2, 6000))
  assert.deepEqual([...cache.known(1, SEA).keys()], [])
  cache.keepSegments(1, ['2.701', '3.702'])
  cache.keepSegments(2, ['2.701'])
  assert.deepEqual([...cache.known(1, SEA)], [['2.701', pages(2, 6000)]])
  assert.equal(cache.known(2, SEA).size, 0)
  assert.equal(cache.known(1, { ...SEA, placed: true }).size, 0)
  assert.equal(cache.known(1, { ...SEA, high: 'sea\u{10ffff}' }).size, 0)
})

test('few pages are not kept, and of all together some 16 MB', () => {
  const cache = new PageCache()
  const names = Array.from({ length: 40 }, (_, index) => `${index}.1`)
  cache.keepSegments(1, names)
  for (const [index, name] of names.entries()) cache.keep(1, SEA, name, pages(index, index === 39 ? 4000 : 1_000_000))
  const known = [...cache.known(1, SEA).keys()]
  assert.equal(known.length, 15)
  assert.deepEqual(known, names.slice(24, 39))
})
