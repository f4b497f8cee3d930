import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeySequence } from './key-sequence.ts'

const map = { a: 'archive', u: 'back', 'g u': 'unread', 'g a': 'all' }

test('a key means what the table says, and a pair more than its parts', () => {
  const keys = new KeySequence()
  assert.equal(keys.press(map, 'a', 0), 'archive')
  assert.equal(keys.press(map, 'g', 10), undefined)
  assert.equal(keys.press(map, 'a', 500), 'all')
  assert.equal(keys.press(map, 'a', 600), 'archive')
  assert.equal(keys.press(map, 'b', 700), undefined)
})

test('the second key of a pair comes within a second, or stands alone', () => {
  const keys = new KeySequence()
  keys.press(map, 'g', 0)
  assert.equal(keys.press(map, 'u', 1001), 'back')
  keys.press(map, 'g', 2000)
  assert.equal(keys.press(map, 'x', 2100), undefined)
  assert.equal(keys.press(map, 'u', 2200), 'back')
})

test('keys with names of the language mean nothing', () => {
  const keys = new KeySequence()
  for (const key of ['constructor', '__proto__', 'toString']) assert.equal(keys.press(map, key, 0), undefined)
})

test('the first key of a pair is remembered while the page changes, and means what it does there', () => {
  const keys = new KeySequence()
  keys.press(map, 'g', 0)
  assert.equal(keys.press({ ...map, 'g u': 'elsewhere' }, 'u', 100), 'elsewhere')
})
