import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestEdge, nextEdge } from './word-edges.ts'

const TEXT = 'The wall, built by hand.'

test('a position snaps to the nearest start or end of a word or punctuation mark', () => {
  assert.equal(nearestEdge(TEXT, 5, 'start'), 4)
  assert.equal(nearestEdge(TEXT, 7, 'end'), 8)
  assert.equal(nearestEdge(TEXT, 9, 'end'), 9)
  assert.equal(nearestEdge(TEXT, 99, 'end'), 24)
  assert.equal(nearestEdge(TEXT, 0, 'start'), 0)
})

test('an end moves to the next word, and stays at the borders of the text', () => {
  assert.equal(nextEdge(TEXT, 9, 'end', 1), 15)
  assert.equal(nextEdge(TEXT, 15, 'end', -1), 9)
  assert.equal(nextEdge(TEXT, 4, 'start', -1), 0)
  assert.equal(nextEdge(TEXT, 0, 'start', -1), 0)
  assert.equal(nextEdge(TEXT, TEXT.length, 'end', 1), TEXT.length)
})

test('languages without spaces have words too', () => {
  assert.equal(nextEdge('東京都に住む', 0, 'end', 1), '東京'.length)
})

test('a word longer than the text around the position does not move it', () => {
  const long = 'a'.repeat(1000)
  assert.equal(nearestEdge(long, 500, 'end'), 500)
  assert.equal(nextEdge(long, 500, 'start', -1), 500)
})
