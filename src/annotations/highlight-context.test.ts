import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapArticle } from './article-map.ts'
import { highlightContext } from './highlight-context.ts'

const contextOf = (markup: string, quote: string) =>
  highlightContext(mapArticle(markup), { id: 1, quote, ranges: '[]' })

test('the context of a highlight is the rest of its paragraph', () => {
  const markup = '<p>Before it.</p><p>Forty people <em>stood</em> in a line.</p><p>After it.</p>'
  assert.deepEqual(contextOf(markup, 'stood in'), { before: 'Forty people ', after: ' a line.' })
  assert.deepEqual(contextOf(markup, 'Before it.'), { before: '', after: '' })
  assert.equal(contextOf(markup, 'no such words'), undefined)
})

test('a long context is cut between words', () => {
  const words = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ')
  const { before, after } = contextOf(`<p>${words} the quote ${words}</p>`, 'the quote')!
  assert.match(before, /^… word\d+ .* word99 $/)
  assert.match(after, /^ word0 .* word\d+ …$/)
  assert.ok(before.length <= 242 && after.length <= 242)
})
