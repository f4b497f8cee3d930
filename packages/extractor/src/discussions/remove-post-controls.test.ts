import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement, textOf } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { removePostControls } from './remove-post-controls.ts'

/** @returns the text of a post without its controls */
function textWithout(html: string): string {
  const body = createElement('div', {}, parseHtmlFragment(html).childNodes)
  removePostControls(body)
  return textOf(body)
}

test('the link that selects the code of a block is removed from its label', () => {
  const link = '<a href="#" onclick="selectCode(this)">Select all</a>'
  assert.equal(textWithout(`<div><p>Code: ${link}</p><pre><code>tide</code></pre></div>`), 'Code: tide')
  assert.equal(textWithout(`<dl><dt>Code: ${link}</dt><dd><code>tide</code></dd></dl>`), 'Code: tide')
  assert.equal(textWithout(`<div><p>${link}</p><p>tide</p></div>`), 'Select alltide')
})

test('the file name of an enlarged picture, the voters of a poll and the avatar of a quotation are removed', () => {
  assert.equal(textWithout('<a class="lightbox"><img><div class="meta"><span>pier.jpg</span></div></a>'), '')
  assert.equal(textWithout('<div class="poll">Tide<div class="poll-info">0 voters</div></div>'), 'Tide')
  const avatar = '<img alt="" class="avatar" src="/a.png">'
  const quote = createElement('div', {}, parseHtmlFragment(`<div class="title">${avatar} ada:</div>`).childNodes)
  removePostControls(quote)
  assert.equal((quote.childNodes[0] as typeof quote).childNodes.length, 1)
  assert.equal(textWithout('<div class="meta">High water</div>'), 'High water')
})
