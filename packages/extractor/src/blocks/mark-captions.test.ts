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

test('a description or legend of a picture, by its class name, is a caption', () => {
  for (const name of ['imagedescription', 'photo-desc', 'bild-unterschrift', 'pie-de-foto', 'legende'])
    assert.match(marked(`<div><div><img src="a.jpg"></div><p class="${name}">The shore</p></div>`), /<figcaption/, name)
})

test('a title below a picture in a box of both is its caption', () => {
  const picture = '<div class="content"><img src="a.jpg"></div>'
  assert.match(marked(`<div>${picture}<div class="title">The shore</div></div>`), /^<figure>.*<figcaption/)
  assert.doesNotMatch(marked(`<div>${picture}<div class="title">The shore</div><p>Text</p></div>`), /figcaption/)
})

test('the text in a figure with a picture becomes its caption', () => {
  assert.match(marked('<figure><img src="a.jpg"><p>The shore</p></figure>'), /<figcaption>The shore<\/figcaption>/)
})

test('the text in a figure with code or a quotation does not become a caption', () => {
  assert.doesNotMatch(marked('<figure><pre>x = 1</pre><p>Listing</p></figure>'), /figcaption/)
  assert.doesNotMatch(marked('<figure><img src="a.jpg"><blockquote><p>Words</p></blockquote></figure>'), /figcaption/)
})

test('the texts of a card in a figure do not become captions', () => {
  const card = '<a href="/tides"><div>Tides</div><div>How they come and go</div><div><img src="a.jpg"></div></a>'
  const html = `<figure>${card}<figcaption>A page about tides</figcaption></figure>`
  assert.equal(marked(html), html)
})

test('a box that contains prose besides a picture and its caption does not become a figure', () => {
  const html = marked(
    `<div><img src="a.jpg"><p class="credit">Photo</p><p>${'The tide goes out. '.repeat(9)}</p></div>`,
  )
  assert.match(html, /^<div>/)
})

test('small print and the text in the caption of a table are no captions', () => {
  const info = `<h1>Socks</h1><p class="price">7</p><p class="caption">Tax included.</p><p>${'Wool of the hill. '.repeat(20)}</p>`
  assert.doesNotMatch(marked(`<div><div><img src="a.jpg"></div><div>${info}</div></div>`), /figcaption/)
  const table =
    '<table><caption><span class="caption-text">Keys</span></caption><tbody><tr><td>a</td></tr></tbody></table>'
  assert.equal(marked(table), table)
})

test('the caption of code and of a table becomes a figcaption', () => {
  assert.match(marked('<div><div class="code-caption">Listing 1</div><pre>a</pre></div>'), /<figcaption/)
  assert.match(
    marked('<div><p class="caption">Keys</p><div><table><tr><td>a</td></tr></table></div></div>'),
    /<figcaption/,
  )
})
