import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { nameFonts } from './font-names.ts'

const named = (html: string): string =>
  htmlAfter(html, (tree) => nameFonts(new ElementList(tree).named('span'))).replaceAll(/ class="[^"]*"/g, '')

test('words whose font only a class name states get an element for it', () => {
  assert.equal(named('<p><span class="ltx_text ltx_font_bold">Ebb</span></p>'), '<p><strong>Ebb</strong></p>')
  assert.equal(named('<p><span class="ltx_text ltx_font_typewriter">ebb</span></p>'), '<p><code>ebb</code></p>')
  assert.equal(named('<p>Tides <span class="line-through">rise</span></p>'), '<p>Tides <s>rise</s></p>')
})

test('words in headings and code, and boxes without text of their own, stay as they are', () => {
  for (const html of [
    '<h2><span class="ltx_font_bold">Ebb</span></h2>',
    '<code><span class="ltx_font_italic">Ebb</span></code>',
    '<p><span class="ltx_font_bold"><img></span></p>',
    '<p><span class="bold">Ebb</span></p>',
  ])
    assert.equal(named(html), html.replaceAll(/ class="[^"]*"/g, ''))
})
