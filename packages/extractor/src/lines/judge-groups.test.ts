import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { judgeGroups } from './judge-groups.ts'
import { pageLines } from './page-lines.ts'

interface Setup {
  /** Matches the lines that the model keeps. */
  readonly kept: RegExp
  /** Matches the lines that the rules selected; by default all. */
  readonly selected?: RegExp
}

/** @returns the texts of the lines that are kept after the groups were judged */
function keptOf(html: string, { kept, selected = /./ }: Setup): string[] {
  const page = pageLines(findElement(parsePage(`<body>${html}</body>`), ({ tagName }) => tagName === 'body')!)
  const keep = Uint8Array.from(page.lines, ({ text }) => Number(kept.test(text)))
  const isSelected = Uint8Array.from(page.lines, ({ text }) => Number(selected.test(text)))
  judgeGroups(page, keep, { isSelected, mayAdd: () => true, mayDrop: () => true })
  return page.lines.filter((_, index) => keep[index] === 1).map(({ text }) => text)
}

const card = (i: number): string =>
  `<div class="card n${i}"><h3><a href="/${i}">Title number ${i}</a></h3><p>What the page number ${i} is about.</p><span>More</span></div>`
const long = (i: number): string =>
  `<p>Paragraph ${i} says that the tide goes out twice a day, slowly, and that it comes back, as everyone knows.</p>`
const row = (name: string, amount: string): string => `<div class="row"><div>${name}</div><p>${amount}</p></div>`
const titledByList = (name: string): string => `<ul><li><a href="/${name}">${name}</a></li></ul>${long(1)}`
const STEPS = '<ol><li>Close the valve</li><li><div>Open the hatch</div></li><li>Pump<ul><li>slowly</li></ul></li></ol>'

test('the items of a list stay together, with those of its inner lists', () => {
  const all = ['Close the valve', 'Open the hatch', 'Pump', 'slowly']
  assert.deepEqual(keptOf(STEPS, { kept: /hatch|valve/ }), all)
})

test('a list of which the model keeps hardly anything is removed as a whole', () => {
  assert.deepEqual(keptOf(STEPS, { kept: /Pump/ }), [])
})

test('a list between two kept lines stays even if the model keeps none of it', () => {
  assert.equal(keptOf(`<p>Before it</p>${STEPS}<p>After it</p>`, { kept: /it$/ }).length, 6)
  assert.deepEqual(keptOf(`<p>Before it</p>${STEPS}<p>After it</p>`, { kept: /it$/, selected: /it$/ }), [
    'Before it',
    'After it',
  ])
})

test('a list of links between two kept lines does not stay because of them', () => {
  const links = '<ul><li><a href="/a">One more story</a></li><li><a href="/b">Another story</a></li></ul>'
  assert.deepEqual(keptOf(`<p>Before it</p>${links}<p>After it</p>`, { kept: /it$/ }), ['Before it', 'After it'])
})

test('lists of one item, each above a paragraph, stay together as the titles of the paragraphs', () => {
  const html = `<div>${['Napkin holder', 'Pull toy', 'Spatula', 'Salt cellar'].map(titledByList).join('')}</div>`
  assert.equal(keptOf(html, { kept: /toy|tide/ }).length, 8)
  assert.equal(keptOf(html, { kept: /tide/ }).length, 4)
})

test('a folded answer and its question stay together', () => {
  const answer =
    '<details><summary>May I bring a dog?</summary><p>Yes, on a lead, and outside of the cabin.</p></details>'
  assert.deepEqual(keptOf(answer, { kept: /Yes/ }), ['May I bring a dog?', 'Yes, on a lead, and outside of the cabin.'])
})

test('titles and texts of cards are judged by their place in the card', () => {
  const cards = `<section>${[1, 2, 3, 4].map(card).join('')}</section>`
  const kept = keptOf(cards, { kept: /Title number [12]|What the page number [123]/ })
  assert.equal(kept.filter((text) => text.startsWith('Title')).length, 4)
  assert.equal(kept.filter((text) => text.startsWith('What')).length, 4)
  assert.ok(!kept.includes('More'))
})

test('long paragraphs beside each other stay together, and a short one is judged alone', () => {
  const text = `<div>${[1, 2, 3, 4, 5].map(long).join('')}<p>Buy a mug, now.</p></div>`
  assert.equal(keptOf(text, { kept: /Paragraph [12]/ }).length, 5)
})

test('a list after a colon stays, also one of links', () => {
  const links = '<ul><li><a href="/a">Flour</a></li><li><a href="/b">Water</a></li></ul>'
  assert.deepEqual(keptOf(`<p>You need:</p>${links}`, { kept: /need/ }), ['You need:', 'Flour', 'Water'])
  assert.deepEqual(keptOf(`<p>You need this.</p>${links}`, { kept: /need/ }), ['You need this.'])
  assert.deepEqual(keptOf(`<p>You need:</p>${links}`, { kept: /need/, selected: /need/ }), ['You need:'])
})

test('rows with a label and a value are complete', () => {
  const rows = `<div>${row('Flour', '500 g')}${row('Oil', '2 spoons')}${row('Yeast', '1 cube')}${row('Salt', '1 spoon')}</div>`
  assert.equal(keptOf(rows, { kept: /Flour|Yeast|500 g|1 cube/ }).length, 8)
})

test('a list at the end of the selected text stays, also below a heading that the model did not keep', () => {
  const page = `${long(1)}<h2>Steps</h2>${STEPS}<p>Share this page</p>`
  const listed = ['Close the valve', 'Open the hatch', 'Pump', 'slowly']
  const kept = keptOf(page, { kept: /^Paragraph/, selected: /^(?!Share)/ })
  assert.deepEqual(kept.slice(1), listed)
  assert.equal(keptOf(page, { kept: /^Nothing/, selected: /^(?!Share)/ }).length, 0)
})

test('a list of links between a paragraph and another kept line stays', () => {
  const links = '<ul><li><a href="/a">Guide for bakers</a></li><li><a href="/b">Guide for florists</a></li></ul>'
  assert.equal(keptOf(`${long(1)}${links}<p>After it</p>`, { kept: /Paragraph|After/ }).length, 4)
  assert.equal(keptOf(`${long(1)}${links}<p>After it</p>`, { kept: /Paragraph/ }).length, 1)
})
