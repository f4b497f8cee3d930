import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { quoteCallouts } from './callouts.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { ElementList } from '../dom/element-list.ts'

function after(html: string): string {
  const tree = parseHtmlFragment(html)
  quoteCallouts(new ElementList(tree))
  return serialize(tree)
}

const quoted = (title: string): string =>
  `<blockquote><p><strong>${title}</strong></p><p>Mind the gap.</p></blockquote>`

test('a callout becomes a quotation with its title', () => {
  for (const html of [
    '<div class="admonition note"><p class="admonition-title">Note</p><p>Mind the gap.</p></div>',
    '<div class="docs-callout"><p>Note</p><p>Mind the gap.</p></div>',
    '<div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title">Note</p><p>Mind the gap.</p></div>',
    '<div class="admonitionblock note"><table><tr><td class="icon"><div class="title">Note</div></td><td class="content">Mind the gap.</td></tr></table></div>',
  ])
    assert.equal(after(html), quoted('Note'))
})

test('the title in the header of a quotation that is a callout stays', () => {
  const head = '<div class="alert-header"><span class="alert-title">Note</span></div>'
  assert.equal(after(`<blockquote class="alert alert-note">${head}<p>Mind the gap.</p></blockquote>`), quoted('Note'))
})

test('a callout without a title gets its kind as the title', () => {
  assert.equal(after('<aside class="callout warning">Mind the gap.</aside>'), quoted('Warning'))
})

test('a warning of Bootstrap is quoted as it stands', () => {
  const html = '<div class="alert alert-warning"><strong>Warning:</strong> Do not climb.</div>'
  assert.equal(after(html), '<blockquote><p><strong>Warning:</strong> Do not climb.</p></blockquote>')
})

test('a box that is named after a kind of note, and its title after the box, becomes a quotation with its title', () => {
  const text = '<p>Mind the gap.</p>'
  for (const html of [
    `<div class="hint-container tip"><p class="hint-container-title">On platforms</p>${text}</div>`,
    `<aside class="docs-aside docs-aside--tip"><p class="docs-aside__title">On platforms</p>${text}</aside>`,
  ])
    assert.equal(after(html), quoted('On platforms'))
  for (const html of [
    `<div class="product-info"><p class="product-info-title">On platforms</p>${text}</div>`,
    `<div class="card tip"><h3 class="card-title">On platforms</h3>${text}</div>`,
    `<div class="card wide"><p class="card-title">On platforms</p>${text}</div>`,
  ])
    assert.equal(after(html), html)
})

test('a callout that contains a form or mostly links is not changed', () => {
  for (const inside of ['Join us <input type="email">', '<a href="https://a.example/">All our other pages</a>']) {
    const html = `<div class="callout">${inside}</div>`
    assert.equal(after(html), html)
  }
})

test('a box named after a kind of note that starts with its title is a callout', () => {
  for (const name of ['alert is-info', 'IMPORTANT', 'note'])
    assert.equal(after(`<div class="${name}"><p>Note</p><p>Mind the gap.</p></div>`), quoted('Note'))
  for (const html of [
    '<div class="note"><p>Notebooks</p><p>Mind the gap.</p></div>',
    '<div class="note"><p>Notes</p><p>1. At noon.</p></div>',
    '<div class="box"><p>Note</p><p>Mind the gap.</p></div>',
  ])
    assert.equal(after(html), html)
})
