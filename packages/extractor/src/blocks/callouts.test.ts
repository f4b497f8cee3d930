import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { quoteCallouts } from './callouts.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { elementsOf } from '../dom/page-tree.ts'

function after(html: string): string {
  const tree = parseHtmlFragment(html)
  quoteCallouts(elementsOf(tree))
  return serialize(tree)
}

const quoted = (title: string): string =>
  `<blockquote><p><strong>${title}</strong></p><p>Mind the gap.</p></blockquote>`

test('a callout becomes a quotation with its title', () => {
  for (const html of [
    '<div class="admonition note"><p class="admonition-title">Note</p><p>Mind the gap.</p></div>',
    '<div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title">Note</p><p>Mind the gap.</p></div>',
    '<div class="admonitionblock note"><table><tr><td class="icon"><div class="title">Note</div></td><td class="content">Mind the gap.</td></tr></table></div>',
  ])
    assert.equal(after(html), quoted('Note'))
})

test('a callout without a title gets its kind as the title', () => {
  assert.equal(after('<aside class="callout warning">Mind the gap.</aside>'), quoted('Warning'))
})

test('a warning of Bootstrap is quoted as it stands', () => {
  const html = '<div class="alert alert-warning"><strong>Warning:</strong> Do not climb.</div>'
  assert.equal(after(html), '<blockquote><p><strong>Warning:</strong> Do not climb.</p></blockquote>')
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
