import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureContent } from '../fetching/fetch-failure-reasons.ts'
import { entryExcerpt, excerptLength, excerptOf } from './excerpt.ts'

test('an excerpt is the first running text, cut at the end of a word', () => {
  const html = `<h2>Title</h2><figure><img src="x"><figcaption>A caption</figcaption></figure><p>The <em>wall</em> was &amp; is&nbsp;here.</p><p>${'word '.repeat(60)}</p>`
  const text = excerptOf(html, 'short')
  assert.match(text, /^The wall was & is here\. word (?:word )*word…$/)
  assert.ok(text.length <= 161 && excerptOf(html, 'long').length > 200)
})

test('an excerpt that is cut after a sentence ends in three dots', () => {
  const text = excerptOf(`<p>${'Seven. '.repeat(60)}</p>`, 'short')
  assert.match(text, /Seven…$/)
})

test('an article that ends within a tag, or has no text, has an excerpt', () => {
  assert.equal(excerptOf('<p>Words <a href="https://exam', 'short'), 'Words')
  assert.equal(excerptOf('<figure><img', 'short'), '')
  assert.equal(excerptOf('', 'long'), '')
  assert.equal(excerptOf('<p>Words</p>', 'none'), '')
  assert.equal(excerptOf('<p>a &lt;script&gt; b</p>', 'short'), 'a <script> b')
})

test('the setting is short unless it is another known one', () => {
  assert.deepEqual(
    ['none', 'long', 'x', undefined].map((excerpt) => excerptLength({ excerpt })),
    ['none', 'long', 'short', 'short'],
  )
})

const formula = (text: string) =>
  `<math><semantics><mrow><mi>x</mi><mo>&lt;</mo></mrow><annotation encoding="application/x-tex">${text}</annotation></semantics></math>`

test('screen readers read a formula once, as its TeX source', () => {
  assert.equal(excerptOf(`<p>So ${formula('x &lt; 2')} and ${formula('y')}.</p>`, 'short'), 'So x < 2 and y.')
  assert.equal(excerptOf('<p>So <math><mi>x</mi><mn>2</mn></math>.</p>', 'short'), 'So x2.')
  assert.equal(excerptOf('<p>So <math><mi>x</mi><mn', 'short'), 'So x')
})

test('the reason of a failed fetch is no excerpt, but the summary of the page after it is', () => {
  const failed = { fetchState: 'failed', fetchReason: 'not_found' } as const
  assert.equal(entryExcerpt(failed, failureContent('not_found', undefined), 'short'), '')
  assert.equal(entryExcerpt(failed, failureContent('not_found', 'About walls.'), 'short'), 'About walls.')
  assert.equal(entryExcerpt({ fetchState: 'done', fetchReason: null }, '<p>Words.</p>', 'short'), 'Words.')
})
