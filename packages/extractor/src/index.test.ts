import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanContent, extract, toMarkdown } from './index.ts'

const body = (html: string) => new TextEncoder().encode(html)
const prose = '<p>The tide <b>comes in</b>, and it goes out again, every day of the <a href="/year">year</a>.</p>'

test('the status and the content type of a page are optional', async () => {
  const page = {
    url: 'https://a.example/tides',
    body: body(`<title>Tides</title><article>${prose.repeat(9)}</article>`),
  }
  const extraction = await extract(page)
  assert.ok(extraction.kind === 'article')
  assert.equal(extraction.article.title, 'Tides')
  assert.ok(extraction.article.content.includes('<a href="https://a.example/year"'))
})

test('the content of an article becomes Markdown', () => {
  const markdown = toMarkdown('<h2>Tides</h2><p>It <b>comes in</b>.</p><ul><li>daily</li></ul>')
  assert.equal(markdown, '## Tides\n\nIt **comes in**.\n\n- daily')
})

test('links to places of the article lead to anchors in Markdown, others and footnotes stay text', () => {
  const html =
    '<p>See <a href="#b">the <b>tides</b></a>, <a href="#gone">gone</a><sup><a href="#fn-1">1</a></sup>.</p>' +
    '<h2 id="b"><a href="#c">Tides</a></h2><ul><li id="c">1. daily</li></ul><p id="unlinked">Moon</p>' +
    '<ol><li id="fn-1">A note.</li></ol>'
  assert.equal(
    toMarkdown(html),
    'See [the **tides**](#b), gone<sup>1</sup>.\n\n## <a id="b"></a>[Tides](#c)\n\n- <a id="c"></a>1. daily\n\nMoon\n\n1. A note.',
  )
})

test('a place is marked once, at its first text, even if the text has several styles', () => {
  const html = '<p><a href="#s">down</a></p><section id="s"><p><i>High</i> water</p><p>Low</p></section>'
  assert.equal(toMarkdown(html), '[down](#s)\n\n<a id="s"></a>*High* water\n\nLow')
})

test('cleanContent sanitises HTML and keeps all its text', () => {
  const { content } = cleanContent({ html: `${prose}<script>alert(1)</script>`, url: 'https://a.example/' })
  assert.match(content, /^<p>The tide <b>comes in<\/b>.*<a href="https:\/\/a\.example\/year"[^>]*>year<\/a>\.<\/p>$/)
})

test('a page without a usable address is still read', async () => {
  const html = `<link rel="canonical" href="https://a.example/"><article>${prose.repeat(9)}</article>`
  for (const url of ['', 'about:blank', 'nonsense']) {
    const extraction = await extract({ url, body: body(html) })
    assert.equal(extraction.kind, 'article', url)
  }
})
