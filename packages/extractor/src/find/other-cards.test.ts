import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSync } from '../extract.ts'

const NUMBERS = [1, 2, 3, 4]
const PROSE =
  '<p>The harbour is nine hundred years old, and the town grew around it, street by street, until the railway came.</p>'.repeat(
    7,
  )
const EXCERPT = '<p>A walk of two hours with stops at the crane, the lock and the fish market, in any weather.</p>'
const card = (number: number): string =>
  `<div class="card"><h3><a href="/t/${number}">Tour ${number} along the old quay</a></h3>${EXCERPT}</div>`
const CARDS = `<div>${NUMBERS.map(card).join('')}</div>`

function content(body: string): string {
  const page = `<title>The harbour</title><main><h1>The harbour</h1>${body}</main>`
  const extraction = extractSync({ url: 'https://h.example/x', body: Buffer.from(page), contentType: 'text/html' })
  return extraction.kind === 'article' ? extraction.article.content : ''
}

test('cards of other pages below a label are left out, wherever they stand', () => {
  for (const label of ['Related articles', 'You may also like', 'Das könnte Sie auch interessieren', '関連記事']) {
    const places = [
      `<article>${PROSE}</article><h2>${label}</h2>${CARDS}`,
      `<article>${PROSE}<h2>${label}</h2>${CARDS}</article>`,
      `<article>${PROSE}<div><div><h2>${label}</h2></div><div>${CARDS}</div></div></article>`,
      `<article>${PROSE}<h2>${label}</h2>${NUMBERS.map(card).join('')}</article>`,
      `<article>${PROSE}<div><h2>${label}</h2>${CARDS}</div>${PROSE}</article>`,
    ]
    for (const body of places) {
      const html = content(body)
      assert.match(html, /nine hundred years/, body)
      for (const other of [label, /Tour \d/, /A walk of two hours/]) assert.doesNotMatch(html, new RegExp(other), body)
    }
  }
})

test('cards below another heading stay, and so do cards on a page that consists of them', () => {
  const tours = content(`<article>${PROSE}<h2>The tours</h2>${CARDS}</article>`)
  for (const number of NUMBERS) assert.match(tours, new RegExp(`Tour ${number} `))
  const list = content(`${EXCERPT}<h2>Today</h2>${CARDS}<h2>Most read</h2>${CARDS.replaceAll('/t/', '/m/')}`)
  assert.match(list, /t\/4[^]*m\/4/)
})

test('a section with a text of its own below such a label stays', () => {
  const section = `<section><h3>Moorings</h3>${PROSE}</section>`
  assert.match(content(`<article>${PROSE}<h2>Related topics</h2>${section}${section}</article>`), /Moorings/)
})
