import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeySequence } from './key-sequence.ts'

const map = { a: 'archive', u: 'back', 'g u': 'unread', 'g a': 'all' }

test('a key means what the table says, and a pair more than its parts', () => {
  const keys = new KeySequence(map)
  assert.equal(keys.press('a', 0), 'archive')
  assert.equal(keys.press('g', 10), undefined)
  assert.equal(keys.press('a', 500), 'all')
  assert.equal(keys.press('a', 600), 'archive')
  assert.equal(keys.press('b', 700), undefined)
})

test('the second key of a pair comes within a second, or stands alone', () => {
  const keys = new KeySequence(map)
  keys.press('g', 0)
  assert.equal(keys.press('u', 1001), 'back')
  keys.press('g', 2000)
  assert.equal(keys.press('x', 2100), undefined)
  assert.equal(keys.press('u', 2200), 'back')
})

test('keys with names of the language mean nothing', () => {
  const keys = new KeySequence(map)
  for (const key of ['constructor', '__proto__', 'toString']) assert.equal(keys.press(key, 0), undefined)
})
