import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attributeOf, elementsOf } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { measureTree } from '../dom/text-measures.ts'
import { findCardGrids, isBoxOfCards } from './card-grids.ts'

const PARTS = [
  ['Moles', 'How moles are built.'],
  ['Locks', 'How locks are kept.'],
  ['Slips', 'How slips are cleaned.'],
] as const
const card = ([title, text]: readonly [string, string]): string =>
  `<div class="c"><h3><a href="/${title}">${title}</a></h3><p>${text}</p></div>`
const grid = (names = 'grid', parts: readonly (readonly [string, string])[] = PARTS): string =>
  `<div id="grid" class="${names}">${parts.map(card).join('')}</div>`

/** @returns the ids of the grids in an article */
function gridsIn(html: string): (string | undefined)[] {
  const root = elementsOf(parseHtmlFragment(`<article>${html}</article>`))[0]!
  return [...findCardGrids(root, measureTree(root, new Set()))].map((one) => attributeOf(one, 'id'))
}

const isBox = (html: string, id: string): boolean => {
  const tree = parseHtmlFragment(html)
  const measures = measureTree(tree, new Set())
  const box = elementsOf(tree).find((one) => attributeOf(one, 'id') === id)!
  return isBoxOfCards(box, measures.get(box)!, measures)
}

test('cards with a linked heading and a text of their own are a grid', () => {
  for (const html of [grid(), `<h2>Guides</h2>${grid()}`, `<div><div>${grid()}</div></div>`])
    assert.deepEqual(gridsIn(html), ['grid'], html)
})

test('cards of other articles are no grid: by the heading above them, their names, dates and prices', () => {
  for (const html of [
    `<h2>Read next</h2>${grid()}`,
    `<h2>Latest news</h2><div>${grid()}</div>`,
    `<div><h2>More from the harbour</h2></div>${grid()}`,
    grid('related-posts'),
    grid(
      'grid',
      PARTS.map(([title, text]) => [title, `${text} 3 May 2026`] as const),
    ),
    grid(
      'grid',
      PARTS.map(([title]) => [title, 'From $24.00'] as const),
    ),
    grid(
      'grid',
      PARTS.map(([title]) => [title, ''] as const),
    ),
  ])
    assert.deepEqual(gridsIn(html), [], html)
})

test('a box contains only cards and their heading, and the cards are in the box', () => {
  assert.ok(isBox(`<main><section id="box"><h2>Guides</h2>${grid()}</section></main>`, 'box'))
  const prose = `<p>${'The wall keeps the sea out of the town. '.repeat(9)}</p>`
  assert.ok(!isBox(`<main><section id="box">${prose}${grid()}</section></main>`, 'box'))
  const cards = PARTS.map(card).join('').replace('class="c"', 'class="c" id="first"')
  assert.ok(!isBox(`<main>${cards}</main>`, 'first'), 'a card is no box of cards')
})

test('children that are left out as clutter are no cards', () => {
  const root = elementsOf(parseHtmlFragment(`<article>${grid()}</article>`))[0]!
  const others = elementsOf(root)
    .filter((one) => attributeOf(one, 'class') === 'c')
    .slice(1)
  const dropped = new Set(others.flatMap((card) => [card, ...elementsOf(card)]))
  assert.equal(findCardGrids(root, measureTree(root, dropped)).size, 0)
})

test('two cards of a class of their own, and cards that are links as a whole, are a grid', () => {
  assert.deepEqual(gridsIn(grid('grid', PARTS.slice(0, 2))), ['grid'])
  const linked = grid()
    .replaceAll('<div class="c">', '<a class="c" href="/x">')
    .replaceAll(/<a href="[^"]*">(\w+)<\/a>/g, '$1')
  const closed = linked.replaceAll('</p></div>', '</p></a>')
  assert.deepEqual(gridsIn(closed), ['grid'])
  assert.deepEqual(gridsIn(`<h2>Latest news</h2>${closed}`), [])
})

test('cards that are articles with nothing but a link are a grid, teasers with a date or below "Related" are not', () => {
  const parts = PARTS.map(
    ([title, text]) => `<article><a href="/${title}"><h2>${title}</h2><p>${text}</p></a></article>`,
  )
  assert.deepEqual(gridsIn(`<section id="grid">${parts.join('')}</section>`), ['grid'])
  assert.deepEqual(gridsIn(`<h2>Related parts of it</h2><section id="grid">${parts.join('')}</section>`), [])
  const dated = parts.map((part) => part.replace('</p>', ' 3 May 2024</p>'))
  assert.deepEqual(gridsIn(`<section id="grid">${dated.join('')}</section>`), [])
})
