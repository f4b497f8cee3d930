import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanContent } from './clean-content.ts'
import { extractSync } from './extract.ts'
import type { Extraction } from './extraction.ts'

const SENTENCE =
  'Forty volunteers met every Saturday at low water and handed each stone from one pair of arms to the next. '
const REFRAIN = 'And the tide comes in, and the tide goes out, and the harbour bell rings on.'

const page = (body: string) =>
  `<html><head><title>Song</title><meta property="og:type" content="article"></head><body>
<nav><a href="/">Home</a></nav><main><article><h1>Song</h1>${body}</article></main></body></html>`

function extracted(html: string, status = 200): Extraction {
  return extractSync({
    url: 'https://a.example/song',
    status,
    contentType: 'text/html',
    body: Buffer.from(html),
  })
}

const contentOf = (found: Extraction): string => (found.kind === 'article' ? found.article.content : found.reason)
const verses = (count: number, between: string) =>
  Array.from({ length: count }, (_, i) => `<p>${i + 1}. ${SENTENCE.repeat(4)}</p>${between}`).join('')

test('a refrain is kept as often as it stands in the text', () => {
  for (const count of [2, 4, 9]) {
    const content = contentOf(extracted(page(verses(count, `<p>${REFRAIN}</p>`))))
    assert.equal(content.split(REFRAIN).length - 1, count)
  }
})

test('a line with a link that is repeated between paragraphs is still left out', () => {
  const prompt = '<p>Read the other songs of the harbour <a href="/more">in our large collection</a> of songs.</p>'
  const content = contentOf(extracted(page(verses(4, prompt))))
  assert.ok(content.split('large collection').length - 1 < 4)
})

test('an article is taken from a page that answers 404 or 410, and an error page is not', () => {
  for (const status of [404, 410]) {
    const found = extracted(page(verses(4, '')), status)
    assert.equal(found.kind, 'article')
    assert.ok(found.steps.some(({ note }) => note === `${status}, with an article`))
    const sorry = extracted(page(`<p>Sorry, this page does not exist. ${SENTENCE}</p>`), status)
    assert.equal(contentOf(sorry), 'http_error')
  }
  for (const status of [403, 500]) assert.equal(contentOf(extracted(page(verses(4, '')), status)), 'http_error')
})

const SIGNS: readonly (readonly [given: string, cleaned: string])[] = [
  ['x<y and more', 'x&lt;y and more'],
  ['x<y and more <b>then</b> rest', 'x&lt;y and more <b>then</b> rest'],
  ['<p>if a<b then</p><p>more</p>', '<p>if a&lt;b then</p><p>more</p>'],
  ['x<y and z=3', 'x&lt;y and z=3'],
  ['<p>a < b, a <3 b</p>', '<p>a &lt; b, a &lt;3 b</p>'],
  [
    '<a href="https://a.example/?a<b">link</a>',
    '<a href="https://a.example/?a%3Cb" rel="noopener noreferrer">link</a>',
  ],
  ['<p title="a<b <c">text</p>', '<p title="a&lt;b &lt;c">text</p>'],
  ['x<br>y<i>z</i>', 'x<br>y<i>z</i>'],
]

test('a sign that starts no tag keeps the text after it', () => {
  for (const [given, cleaned] of SIGNS) {
    assert.equal(cleanContent({ html: given, url: 'https://a.example/' }).content, cleaned, given)
  }
})

test('many signs take no longer than their text', () => {
  const started = performance.now()
  for (const part of ['<a ', '<a="', 'a<b c', '<p title="<x ']) {
    cleanContent({ html: part.repeat(30_000), url: 'https://a.example/' })
  }
  assert.ok(performance.now() - started < 8000, `${performance.now() - started} ms`)
})
