import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { markCaptions } from './mark-captions.ts'
import { createElement } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'

const marked = (html: string): string => {
  const root = createElement('div', {}, parseHtmlFragment(html).childNodes)
  markCaptions(root)
  return serialize(root)
}

test('a text beside a picture with the class name of a caption becomes a figcaption in a figure', () => {
  const html = marked('<div><img src="a.jpg"><span class="wp-caption-text">The shore</span></div>')
  assert.equal(html, '<figure><img src="a.jpg"><figcaption class="wp-caption-text">The shore</figcaption></figure>')
})

test('the text in a figure with a picture becomes its caption', () => {
  assert.match(marked('<figure><img src="a.jpg"><p>The shore</p></figure>'), /<figcaption>The shore<\/figcaption>/)
})

test('the text in a figure with code or a quotation does not become a caption', () => {
  assert.doesNotMatch(marked('<figure><pre>x = 1</pre><p>Listing</p></figure>'), /figcaption/)
  assert.doesNotMatch(marked('<figure><img src="a.jpg"><blockquote><p>Words</p></blockquote></figure>'), /figcaption/)
})

test('a box that contains prose besides a picture and its caption does not become a figure', () => {
  const html = marked(
    `<div><img src="a.jpg"><p class="credit">Photo</p><p>${'The tide goes out. '.repeat(9)}</p></div>`,
  )
  assert.match(html, /^<div>/)
})
