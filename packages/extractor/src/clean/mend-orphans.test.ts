import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { createElement } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { mendOrphans } from './mend-orphans.ts'

function mended(html: string): string {
  const root = createElement('div', {}, parseHtmlFragment(html).childNodes)
  mendOrphans(root)
  return serialize(root)
}

test('the question of a folded text whose box is gone becomes a heading', () => {
  assert.equal(mended('<div><summary>Dogs?</summary>No.</div>'), '<div><h4>Dogs?</h4>No.</div>')
  assert.equal(mended('<div><summary><h3>Dogs?</h3></summary>No.</div>'), '<div><div><h3>Dogs?</h3></div>No.</div>')
})

test('a caption without anything that it describes becomes a paragraph', () => {
  assert.equal(mended('<figcaption>Wool</figcaption><h2>Socks</h2>'), '<p>Wool</p><h2>Socks</h2>')
})

test('questions in details, and captions of figures or beside a picture, stay', () => {
  for (const html of [
    '<details><summary>Dogs?</summary>No.</details>',
    '<figure><div><figcaption>The pier</figcaption></div></figure>',
    '<img src="a.jpg"><figcaption>The pier</figcaption>',
    '<pre>a</pre><p>b</p><figcaption>Listing</figcaption>',
  ])
    assert.equal(mended(html), html)
})
