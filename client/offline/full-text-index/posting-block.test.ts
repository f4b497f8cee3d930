import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decodeBlock,
  documentsBlock,
  encodeBlock,
  keysOfBlocks,
  listsIn,
  mergeBlocks,
  newPostings,
} from './posting-block.ts'
import { positionOf } from './posting-list.ts'

test('the posting lists of a word are read from a stored block, and those of words that begin with it', () => {
  const block = new Map([
    ['sea', [1, 20]],
    ['seam', [3]],
    ['se', [4]],
    ['season', [20, 255]],
    ['\ud83c', [7, 2 ** 40]],
  ])
  const stored = encodeBlock(block)
  assert.deepEqual(listsIn(stored, 'sea', false), [[1, 20]])
  assert.deepEqual(listsIn(stored, 'sea', true), [[1, 20], [3], [20, 255]])
  assert.deepEqual(listsIn(stored, 'ea', true), [])
  assert.deepEqual(listsIn(stored, 'seas', false), [])
  assert.deepEqual(listsIn(stored, '\ud83c', false), [[7, 2 ** 40]])
  assert.deepEqual(decodeBlock(stored), block)
})

test('words are in blocks by their first letters and by the segment of the document', () => {
  const added = newPostings(
    [
      ['sea', 'wall', 'sea'],
      ['seam', 'sea'],
    ],
    255,
  )
  assert.deepEqual(
    added.map(({ key, positions }) => [key, [...positions]]),
    [
      [['se', 0], [['sea', [positionOf(255, 0), positionOf(255, 2)]]]],
      [['wa', 0], [['wall', [positionOf(255, 1)]]]],
      [
        ['se', 1],
        [
          ['seam', [positionOf(256, 0)]],
          ['sea', [positionOf(256, 1)]],
        ],
      ],
    ],
  )
})

test('the words of a block have two letters in common, or one character of Chinese, Japanese or Korean', () => {
  const words = ['sea', 's', 'état', 'море', '東京', 'のは', '한국', '𠮷野', '🎉']
  const letters = words.map((word) => newPostings([[word]], 0)[0]!.key[0])
  assert.deepEqual(letters, ['se', 's', 'ét', 'мо', '東', 'の', '한', '𠮷', '🎉'])
})

test('the documents of a word are in order, each once', () => {
  const positions = new Map([['sea', [positionOf(3, 1), positionOf(3, 9), positionOf(70_000, 0)]]])
  assert.deepEqual(documentsBlock(positions), new Map([['sea', [3, 70_000]]]))
})

test('later documents are added to the lists of a block', () => {
  const merged = mergeBlocks(new Map([['sea', [1]]]), new Map([['sea', [2, 3]], ['see', [2]]])) // prettier-ignore
  assert.deepEqual([...merged], [['sea', [1, 2, 3]], ['see', [2]]]) // prettier-ignore
})

test('the keys of the blocks of a word include all segments, and those of a single letter all words with it', () => {
  assert.deepEqual(keysOfBlocks('season', true), { lower: ['se'], upper: ['se', Infinity] })
  assert.deepEqual(keysOfBlocks('s', false), { lower: ['s'], upper: ['s', Infinity] })
  assert.deepEqual(keysOfBlocks('s', true), { lower: ['s'], upper: ['s\uFFFF', Infinity] })
  assert.deepEqual(keysOfBlocks('東京', false), { lower: ['東'], upper: ['東', Infinity] })
})
