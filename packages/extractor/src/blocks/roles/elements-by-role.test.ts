import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { ElementList } from '../../dom/element-list.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { nameByRole } from './elements-by-role.ts'

function named(html: string): string {
  const tree = parseHtmlFragment(html)
  nameByRole(new ElementList(tree))
  return serialize(tree)
}

test('a heading by its role has the stated level, or the second', () => {
  assert.equal(named('<div role="heading" aria-level="3">Ebb</div>'), '<h3 aria-level="3">Ebb</h3>')
  assert.equal(named('<p role="heading">Ebb</p><x-title role="heading">Flow</x-title>'), '<h2>Ebb</h2><h2>Flow</h2>')
})

test('the title of the page and a heading with a link stay as they are', () => {
  for (const html of ['<div role="heading" aria-level="1">Ebb</div>', '<div role="heading"><a href="/x">Ebb</a></div>'])
    assert.equal(named(html), html)
})

test('a list by its role has items', () => {
  assert.equal(
    named('<div role="list"><div role="listitem">Oars</div><div role="listitem">Sails</div></div>'),
    '<ul><li>Oars</li><li>Sails</li></ul>',
  )
  assert.equal(named('<div role="list"><div role="doc-biblioentry">Tides</div></div>'), '<ul><li>Tides</li></ul>')
})

test('a list with other elements than items, and a grid of cards, stay as they are', () => {
  const mixed = '<div role="list"><div role="listitem">Oars</div><p>Sails</p></div>'
  assert.equal(named(mixed), mixed)
  const cards = '<div role="list"><div role="listitem"><h3>Oars</h3>From ash</div></div>'
  assert.equal(named(cards), cards)
})

test('a table by its roles has rows and cells, without the boxes around them', () => {
  const head =
    '<div role="rowgroup"><div role="row"><span role="columnheader">Part</span><span role="columnheader">Use</span></div></div>'
  const body =
    '<div role="row"><div><span role="rowheader">Pawl</span></div><span role="cell">Holds <b>it</b></span></div>'
  assert.equal(
    named(`<div role="table">${head}${body}</div>`),
    '<table><tr><th>Part</th><th>Use</th></tr><tr><th>Pawl</th><td>Holds <b>it</b></td></tr></table>',
  )
})

test('a table with text outside of its cells, and a table in a cell, stay as they are', () => {
  const row = '<div role="row"><span role="cell">Pawl</span></div>'
  const loose = `<div role="table">${row}Rack</div>`
  assert.equal(named(loose), loose)
  const nested = `<div role="table"><div role="row"><div role="cell"><div role="table">${row}</div></div></div></div>`
  assert.match(named(nested), /<div role="table"><div role="row"><div role="cell"><table>/)
})

test('elements of HTML keep their kind', () => {
  const html = '<h4 role="heading" aria-level="2">Ebb</h4><ul role="list"><li>Oars</li></ul>'
  assert.equal(named(html), html)
})

const cell = (role: string, column: number, text: string): string =>
  `<div role="${role}" aria-colindex="${column}">${text}</div>`
const row = (number: number, cells: string): string => `<div role="row" aria-rowindex="${number}">${cells}</div>`

test('a grid of data becomes a table, with the columns that do not scroll, in the order of its numbers', () => {
  const fixed = row(1, cell('columnheader', 1, 'Part')) + row(3, cell('gridcell', 1, 'Rack'))
  const others =
    row(1, cell('columnheader', 2, 'Use')) +
    row(3, cell('gridcell', 2, 'Slides')) +
    row(2, cell('gridcell', 2, 'Holds') + cell('gridcell', 1, 'Pawl'))
  assert.equal(
    named(`<div role="grid"><div>${fixed}</div><div>${others}</div></div>`).replaceAll(/ aria-\w+="\d"/g, ''),
    '<table><tr><th>Part</th><th>Use</th></tr><tr><td>Pawl</td><td>Holds</td></tr><tr><td>Rack</td><td>Slides</td></tr></table>',
  )
})

const grid = (head: string, inCell: string): string =>
  `<div role="grid"><div role="row">${head}</div><div role="row"><div role="gridcell">${inCell}</div></div></div>`

test('a calendar, a grid to fill in and a grid without headers stay as they are', () => {
  const head = '<div role="columnheader">Mo</div>'
  for (const html of [grid(head, '12'), grid(head, '<input>'), grid('<div role="gridcell">Mo</div>', 'Tide')])
    assert.equal(named(html), html)
})
