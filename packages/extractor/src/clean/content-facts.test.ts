import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingTime } from './content-facts.ts'

const CASES: readonly (readonly [string, string, number])[] = [
  ['no text', '', 0],
  ['199 words', Array(199).fill('word').join(' '), 0],
  ['200 words', Array(200).fill('word').join(' '), 1],
  ['399 words', Array(399).fill('word').join(' '), 1],
  ['400 words', Array(400).fill('word').join(' '), 2],
  ['200 words separated by dashes and spaces', Array(200).fill('wörd').join(' — '), 1],
  ['200 words with apostrophes', Array(200).fill("don't").join(' '), 1],
  ['100 words with typographic apostrophes', Array(100).fill('don’t').join(' '), 1],
  ['400 Han characters', '字'.repeat(400), 1],
  ['396 Han characters', '字'.repeat(396), 0],
  ['400 Hangul characters', '글'.repeat(400), 1],
  ['400 kana', 'かカ'.repeat(200), 1],
  ['200 numbers', Array(200).fill('42').join(', '), 1],
]

for (const [name, text, minutes] of CASES) {
  test(`${name} take ${minutes} minutes`, () => assert.equal(readingTime(text), minutes))
}

test('empty pieces at the start and the end count as words, as in the contract', () => {
  assert.equal(readingTime(` ${Array(198).fill('word').join(' ')}.`), 1)
})
