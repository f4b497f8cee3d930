import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { tableColumns } from './column-tables.ts'

const tabled = (html: string): string =>
  htmlAfter(html, (tree) => tableColumns(new ElementList(tree).named('div'))).replaceAll(/ class="[^"]*"/g, '')

const head = '<div class="table-header col-first">Type</div><div class="table-header col-last">Field</div>'
const row = '<div class="col-first">int</div><div class="col-last">depth</div>'

test('boxes that are named after their columns become a table', () => {
  assert.equal(
    tabled(`<div>${head}${row}</div>`),
    '<table><tr><th>Type</th><th>Field</th></tr><tr><td>int</td><td>depth</td></tr></table>',
  )
})

test('a single row, rows of different lengths, and text beside the cells are no table', () => {
  for (const inside of [
    row,
    `${row}<div class="col-first">a</div><div>b</div><div class="col-last">c</div>`,
    `${row}x${row}`,
  ])
    assert.doesNotMatch(tabled(`<div>${inside}</div>`), /<table/)
})
