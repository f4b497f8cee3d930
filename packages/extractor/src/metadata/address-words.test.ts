import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastPartOf, likeness } from './page-title.ts'

test('the last part of an address that has letters is given without its extension', () => {
  assert.equal(lastPartOf('https://a.example/blog/the-tide.html?x=1#y'), 'the-tide')
  assert.equal(lastPartOf('https://a.example/the-tide/12345/'), 'the-tide')
  assert.equal(lastPartOf('https://a.example/'), '')
  assert.equal(lastPartOf('no address'), '')
  assert.equal(lastPartOf(`https://a.example/${'x'.repeat(100_000)}`).length, 300)
})

test('small words, case, apostrophes and order do not count', () => {
  assert.equal(likeness('The Beginner’s Guide to Tides', 'beginners-guide-tides'), 1)
  assert.equal(likeness('Tides: a guide', 'guide-to-tides'), 1)
  assert.equal(likeness('Something else', 'guide-to-tides'), 0)
  assert.equal(likeness('Tides', 'guide-to-tides'), 2 / 3)
  assert.equal(likeness('Tides', ''), 0)
})
