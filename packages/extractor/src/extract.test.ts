import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSync } from './extract.ts'
import type { Article, Capture, Extraction } from './extraction.ts'

const prose = '<p>The tide comes in, and it goes out again, and nobody has ever found a way to hurry it.</p>'.repeat(12)

function aCapture(body: string | Uint8Array, changes: Partial<Capture> = {}): Capture {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return {
    url: 'https://a.example/dir/page',
    status: 200,

    contentType: 'text/html',
    body: bytes,
    ...changes,
  }
}

function articleOf(extraction: Extraction): Article {
  assert.equal(extraction.kind, 'article', JSON.stringify(extraction).slice(0, 300))
  return (extraction as Extract<Extraction, { kind: 'article' }>).article
}

function reasonOf(extraction: Extraction): string {
  return extraction.kind === 'unreadable' ? extraction.reason : 'an article'
}

test('a page becomes an article, and every step is told in order', () => {
  const extraction = extractSync(aCapture(`<title>Tides</title><h1>Tides</h1>${prose}`))
  assert.equal(articleOf(extraction).title, 'Tides')
  assert.deepEqual(
    extraction.steps.map(({ name }) => name),
    [
      'type',
      'base',
      'shadow roots',
      'streamed',
      'noscript',
      'metadata',
      'embeds',
      'mathematics',
      'images',
      'footnotes',
      'addresses',
      'machinery',
      'code',
      'headings',
      'tabs',
      'call-outs',
      'quotes',
      'figures',
      'parts',
      'title',
      'byline',
      'text',
      'stated text',
      'captions',
      'unrelated lines',
      'lines',
      'stated parts',
      'frames',
      'notes',
      'formulas',
      'blank space',
      'sanitise',
      'language',
      'picture',
    ],
  )
})

test('an extraction survives being sent between threads', () => {
  const extraction = extractSync(aCapture(`<title>Tides</title>${prose}`))
  assert.deepEqual(structuredClone(extraction), extraction)
})

const sent = (contentType: string | undefined) =>
  articleOf(extractSync(aCapture(`<html>${prose}`, { contentType }))).mimetype

test('the content type is kept as sent, unless the bytes show that it lies', () => {
  assert.equal(sent('text/html; charset=UTF-8'), 'text/html; charset=UTF-8')
  assert.equal(sent('image/png'), 'text/html')
  assert.equal(sent(undefined), 'text/html')
})

test('the charset that the header names is used', () => {
  const body = Buffer.from(`<title>caf\xe9</title>${prose}`, 'latin1')
  assert.equal(articleOf(extractSync(aCapture(body, { contentType: 'text/html; charset=iso-8859-1' }))).title, 'café')
})

for (const status of [400, 401, 429, 500, 503]) {
  test(`a page with status ${status} is an http_error, and its title is not taken`, () => {
    const extraction = extractSync(aCapture(`<title>Oops</title>${prose}`, { status }))
    assert.equal(reasonOf(extraction), 'http_error')
    assert.deepEqual(extraction.kind === 'unreadable' && extraction.metadata, {})
  })
}

test('a refused page that says it is an article leaves its metadata', () => {
  const head = '<meta property="og:type" content="article"><meta property="og:description" content="Behind a wall">'
  const extraction = extractSync(aCapture(`${head}<title>Paid</title><p>Subscribe`, { status: 403 }))
  assert.equal(extraction.kind === 'unreadable' && extraction.metadata.summary, 'Behind a wall')
})

test('a page without text is no_readable_text, with its metadata and a sentence for the reader', () => {
  const extraction = extractSync(
    aCapture('<html lang="en"><title>App</title><meta name="description" content="An app."><div id="root">'),
  )
  assert.equal(reasonOf(extraction), 'no_readable_text')
  assert.ok(extraction.kind === 'unreadable')
  const { metadata, message } = extraction
  assert.deepEqual([metadata.title, metadata.summary, metadata.language], ['App', 'An app.', 'en'])
  assert.match(message, /^[A-Z].*\.$/)
})

test('an empty body is unreadable', () => {
  assert.notEqual(reasonOf(extractSync(aCapture(''))), 'an article')
})

test('plain text becomes paragraphs titled "Plain text", and markup in it is only shown', () => {
  const text = 'One <script>alert(1)</script>\n\nTwo & three'
  const article = articleOf(extractSync(aCapture(text, { contentType: 'text/plain' })))
  assert.equal(article.title, 'Plain text')
  assert.equal(article.content, '<p>One &lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>Two &amp; three</p>')
})

const IMAGES: Readonly<Record<string, string>> = {
  'image/png': '89504e470d0a1a0a0000000d49484452',
  'image/jpeg': 'ffd8ffe000104a46494600010100',
  'image/gif': '474946383961010001000000',
  'image/webp': '524946462400000057454250565038',
}

