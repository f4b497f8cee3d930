import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escapeAttribute } from '../dom/escape-text.ts'
import { extractSync } from '../extract.ts'

const prose = (word: string): string =>
  `<p>${`The ${word} goes out twice a day, and comes back, as all know. `.repeat(8)}</p>`
const framed = (html: string, attributes = ''): string =>
  `<iframe ${attributes} sandbox srcdoc="${escapeAttribute(html)}"></iframe>`

function contentOf(body: string): string {
  const text = `<!doctype html><html lang="en"><title>Tides</title><body>${body}</body></html>`
  const extraction = extractSync({
    url: 'https://lists.example/2026/1',
    contentType: 'text/html',
    body: Buffer.from(text),
  })
  assert.ok(extraction.kind === 'article', JSON.stringify(extraction))
  return extraction.article.content
}

test('a message that the page shows in a frame is the article', () => {
  const message = `<html><head><title>M</title><style>p{color:red}</style></head><body>${prose('tide')}
    <p>See <a href="notes.html">the notes</a>.</p>${prose('moon')}</body></html>`
  const content = contentOf(`<header><h1>Tides</h1></header><main>${framed(message)}</main>`)
  assert.match(
    content,
    /The tide[^]*<a href="https:\/\/lists\.example\/2026\/notes\.html"[^>]*>the notes<\/a>[^]*The moon/,
  )
  assert.doesNotMatch(content, /color|iframe/)
})

test('a frame in an article is read at its place, also in another frame', () => {
  const inner = `${prose('moon')}${framed(prose('star'))}`
  const content = contentOf(`<article>${prose('tide')}${framed(inner)}${prose('wind')}</article>`)
  assert.match(content, /The tide[^]*The moon[^]*The star[^]*The wind/)
})

test('advertisements and hidden frames are left out', () => {
  const advertisement = framed('<p>Buy boats now</p>')
  const content = contentOf(`<article>${prose('tide')}${advertisement}${framed(prose('moon'), 'hidden')}</article>`)
  assert.doesNotMatch(content, /Buy boats|The moon/)
  assert.match(content, /The tide/)
})

test('only so much text is read from frames', () => {
  const long = framed(`<p>${'Words go on and on. '.repeat(20_000)}</p>`)
  const content = contentOf(`<article>${prose('tide').repeat(3)}${long}${long}${framed(prose('moon'))}</article>`)
  assert.match(content, /Words go on/)
  assert.doesNotMatch(content, /The moon/)
})
