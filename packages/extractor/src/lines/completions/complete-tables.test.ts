import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completedLines } from './completed-lines.fixture.ts'
import { completeTables } from './complete-tables.ts'

const kept = (html: string): readonly string[] =>
  completedLines(
    html,
    (text) => text.startsWith('Kept'),
    (page, keep) => completeTables(page, keep, () => true),
  ).filter((text) => !text.startsWith('Kept'))

const row = (...cells: readonly string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const table = (attributes = ''): string =>
  `<table${attributes}>${row('Oars', '2')}${row('Sails', '1')}${row('Masts', '1')}</table>`
const between = (html: string): string => `<main><p>Kept above</p>${html}<p>Kept below</p></main>`
const ALL = ['Oars', '2', 'Sails', '1', 'Masts', '1']

test('a table of data within the kept text is kept as a whole', () => {
  assert.deepEqual(kept(between(`<section>${table()}</section>`)), ALL)
})

test('a table of which a cell is kept is kept as a whole', () => {
  assert.deepEqual(kept(`<p>Text</p>${table().replace('Sails', 'Kept')}`), ['Oars', '2', '1', 'Masts', '1'])
})

test('tables outside of the kept text, in other parts of the page, and tables that are layout or links stay as they are', () => {
  for (const html of [
    `<main><p>Kept above</p>${table()}</main>`,
    between(`<aside>${table()}</aside>`),
    between(`<div class="related">${table()}</div>`),
    between(table(' role="presentation"')),
    between(`<table>${row('One', 'Two')}${row('Three', 'Four')}</table>`),
    between(`<table>${row('One')}${row('Two')}${row('Three')}</table>`),
    between(table().replaceAll(/[A-Z]\w+/g, (word) => `<a href="/${word}">${word} of the harbour</a>`)),
    between(`<table>${row('Long text. '.repeat(30), 'Long text. '.repeat(30)).repeat(3)}</table>`),
  ])
    assert.deepEqual(kept(html), [], html)
})
