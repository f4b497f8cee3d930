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

test('the label of a table of contents that is not in the text is removed', () => {
  const text = `<p>${'The tide goes out twice a day. '.repeat(4)}</p>`
  assert.equal(mended(`<h4>On this page</h4>${text}`), text)
  assert.equal(mended('<h4>On this page</h4><p>The tide drifts.</p>'), '<p>The tide drifts.</p>')
  assert.equal(mended(`<h2>Contents</h2><ul></ul>${text}`), `<ul></ul>${text}`)
  assert.equal(mended(`<h2>Contents</h2><h2>Tides</h2>${text}`), `<h2>Tides</h2>${text}`)
  for (const html of [
    `<h2>On this page</h2><ul><li><a href="#tides">Tides</a></li></ul>${text}`,
    `<h2>Table of contents</h2><p>Tides</p><p>Winds</p>${text}`,
    `<h2>Contents</h2><p><a href="#a">How do the tides work in spring?</a></p><p>Winds</p>${text}`,
    `<h2>Contents of the box</h2>${text}`,
  ])
    assert.equal(mended(html), html)
})

test('the label of an open fold that only says that it folds is removed', () => {
  assert.equal(
    mended('<details open=""><summary>Expand description</summary><p>Ebb</p></details>'),
    '<div open=""><p>Ebb</p></div>',
  )
  for (const html of [
    '<details><summary>Expand description</summary><p>Ebb</p></details>',
    '<details open=""><summary>Why?</summary><p>Ebb</p></details>',
  ])
    assert.equal(mended(html), html)
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
