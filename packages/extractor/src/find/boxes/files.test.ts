import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../../dom/page-tree.ts'
import { parsePage } from '../../dom/parse-page.ts'
import { containsFiles, isInLinkToFile, isLinkToFile } from './files.ts'

const box = (html: string) => findElement(parsePage(html), ({ attrs }) => attrs.some(({ value }) => value === 'box'))!

test('a box whose links all lead to documents contains files', () => {
  assert.ok(containsFiles(box('<div class="box"><a href="/a.pdf">Tides</a><a href="/a.pdf?x=1">Download</a></div>')))
  assert.ok(!containsFiles(box('<div class="box"><a href="/a.pdf">Tides</a><a href="/b">More</a></div>')))
  assert.ok(!containsFiles(box('<div class="box">Tides</div>')))
})

const card = (href: string): string => `<a href="${href}"><div><div class="box">Tides</div><div>117 KB</div></div></a>`

test('the parts of a link to a document, such as the name of the file, belong to it', () => {
  assert.ok(isInLinkToFile(box(card('/a.pdf'))))
  assert.ok(!isInLinkToFile(box(card('/a'))))
})

test('a link to a document that is all of its box is one, and a word of a sentence not', () => {
  assert.ok(isLinkToFile(box('<p><a class="box" href="/a.pdf">Tides</a></p>')))
  assert.ok(!isLinkToFile(box('<p>See <a class="box" href="/a.pdf">Tides</a></p>')))
  assert.ok(!isLinkToFile(box('<p><a class="box" href="/a">Tides</a></p>')))
})
