import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { elementsOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { extractPage } from '../extract-page.ts'
import { formatPreservedText } from './preformatted-text.ts'

const formatted = (html: string): string => htmlAfter(html, (tree) => formatPreservedText(elementsOf(tree)))

const CODE = 'a = 1\nif a:\n    moor(a)'
const POEM =
  'The tide came in at four,\nand nobody could say\n\nwhich of the boats had gone\nand which had lost its way.'

test('code whose style preserves white space becomes a code block', () => {
  for (const html of [
    `<div><code style="white-space: pre">${CODE}</code></div>`,
    `<div><p><code style="color:red;white-space:pre-wrap">${CODE}</code></p></div>`,
    `<div><div style="white-space:pre;font-family:Menlo, monospace">${CODE}</div></div>`,
    `<div><div style="white-space:pre">${CODE}</div></div>`,
    `<div><div style="white-space:break-spaces"><code>${CODE}</code></div></div>`,
  ])
    assert.match(formatted(html), /^<div><pre><code[^>]*>(?:<code>)?a = 1\nif a:\n {4}moor\(a\)/, html)
})

test('a poem and prose whose style preserves white space keep their lines and are no code', () => {
  for (const style of ['pre', 'pre-wrap', 'pre-line'])
    assert.equal(
      formatted(`<div style="white-space:${style}">\n${POEM}\n</div>`),
      `<div style="white-space:${style}">${POEM.replaceAll('\n', '<br>')}</div>`,
    )
  const long = `${'Long words of a letter about the harbour, and more of them, '.repeat(9)}\nSincerely, (the keeper)`
  assert.match(formatted(`<p style="white-space:pre-wrap">${long}</p>`), /^<p [^>]*>Long.*<br>Sincerely/)
})

test('text without line breaks, and boxes with other blocks, stay as they are', () => {
  for (const html of [
    '<p>Use <code style="white-space:pre">moor(a)</code> here.</p>',
    `<div style="white-space:pre-wrap"><p>${POEM}</p></div>`,
    `<pre><span style="white-space:pre">${CODE}</span></pre>`,
    `<div style="white-space:nowrap">${CODE}</div>`,
  ])
    assert.equal(formatted(html), html)
})

test('an article keeps the lines and the indentation of code', () => {
  const prose =
    '<p>The tide comes in, and it goes out again, and nobody has ever found a way to hurry it, as he says.</p>'
  const other =
    '<p>Every boat in the harbour waits for it, and the people on the pier wait with them, with hot tea.</p>'
  const text = `<title>T</title><article><h1>T</h1>${prose}<div class="language-python" style="white-space:pre-wrap;font-family:monospace">${CODE}</div>${other}</article>`
  const extraction = extractPage({ url: 'https://a.example/', text, mimetype: 'text/html' }, [])
  assert.match(
    extraction.kind === 'article' ? extraction.article.content : '',
    /<pre><code class="language-python">a = 1\nif a:\n {4}moor\(a\)<\/code><\/pre>/,
  )
})

test('fifty thousand preserved texts, and deeply nested ones, take less than five seconds', () => {
  const style = 'style="white-space:pre-wrap"'
  const nested = `<span ${style}>a\nb`.repeat(400)
  const page = parsePage(`<div>${`<span ${style}>a\nb</span>`.repeat(50_000)}</div>${nested}`)
  const before = performance.now()
  formatPreservedText(elementsOf(page))
  assert.ok(performance.now() - before < 5000)
})
