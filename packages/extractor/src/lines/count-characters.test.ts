import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countCharacters } from './count-characters.ts'

test('commas, words and capitals of all scripts are counted, but digits and capitals only at the start of a text', () => {
  assert.deepEqual(countCharacters('Ada, Élise; und 42、三'), { commas: 3, words: 4, digits: 2, capitals: 2 })
  assert.deepEqual(countCharacters(`${'x'.repeat(300)}A1,`), { commas: 1, words: 1, digits: 0, capitals: 0 })
})
