import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { summarise } from './summary.ts'

test('a summary is the description or else the text, cut to at most 300 characters after a sentence or a word', () => {
  const sentence = 'Nobody has ever found a way to hurry the tide, they say.'
  assert.equal(summarise('About tides', parseHtmlFragment(`<p>${sentence}</p>`)), 'About tides')
  assert.equal(
    summarise(undefined, parseHtmlFragment(`<p>Short.</p><p>${sentence} ${sentence}</p>`)),
    `${sentence} ${sentence}`,
  )
  const long = summarise(Array.from({ length: 20 }, () => sentence).join(' '), parseHtmlFragment('')) ?? ''
  assert.ok(long.length <= 300 && long.endsWith('they say.'))
  assert.match(summarise('word '.repeat(100), parseHtmlFragment('')) ?? '', /^(?:word )+word…$/)
  assert.equal(summarise(undefined, parseHtmlFragment('<p>Short.</p>')), undefined)
})
