import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearWords } from './near-words.ts'

test('a word is near those that differ by one letter, or by two exchanged letters', () => {
  const near = nearWords('fishremen')
  for (const word of ['fishermen', 'fishremn', 'fishreman', 'fishremens', 'dishremen'])
    assert.ok(near.includes(word), word)
  for (const word of ['fishremen', 'fisherman', 'fishre', 'fish']) assert.ok(!near.includes(word), word)
  assert.ok(nearWords('гавнь').includes('гавань'))
  assert.equal(new Set(near).size, near.length)
})

test('words that are short, very long, have digits or are written without an alphabet have no near words', () => {
  for (const word of ['sea', 'x'.repeat(33), 'ipv6', '東京', 'ภาษา', '']) assert.deepEqual(nearWords(word), [], word)
  assert.ok(nearWords('x'.repeat(32)).length < 1800)
})
