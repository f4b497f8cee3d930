import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { elementsOf, type PageParent } from '../dom/page-tree.ts'
import { dropUnrelatedLines } from './drop-unrelated-lines.ts'

const prose =
  '<p>The wall keeps the sea out of the lower town, as it has done for ninety years, at every tide.</p>'.repeat(8)
const note = (name: string, text: string): string =>
  `<div class="flex"><img src="/i.jpg" width="80" height="80"><div><p>${name}</p><p>${text}</p></div></div>`
const ina = note('Ina Berg', 'Ina writes about coasts and lives in Tarn.')

function dropLines(tree: PageParent): void {
  dropUnrelatedLines(elementsOf(tree)[0]!, false)
}

/** @returns the article after unrelated lines were removed */
const after = (html: string): string => htmlAfter(`<div>${html}</div>`, dropLines)

test('a note about the author at the end is removed with its portrait, although nothing names it', () => {
  for (const text of [
    'Ina writes about coasts.',
    'Ina Berg is a freelance journalist from Tarn.',
    'Ina ist freie Autorin.',
  ])
    assert.equal(after(prose + note('Ina Berg', text)), `<div>${prose}</div>`)
})

test('people whom the article describes stay: earlier in the text, in a list of people, or below hardly any text', () => {
  const olaf = note('Olaf Ström', 'Olaf writes about boats and has seen the foot of the wall.')
  for (const html of [prose + ina + prose, prose + ina + olaf, `<p>Speakers</p>${ina}`])
    assert.equal(after(html), `<div>${html}</div>`)
})

test('a heading with a name above a text about the wall stays', () => {
  const html = prose + note('Ina Berg', 'The wall is old.') + note('Berg Street', 'Berg is the highest part of it.')
  assert.equal(after(html), `<div>${html}</div>`)
})
