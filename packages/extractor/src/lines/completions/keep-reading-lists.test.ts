import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completedLines } from './completed-lines.fixture.ts'
import { keepReadingLists } from './keep-reading-lists.ts'

/** @returns the lines that are kept of a page whose only kept line is "Text" */
const keptOf = (html: string, isSelected = true): string[] =>
  completedLines(
    `<body><p>Text</p>${html}</body>`,
    (text) => text === 'Text',
    (page, keep) => keepReadingLists(page, keep, { isSelected: () => isSelected, url: 'https://tides.example/story' }),
  )

const ITEMS = '<ul><li><a href="/a">Almanac</a></li><li><a href="/b">Soundings</a> guide</li></ul>'

test('the list below a heading of sources stays, with the heading, if the rules selected it', () => {
  assert.deepEqual(keptOf(`<h2>See also</h2>${ITEMS}`), ['Text', 'See also', 'Almanac', 'Soundings guide'])
  assert.deepEqual(keptOf(`<h2>Références</h2>${ITEMS}`).length, 4)
  assert.deepEqual(keptOf(`<h2>More from us</h2>${ITEMS}`), ['Text'])
  assert.deepEqual(keptOf(`<h2>See also</h2>${ITEMS}`, false), ['Text'])
})

const links = (hosts: readonly string[]): string =>
  hosts.map((host, i) => `<p><a href="https://${host}/">Source ${i}</a>, a book</p>`).join('')

test('links to several other sites stay; those to one site, to accounts and to the site itself do not', () => {
  assert.equal(keptOf(links(['archive.example', 'museum.test', 'journal.test'])).length, 4)
  assert.deepEqual(keptOf(links(['shop.test', 'shop.test', 'www.shop.test'])), ['Text'])
  assert.deepEqual(keptOf(links(['facebook.com', 'x.com', 'www.instagram.com'])), ['Text'])
  assert.deepEqual(keptOf(links(['tides.example', 'en.tides.example', 'fr.tides.example'])), ['Text'])
})

test('a line of several links to documents stays', () => {
  const files = '<p><a href="/book.pdf">Course book</a> (pdf)<br><a href="/notes.docx?v=2">Notes</a></p>'
  assert.equal(keptOf(files).length, 2)
  assert.deepEqual(keptOf(files.replace('.docx', '.html')), ['Text'])
})
