import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeySequence } from './key-sequence.ts'

const map = { a: 'archive', u: 'back', 'g u': 'unread', 'g a': 'all' }

test('keys and pairs of keys have the actions of the table, and a pair wins over its first key', () => {
  const keys = new KeySequence()
  assert.equal(keys.press(map, 'a', 0), 'archive')
  assert.equal(keys.press(map, 'g', 10), undefined)
  assert.equal(keys.press(map, 'a', 500), 'all')
  assert.equal(keys.press(map, 'a', 600), 'archive')
  assert.equal(keys.press(map, 'b', 700), undefined)
})

test('the second key of a pair counts within a second, and alone after it', () => {
  const keys = new KeySequence()
  keys.press(map, 'g', 0)
  assert.equal(keys.press(map, 'u', 1001), 'back')
  keys.press(map, 'g', 2000)
  assert.equal(keys.press(map, 'x', 2100), undefined)
  assert.equal(keys.press(map, 'u', 2200), 'back')
})

test('key names that are also object properties have no action', () => {
  const keys = new KeySequence()
  for (const key of ['constructor', '__proto__', 'toString']) assert.equal(keys.press(map, key, 0), undefined)
})

test('the first key of a pair is remembered during a page change, and the new page decides on its action', () => {
  const keys = new KeySequence()
  keys.press(map, 'g', 0)
  assert.equal(keys.press({ ...map, 'g u': 'elsewhere' }, 'u', 100), 'elsewhere')
})
