import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placesIn, wordsIn } from './vector-text.ts'

test('the words of a tsvector are read with their places, whatever signs they have', () => {
  const text = "'.tag.c:17':1 'a,b':16383 'sea':1A,7,12B 'wall':2 '東京':3C"
  const read = [...wordsIn(text)].map(({ word, places }) => [word, placesIn(places)])
  assert.deepEqual(read, [
    ['.tag.c:17', [1]],
    ['a,b', [16_383]],
    ['sea', [1, 7, 12]],
    ['wall', [2]],
    ['東京', [3]],
  ])
})

test('nothing has no words, and what is cut off ends the reading', () => {
  assert.deepEqual([...wordsIn('')], [])
  assert.deepEqual([...wordsIn("'sea")], [])
  assert.deepEqual([...wordsIn("'sea':1 'wall")].length, 1)
})
