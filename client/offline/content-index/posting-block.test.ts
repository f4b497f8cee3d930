import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentsIn, printBlock } from './posting-block.ts'

test('the documents of a word are read from a printed block, and those of words that begin with it', () => {
  const json = printBlock(
    new Map([
      ['sea', [1, 20]],
      ['seam', [3]],
      ['se', [4]],
      ['season', [20, 255]],
      ['\ud83c"', [7]],
    ]),
  )
  assert.deepEqual(documentsIn(json, 'sea', false), [1, 20])
  assert.deepEqual(documentsIn(json, 'sea', true), [1, 20, 3, 20, 255])
  assert.deepEqual(documentsIn(json, 'ea', true), [])
  assert.deepEqual(documentsIn(json, 'seas', false), [])
  assert.deepEqual(documentsIn(json, '\ud83c"', false), [7])
})
