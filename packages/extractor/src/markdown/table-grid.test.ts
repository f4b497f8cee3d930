import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBlocks } from './read-blocks.ts'

/** @returns the texts of the cells of a table */
function gridOf(html: string): string[][] {
  const [table] = readBlocks(`<table>${html}</table>`).filter(({ kind }) => kind === 'table')
  assert.ok(table?.kind === 'table')
  return table.rows.map((row) => row.map(({ runs }) => runs.map(({ text }) => text).join('')))
}

test('a cell that covers rows leaves its column free in them', () => {
  const rows = '<tr><th rowspan="2">North</th><td>1</td></tr><tr><td>2</td></tr><tr><th>South</th><td>3</td></tr>'
  assert.deepEqual(gridOf(rows), [
    ['North', '1'],
    ['', '2'],
    ['South', '3'],
  ])
})

test('a cell that covers columns is followed by empty ones', () => {
  const rows = '<tr><th colspan="2">Tides</th><th>Depth</th></tr><tr><td>6:00</td><td>18:20</td><td>4 m</td></tr>'
  assert.deepEqual(gridOf(rows), [
    ['Tides', '', 'Depth'],
    ['6:00', '18:20', '4 m'],
  ])
})

test('cells that cover both ways, to the end of their part, or nothing, keep all columns in place', () => {
  assert.deepEqual(
    gridOf(
      '<tr><td colspan="2" rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr><tr><td>d</td><td>e</td><td>f</td></tr>',
    ),
    [
      ['a', '', 'b'],
      ['', '', 'c'],
      ['d', 'e', 'f'],
    ],
  )
  const parts =
    '<thead><tr><th rowspan="9">a</th><th>b</th></tr></thead><tbody><tr><td rowspan="0">c</td><td>d</td></tr>' +
    '<tr><td>e</td></tr><tr><td>f</td></tr></tbody><tfoot><tr><td>g</td><td>h</td></tr></tfoot>'
  assert.deepEqual(gridOf(parts), [
    ['a', 'b'],
    ['c', 'd'],
    ['', 'e'],
    ['', 'f'],
    ['g', 'h'],
  ])
  assert.deepEqual(gridOf('<tr><td colspan="7">a</td></tr><tr><td colspan="7">b</td></tr>'), [['a'], ['b']])
})

test('a table that would become very large stays as it is', () => {
  const wide = `<tr>${'<td rowspan="5000">x</td>'.repeat(1000)}</tr>${'<tr><td>y</td></tr>'.repeat(1000)}`
  const grid = gridOf(wide)
  assert.deepEqual([grid.length, grid[0]!.length, grid[1]], [1001, 1000, ['y']])
})
