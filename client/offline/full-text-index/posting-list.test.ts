import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../test/crash/seeded-random.ts'
import { appendPostings, decodePostings, documentsOf, matchPhrase, mergeLists, positionOf } from './posting-list.ts'

const encoded = (postings: readonly number[]): Uint8Array => {
  const bytes: number[] = []
  appendPostings(bytes, postings)
  return Uint8Array.from(bytes)
}

test('posting lists are decoded as they were encoded, with one byte for a difference below 128', () => {
  for (const postings of [[], [0], [127], [128, 255], [0, 1, 16_383, 16_384, 2 ** 31, 2 ** 32 + 1, 2 ** 47]]) {
    assert.deepEqual(decodePostings(encoded(postings)), postings)
  }
  const random = seededRandom(1)
  for (let round = 0; round < 200; round++) {
    const differences = Array.from({ length: 50 }, () => random.between(1, 2 ** random.between(1, 30)))
    let sum = 0
    const postings = differences.map((difference) => (sum += difference))
    assert.deepEqual(decodePostings(encoded(postings)), postings)
  }
  const start = positionOf(70_000, 1)
  assert.equal(encoded([start, start + 127]).length, encoded([start]).length + 1)
})

test('a phrase matches where its words follow each other in the same document', () => {
  const one = [positionOf(3, 4), positionOf(3, 9), positionOf(8, 49_999), positionOf(70_000, 0)]
  const two = [positionOf(3, 0), positionOf(3, 5), positionOf(9, 0), positionOf(70_000, 1)]
  assert.deepEqual(matchPhrase([one, two]), [positionOf(3, 4), positionOf(70_000, 0)])
  assert.deepEqual([...documentsOf(matchPhrase([one, two]))], [3, 70_000])
  assert.deepEqual(matchPhrase([one]), one)
  assert.deepEqual(matchPhrase([one, []]), [])
  assert.deepEqual(matchPhrase([[], one]), [])
})

/** @returns the positions in a text at which a phrase starts. Each letter of text and phrase stands for a word. */
function matches(text: string, phrase: string): number[] {
  const postingsOf = (word: string) =>
    [...text].flatMap((letter, position) => (letter === word ? [positionOf(1, position)] : []))
  return matchPhrase([...phrase].map(postingsOf)).map((start) => start - positionOf(1, 0))
}

test('a phrase may repeat a word', () => {
  assert.deepEqual(matches('aaab', 'aab'), [1])
  assert.deepEqual(matches('abaab', 'aab'), [2])
  assert.deepEqual(matches('abab', 'aab'), [])
  assert.deepEqual(matches('aaaa', 'aaa'), [0, 1])
})

test('merged lists are in ascending order, whatever the order of the words', () => {
  assert.deepEqual(mergeLists([[9, 10, 2 ** 40], [1, 100], []]), [1, 9, 10, 100, 2 ** 40])
})
