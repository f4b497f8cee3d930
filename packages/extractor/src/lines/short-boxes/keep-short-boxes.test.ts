import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../../dom/page-tree.ts'
import { parsePage } from '../../dom/parse-page.ts'
import { pageLines } from '../page-lines.ts'
import { keepShortBoxes } from './keep-short-boxes.ts'

interface Setup {
  /** Matches the lines that the model keeps; by default paragraphs about the tide. */
  readonly kept?: RegExp
  /** Matches the lines that the rules selected; by default all. */
  readonly selected?: RegExp
  readonly isProduct?: boolean
}

/** @returns the texts of the lines that are kept in addition to those that the model keeps */
function added(html: string, { kept = /^Tide/, selected = /./, isProduct = false }: Setup = {}): string[] {
  const page = pageLines(findElement(parsePage(`<body>${html}</body>`), ({ tagName }) => tagName === 'body')!)
  const keep = Uint8Array.from(page.lines, ({ text }) => Number(kept.test(text)))
  const isSelected = Uint8Array.from(page.lines, ({ text }) => Number(selected.test(text)))
  keepShortBoxes(page, { keep, isSelected, isProduct })
  return page.lines.filter(({ text }, index) => keep[index] === 1 && !kept.test(text)).map(({ text }) => text)
}

const tide = `<p>${'Tide after tide, the water rises at the wall and falls again, and nobody looks up. '.repeat(9)}</p>`
const box = ([first, second]: readonly [string, string]): string =>
  `<div class="s"><div>${first}</div><div>${second}</div></div>`
const NUMBERS = [
  ['210 m', 'long'],
  ['4.8', 'rating'],
  ['90', 'years old'],
] as const
const row = `<div class="row">${NUMBERS.map(box).join('')}</div>`

test('a row of numbers and labels is kept before, between and after kept paragraphs', () => {
  for (const html of [row + tide, tide + row + tide, tide + row]) assert.deepEqual(added(html), NUMBERS.flat(), html)
})

test('such a row is not kept if the rules did not select it, or if the text beside it is removed', () => {
  assert.deepEqual(added(tide + row + tide, { selected: /^Tide/ }), [])
  assert.deepEqual(added(`${tide}<p>Not kept</p>${row}<p>Not kept</p>`), [])
})

test('boxes about the page and boxes with links are not kept', () => {
  const about = box(['Published', '3 May']) + box(['Author', 'Ina']) + box(['Reading time', '4 min'])
  assert.deepEqual(added(`<div>${about}</div>${tide}`), [])
  const linked = row.replaceAll('<div>', '<div><a href="/x">').replaceAll('</div></div>', '</a></div></div>')
  assert.deepEqual(added(tide + linked + tide), [])
})

test('the labels of a form are not kept', () => {
  assert.deepEqual(added(`${tide}<form>${row}</form>${tide}`), [])
  const fields = '<form><ul><li>Your name</li></ul><p>We never share it.</p></form>'
  assert.deepEqual(added(`<p>Tide tables are sent by mail, four times a year, in spring too.</p>${fields}`), [])
})

test('a pair of testimonials at the end is kept', () => {
  const voices = box(['“It holds.”', 'Uwe, mason']) + box(['“It leaks.”', 'Olaf, diver'])
  assert.equal(added(`${tide}<div>${voices}</div>`).length, 4)
  assert.deepEqual(added(`${tide}<div>${box(['“It holds.”', 'Uwe, mason'])}</div>`), [], 'a single one is judged alone')
})

test('boxes at the end that are long beside the text are not kept', () => {
  const short = '<p>Tide tables are below.</p>'
  const long = `<p>${'What the harbour says. '.repeat(40)}</p>`
  assert.deepEqual(added(`${short}${long}<div>${row}</div>`), [])
})

test('the data sheet of a product is kept', () => {
  const sheet = '<p>Price</p><dl><dt>Weight</dt><dd>0.8 kg</dd></dl><p>Description</p>'
  assert.deepEqual(added(tide + sheet, { isProduct: true }), ['Weight', '0.8 kg'])
  assert.deepEqual(added(tide + sheet), [])
  assert.deepEqual(added(tide + row + tide, { isProduct: true }), [])
})

test('on a page with hardly any text, lines after the first kept one are kept, but not its labels', () => {
  const html =
    '<p>Tide pump two is greased by the night shift, at low water.</p><ul><li>grease 1</li><li>call <a href="/bo">Bo</a></li></ul><p>Share this</p><p>Night shift</p><p>Never open it.</p>'
  assert.deepEqual(added(html), ['grease 1', 'call Bo', 'Never open it.'])
  assert.deepEqual(added(`<p>Menu</p>${html}`).includes('Menu'), false)
})
