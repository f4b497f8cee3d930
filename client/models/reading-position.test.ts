import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWorthRestoring, fractionRead, topBlock } from './reading-position.ts'

test('a text that fits into the window counts as read immediately, a long one at its end', () => {
  assert.equal(fractionRead({ top: 100, bottom: 500 }, 800), 1)
  assert.equal(fractionRead({ top: 500, bottom: 900 }, 800), 0)
  assert.equal(fractionRead({ top: 300, bottom: 4300 }, 800), 0)
  assert.equal(fractionRead({ top: -1600, bottom: 2400 }, 800), 0.5)
  assert.equal(fractionRead({ top: -9000, bottom: -5000 }, 800), 1)
})

test('the block on top is the first that reaches below the edge', () => {
  const bottoms = [-300, -10, 60, 200, 900]
  const find = (line: number) => topBlock(bottoms.length, (index) => bottoms[index]!, line)
  assert.deepEqual([find(-400), find(0), find(60), find(199), find(5000)], [0, 2, 3, 3, 4])
  assert.equal(
    topBlock(0, () => 0, 0),
    0,
  )
})

test('a reading position is restored unless none or all of the text was read', () => {
  assert.equal(isWorthRestoring({ block: 0, share: 0.1 }), false)
  assert.equal(isWorthRestoring({ block: 12, share: 0.4 }), true)
  assert.equal(isWorthRestoring({ block: 90, share: 0.99 }), false)
})
