import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsByTwoSlips } from './two-slips.ts'

test('a word with two likely slips leads to the word that was meant', () => {
  for (const [typed, meant] of [
    ['tutrng', 'tutoring'],
    ['airfair', 'airfare'],
    ['acomodation', 'accommodation'],
    ['restaraunt', 'restaurant'],
    ['cheepist', 'cheapest'],
    ['jounralsit', 'journalist'],
    ['begginer', 'beginner'],
    ['фотаграфея', 'фотография'],
  ] as const) {
    const words = wordsByTwoSlips(typed)
    assert.ok(words.includes(meant), meant)
    assert.equal(new Set(words).size, words.length)
    assert.ok(words.every((one) => one[0] === typed[0]))
  }
})

test('words with one slip, other first letters and letters that are rarely added are left out', () => {
  const words = wordsByTwoSlips('tutrng')
  for (const word of ['tutrng', 'tutorng', 'turn', 'tung', 'strong']) assert.ok(!words.includes(word), word)
  const lengths = words.map(({ length }) => length)
  assert.deepEqual(
    lengths,
    lengths.toSorted((one, other) => other - one),
  )
})

test('words that are short, long, have digits or are written in another script are left alone', () => {
  for (const word of ['harbr', 'x'.repeat(13), 'ipv6ab', '東京東京東京', 'ภาษาภาษา', ''])
    assert.deepEqual(wordsByTwoSlips(word), [], word)
  assert.ok(wordsByTwoSlips('maintainance').length < 9000)
})