for (const [mimetype, bytes] of Object.entries(IMAGES)) {
  test(`a file of ${mimetype} becomes an article titled "Image" that shows it, whatever the header says`, () => {
    const url = 'https://a.example/i?x="&y=1'
    const article = articleOf(extractSync(aCapture(Buffer.from(bytes, 'hex'), { contentType: 'text/html', url })))
    assert.deepEqual([article.title, article.mimetype, article.readingTime], ['Image', mimetype, 0])
    assert.match(article.content, /^<p><img src="https:\/\/a\.example\/i\?x=%22&amp;y=1" alt=""/)
    assert.match(article.previewPicture ?? '', /^https:\/\/a\.example\/i\?x=/)
  })
}

for (const [name, body, contentType] of [
  ['a PDF', '%PDF-1.7\n', 'application/pdf'],
  ['an archive', 'PK\u0003\u0004', 'application/zip'],
  ['JSON', '{"a":1}', 'application/json'],
  ['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
  ['bytes without a type', '\u0000\u0001\u0002', undefined],
] as const) {
  test(`${name} is an unsupported_type`, () => {
    assert.equal(reasonOf(extractSync(aCapture(body, { contentType }))), 'unsupported_type')
  })
}

test('more than 10 MB of text is too_large, and so are more than 200,000 nodes', () => {
  assert.equal(reasonOf(extractSync(aCapture(`<p>${'x'.repeat(10 * 1024 * 1024)}`))), 'too_large')
  assert.equal(reasonOf(extractSync(aCapture('<p>x'.repeat(200_001)))), 'too_large')
})

/** Pages that try to make the extraction slow (security notes, section 2.2 F10). */
const SHAPES: Readonly<Record<string, string>> = {
  '100,000 nested elements': `${'<div>'.repeat(100_000)}${prose}`,
  '100,000 nested unclosed formats': `${'<b>'.repeat(100_000)}x${prose}`,
  'crossed formatting': `${'<div><b><a href=/x><i>'.repeat(10_000)}x${'</a></b></i>'.repeat(5000)}${prose}`,
  '20,000 nested tables': `${'<table><tr><td>'.repeat(20_000)}${prose}`,
  'half-open tags': `${prose}${'<a '.repeat(100_000)}`,
  '100,000 attributes': `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join(' ')}>${prose}`,
  'an attribute of 8 MB': `<p title="${'x'.repeat(8_000_000)}">${prose}`,
  'a title of 1 MB': `<title>${'a, - | '.repeat(150_000)}</title>${prose}`,
  'a million entities': `${prose}<p>${'&amp;'.repeat(1_000_000)}`,
  '5 MB of blanks': `${prose}${' '.repeat(5_000_000)}`,
  '30,000 noscripts and stand-ins': `${prose}${'<img src=blank.gif><noscript><img src=x></noscript>'.repeat(30_000)}`,
  'JSON-LD of great depth': `<script type="application/ld+json">${'['.repeat(300_000)}</script>${prose}`,
  'class names of 1 MB': `<div class="${'byline- '.repeat(130_000)}">x</div>${prose}`,
  'a date of 1 MB': `<time>${'1 January '.repeat(100_000)}</time><meta name=date content="${'2020-'.repeat(100_000)}">${prose}`,
}

for (const [name, html] of Object.entries(SHAPES)) {
  test(`a page with ${name} is answered in time`, () => {
    const before = process.cpuUsage()
    const extraction = extractSync(aCapture(html))
    const { user } = process.cpuUsage(before)
    assert.ok(user < 8_000_000, `${Math.round(user / 1000)} ms`)
    assert.ok(['article', 'unreadable'].includes(extraction.kind))
  })
}

test('5 MB of one long text line is read, as far as 4 MB', () => {
  const article = articleOf(extractSync(aCapture(`<article><p>${'word, '.repeat(800_000)}</p></article>`)))
  assert.ok(article.readingTime > 3100 && article.readingTime < 3500, `${article.readingTime} minutes`)
})

test('the box of a consent manager is no article, however long its text is', () => {
  const box = `<div id="onetrust-consent-sdk"><h2>Your privacy</h2>${'<p>We process your data to deliver content or advertisements, and measure the delivery of such content.</p>'.repeat(30)}</div>`
  const { content } = articleOf(
    extractSync(aCapture(`<title>Tides</title><main><article>${prose}</article></main>${box}`)),
  )
  assert.match(content, /The tide comes in/)
  assert.doesNotMatch(content, /privacy|process your data/)
  const onItsOwn = extractSync(aCapture(`<title>Tides</title><p>Recipes</p>${box}`))
  assert.doesNotMatch(onItsOwn.kind === 'article' ? onItsOwn.article.content : '', /process your data/)
})

test('a term of documentation keeps its words apart, and has no permalink', () => {
  const term =
    '<dl class="py class"><dt class="sig" id="x"><em class="property"><span class="pre">class</span><span class="w"> </span></em><span class="sig-name"><span class="pre">Tide</span></span><a class="headerlink" href="#x" title="Link">\u00B6</a></dt><dd><p>The movement of the sea, as the moon pulls it.</p></dd></dl>'
  const { content } = articleOf(extractSync(aCapture(`<title>Tides</title><article>${prose}${term}</article>`)))
  assert.match(content.replaceAll(/<[^>]+>/g, ''), /class Tide(?!\u00B6)/)
})
