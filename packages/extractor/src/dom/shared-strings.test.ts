import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copied, internalised, SharedStrings } from './shared-strings.ts'

test('equal parts of texts are stored once, and other parts are not confused with them', () => {
  const stored: string[] = []
  const strings = new SharedStrings((text) => {
    stored.push(text)
    return text
  })
  for (const text of ['<p class="a b">', '<i  class="a b">', '<p class="a c">']) {
    const start = text.indexOf('"') + 1
    assert.equal(strings.get(text, start, text.length - 2), text.slice(start, -2))
  }
  assert.deepEqual(stored, ['a b', 'a c'])
})

test('very many different strings, long ones and empty ones are returned as they are', () => {
  const strings = new SharedStrings(copied)
  const texts = Array.from({ length: 20_000 }, (_, i) => `name-${i * 7}`)
  for (const text of [...texts, ...texts, 'x'.repeat(5000), '', 'é日😀'])
    assert.equal(strings.get(`<${text}>`, 1, text.length + 1), text)
})

test('stored strings are equal to those given', () => {
  for (const text of ['', 'a', 'class', '1', '__proto__', 'data-very-long-name-of-an-attribute', '日本']) {
    assert.equal(internalised(text), text)
    assert.equal(copied(text), text)
  }
})
