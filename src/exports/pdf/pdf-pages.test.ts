import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressKey } from '../../images/address-key.ts'
import { anEntry, exported } from '../exported-entry.fixture.ts'
import { textItemsOf } from './pdf-text.fixture.ts'
import { isUnbreakable } from './line-break-opportunities.ts'

const PICTURE = 'https://e.org/tall.jpg'
/** Start of a JPEG of 600 by 640 pixels. pdfkit reads no more than this. */
const JPEG = Buffer.from('ffd8ffc0001108028002580301220002110103110100ffd9', 'hex')
const picture = { key: Buffer.from(addressKey(PICTURE)).toString('hex'), type: 'image/jpeg', bytes: JPEG }

/** @returns the text of each page of the article, without the title page and the last page */
async function pagesOf(content: string, images: readonly (typeof picture)[] = []): Promise<readonly string[]> {
  const file = await exported('pdf', [anEntry({ content, images })])
  const pages = (await textItemsOf(file)).slice(1, -1)
  return pages.map((items) => items.map(({ str, endsLine }) => (endsLine ? `${str}\n` : str)).join(''))
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line${index}.`).join('<br>')

test('no single line of a paragraph is left at the top or the bottom of a page', async () => {
  for (let before = 30; before < 46; before++) {
    const pages = await pagesOf(`<p>${'a<br>'.repeat(before)}b</p><p>${lines(5)}</p>`)
    for (const page of pages) assert.notEqual(page.match(/line\d/g)?.length, 1, `${before}: ${page}`)
  }
})

test('rows of a table are not split across pages', async () => {
  const rows = Array.from({ length: 60 }, (_, row) => `<tr><td>top${row}<br>low${row}</td><td>x</td></tr>`).join('')
  for (const page of await pagesOf(`<table>${rows}</table>`)) {
    assert.deepEqual(page.match(/(?<=top)\d+/g), page.match(/(?<=low)\d+/g))
  }
})

test('a heading stays with the picture below it, and a bullet with the text of its item', async () => {
  const pages = await pagesOf(`<p>${lines(20)}</p><h2>Head</h2><img src="${PICTURE}"><p>below</p>`, [picture])
  assert.match(pages.at(-1)!, /Head\s+below/)
  for (let before = 30; before < 46; before++) {
    const marked = await pagesOf(`<p>${'a<br>'.repeat(before)}b</p><ul><li>one<br>two<br>three</li></ul>`)
    assert.ok(
      marked.some((page) => /•\s*one\s+two\s+three/.test(page)),
      JSON.stringify(marked),
    )
  }
})

test('a line never breaks inside a word with two styles or before the punctuation after it', async () => {
  assert.ok(
    isUnbreakable('x', '2') && isUnbreakable('word', ',') && isUnbreakable('「', '月') && isUnbreakable('月', '。'),
  )
  assert.ok(
    !isUnbreakable('', 'a') && !isUnbreakable('a ', 'b') && !isUnbreakable('a', ' b') && !isUnbreakable('月', '潮'),
  )
  for (let count = 70; count < 100; count++) {
    const [page = ''] = await pagesOf(`<p>${'i '.repeat(count)}<b>bold</b>, end</p>`)
    assert.doesNotMatch(page, /\n, end/, String(count))
  }
})

test('in a right-to-left article, dates and numbers on the title page are below their labels', async () => {
  const file = await exported('pdf', [anEntry({ entry: { language: 'he', title: 'שלום' } })])
  const [items = []] = await textItemsOf(file)
  const left = (wanted: RegExp) => items.filter(({ str }) => wanted.test(str)).map(({ x }) => Math.round(x))
  assert.deepEqual([left(/^Added/), left(/^2026/)], [[62], [62]])
  assert.ok(left(/ש|ם/).every((x) => x > 400))
})
