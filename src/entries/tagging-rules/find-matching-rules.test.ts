import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textPrefix } from './find-matching-rules.ts'

test('the beginning of a long text is the same as that of the whole', () => {
  const pieces = ['word ', 'a"b\\c\n', '潮汐 ', '\u{1f30a}', '\u0000\u0001', '\ud800', 'wordwithoutblank']
  for (const piece of [...pieces, pieces.join('')]) {
    for (const count of [0, 1, 100, 1000]) {
      const text = piece.repeat(count)
      const json = Buffer.from(JSON.stringify(text))
      for (const length of [1, 7, 50, 400, 10_000]) assert.equal(textPrefix(json, length), text.slice(0, length))
    }
  }
})

test('the text after the prefix is not read', () => {
  const broken = Buffer.from(`"${'word '.repeat(100)}\u0000 this is no JSON`)
  assert.equal(textPrefix(broken, 9), 'word word')
})
