import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { keepQuotes } from './keep-quotes.ts'

test('a quotation in an aside is kept unless it repeats the text', () => {
  const aside = '<aside><blockquote>The sea does not care.</blockquote></aside>'
  assert.equal(htmlAfter(aside, keepQuotes), '<div><blockquote>The sea does not care.</blockquote></div>')
  const repeated = `<p>He said: “The sea does not care.”</p>${aside}`
  assert.equal(htmlAfter(repeated, keepQuotes), repeated)
})
