import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptLength, excerptOf } from './excerpt.ts'

test('an excerpt is the first running text, cut at the end of a word', () => {
  const html = `<h2>Title</h2><figure><img src="x"><figcaption>A caption</figcaption></figure><p>The <em>wall</em> was &amp; is&nbsp;here.</p><p>${'word '.repeat(60)}</p>`
  const text = excerptOf(html, 'short')
  assert.match(text, /^The wall was & is here\. word (?:word )*word…$/)
  assert.ok(text.length <= 161 && excerptOf(html, 'long').length > 200)
})

test('an article that ends within a tag, or without text, breaks nothing', () => {
  assert.equal(excerptOf('<p>Words <a href="https://exam', 'short'), 'Words')
  assert.equal(excerptOf('<figure><img', 'short'), '')
  assert.equal(excerptOf('', 'long'), '')
  assert.equal(excerptOf('<p>a &lt;script&gt; b</p>', 'short'), 'a <script> b')
})

test('the setting is short unless it is another known one', () => {
  assert.deepEqual(
    ['none', 'long', 'x', undefined].map((excerpt) => excerptLength({ excerpt })),
    ['none', 'long', 'short', 'short'],
  )
})
