import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSync } from '../../extract.ts'

const URL = 'https://h.example/tours'
const NUMBERS = [1, 2, 3, 4]
const title = (number: number): string => `Tour ${number} along the old quay`
const prose =
  '<p>The harbour is nine hundred years old, and the town grew around it, street by street, until the railway came.</p>'

/** Returns the content of a page with cards, as the main content or below a label of other pages. */
function extracted(card: (number: number) => string, label?: string): string {
  const cards = `<div>${NUMBERS.map((number) => `<div class="card">${card(number)}</div>`).join('')}</div>`
  const body = label ? `<article>${prose.repeat(6)}</article><h2>${label}</h2>${cards}` : prose + cards
  const page = `<title>Tours</title><main><h1>Tours</h1>${body}</main>`
  const extraction = extractSync({ url: URL, body: Buffer.from(page), contentType: 'text/html; charset=utf-8' })
  return extraction.kind === 'article' ? extraction.article.content : ''
}

const text = '<p>A walk of two hours with stops at the crane, the lock and the fish market, in any weather.</p>'
/** Cards that a link without text covers, by how it names its target. */
const COVERED: Readonly<Record<string, (number: number) => string>> = {
  'aria-label': (number) =>
    `<h3>${title(number)}</h3>${text}<a href="/t/${number}" aria-label="Read: ${title(number)}"></a>`,
  title: (number) => `<a href="/t/${number}" title="${title(number)}"></a><div><b>${title(number)}</b></div>${text}`,
  'text for screen readers': (number) =>
    `<a href="/t/${number}"><span style="display:none">Open</span></a><h3>${title(number)}</h3>${text}`,
  'an address that a style hides': (number) =>
    `<div><div class="sd-card-title">${title(number)}</div>${text}</div><a class="sd-stretched-link sd-hide-link-text" href="/t/${number}"><span>/t/${number}</span></a>`,
  'its place before a first line': (number) =>
    `<a class="overlay" href="/t/${number}"></a><div><p><b>${title(number)}</b></p>${text}</div>`,
  nothing: (number) => `<div><a href="/t/${number}"></a></div><h3>${title(number)}</h3>${text}`,
}

for (const [name, card] of Object.entries(COVERED)) {
  test(`the link that covers a card is that of its title, if it is named by: ${name}`, () => {
    const html = extracted(card)
    for (const number of NUMBERS)
      assert.match(html, new RegExp(`<a href="https://h.example/t/${number}"[^>]*>${title(number)}</a>`))
  })
}

const PICTURED = (number: number): string =>
  `<a href="/t/${number}"><img src="/i/${number}.jpg" width="400" height="300" alt=""></a><h3>${title(number)}</h3>${text}`

test('covered cards and cards with a linked picture are left out below a label of other pages', () => {
  for (const card of [COVERED['aria-label']!, PICTURED]) {
    const html = extracted(card, 'People who read this also read')
    assert.match(html, /The harbour/)
    assert.doesNotMatch(html, /Tour \d/)
    assert.match(extracted(card, 'The tours'), /Tour \d/, 'below another heading they stay')
  }
})

const SHARED = (number: number): string =>
  `<h3>${title(number)}</h3>${text}<a href="/share" aria-label="Share this tour"></a>`
const ANCHORED = (number: number): string =>
  `<a href="#t${number}"></a><h3 id="t${number}">${title(number)}</h3>${text}`
const LONE = (number: number): string => (number === 1 ? COVERED['nothing']!(1) : text)

test('the link of a picture, to a part of the page, and with another label is not that of the title', () => {
  for (const card of [PICTURED, SHARED, ANCHORED]) assert.doesNotMatch(extracted(card), /<h3[^>]*><a/, card(1))
  assert.match(extracted(LONE), /Tour 1/)
})
