import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSync } from './extract.ts'
import type { Article, Capture, Extraction } from './extraction.ts'
import { assertLinearTime } from './linear-time.fixture.ts'

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

test('a page becomes an article, and every step is reported in order', () => {
  const extraction = extractSync(aCapture(`<title>Tides</title><h1>Tides</h1>${prose}`))
  assert.equal(articleOf(extraction).title, 'Tides')
  assert.deepEqual(
    extraction.steps.map(({ name }) => name),
    [
      'type',
      'base',
      'shadow roots',
      'frames with text',
      'streamed',
      'noscript',
      'metadata',
      'embeds',
      'mathematics',
      'taken pictures',
      'images',
      'other pictures',
      'hidden text',
      'controls',
      'roles',
      'footnotes',
      'addresses',
      'cards',
      'non-content',
      'white space',
      'code',
      'headings',
      'tools',
      'tabs',
      'call-outs',
      'quotes',
      'boxes',
      'figures',
      'parts',
      'next articles',
      'title',
      'byline',
      'text',
      'stated text',
      'captions',
      'unrelated lines',
      'lines',
      'other pages',
      'data',
      'pictures',
      'lead picture',
      'style rules',
      'stated parts',
      'frames',
      'notes',
      'card titles',
      'formulas',
      'captured pictures',
      'blank space',
      'sanitise',
      'language',
      'picture',
    ],
  )
})

test('an extraction can be sent between threads unchanged', () => {
  const extraction = extractSync(aCapture(`<title>Tides</title>${prose}`))
  assert.deepEqual(structuredClone(extraction), extraction)
})

const sent = (contentType: string | undefined) =>
  articleOf(extractSync(aCapture(`<html>${prose}`, { contentType }))).mimetype

test('the content type is kept as sent unless the bytes contradict it', () => {
  assert.equal(sent('text/html; charset=UTF-8'), 'text/html; charset=UTF-8')
  assert.equal(sent('image/png'), 'text/html')
  assert.equal(sent(undefined), 'text/html')
})

test('the charset that the header names is used', () => {
  const body = Buffer.from(`<title>caf\xe9</title>${prose}`, 'latin1')
  assert.equal(articleOf(extractSync(aCapture(body, { contentType: 'text/html; charset=iso-8859-1' }))).title, 'café')
})

for (const status of [400, 401, 429, 500, 503]) {
  test(`a page with status ${status} is an http_error, and its title is not used`, () => {
    const extraction = extractSync(aCapture(`<title>Oops</title>${prose}`, { status }))
    assert.equal(reasonOf(extraction), 'http_error')
    assert.deepEqual(extraction.kind === 'unreadable' && extraction.metadata, {})
  })
}

test('a page with status 403 that declares itself an article keeps its metadata', () => {
  const head = '<meta property="og:type" content="article"><meta property="og:description" content="Behind a wall">'
  const extraction = extractSync(aCapture(`${head}<title>Paid</title><p>Subscribe`, { status: 403 }))
  assert.equal(extraction.kind === 'unreadable' && extraction.metadata.summary, 'Behind a wall')
})

test('a page without text is reported as no_readable_text, with its metadata and a message', () => {
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

test('plain text becomes an article with the title "Plain text", and markup in it is escaped', () => {
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
  test(`a file of type ${mimetype} becomes an article with the title "Image" and the image, whatever the header says`, () => {
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
  test(`${name} is reported as unsupported_type`, () => {
    assert.equal(reasonOf(extractSync(aCapture(body, { contentType }))), 'unsupported_type')
  })
}

test('more than 10 MB of text is too_large, and so are more than 200,000 nodes', () => {
  assert.equal(reasonOf(extractSync(aCapture(`<p>${'x'.repeat(10 * 1024 * 1024)}`))), 'too_large')
  assert.equal(reasonOf(extractSync(aCapture('<p>x'.repeat(200_001)))), 'too_large')
})

/** Pages that try to make the extraction slow (security specification, section 2.2 F10), and their smaller size. */
const SHAPES: Readonly<Record<string, readonly [size: number, htmlOf: (size: number) => string]>> = {
  'nested elements': [3000, (count) => `${'<div>'.repeat(count)}${prose}`],
  'nested unclosed formatting elements': [3000, (count) => `${'<b>'.repeat(count)}x${prose}`],
  'crossed formatting': [
    150,
    (count) => `${'<div><b><a href=/x><i>'.repeat(2 * count)}x${'</a></b></i>'.repeat(count)}${prose}`,
  ],
  'nested tables': [500, (count) => `${'<table><tr><td>'.repeat(count)}${prose}`],
  'unclosed tags': [12_000, (count) => `${prose}${'<a '.repeat(count)}`],
  attributes: [6000, (count) => `<p ${Array.from({ length: count }, (_, i) => `a${i}=1`).join(' ')}>${prose}`],
  'a long attribute': [500_000, (length) => `<p title="${'x'.repeat(length)}">${prose}`],
  'a long title': [70_000, (length) => `<title>${'a, - | '.repeat(length / 7)}</title>${prose}`],
  entities: [10_000, (count) => `${prose}<p>${'&amp;'.repeat(count)}`],
  spaces: [300_000, (count) => `${prose}${' '.repeat(count)}`],
  'noscript elements and placeholders': [
    500,
    (count) => `${prose}${'<img src=blank.gif><noscript><img src=x></noscript>'.repeat(count)}`,
  ],
  'deeply nested JSON-LD': [
    40_000,
    (depth) => `<script type="application/ld+json">${'['.repeat(depth)}</script>${prose}`,
  ],
  'long class names': [120_000, (length) => `<div class="${'byline- '.repeat(length / 8)}">x</div>${prose}`],
  'a long date': [
    100_000,
    (length) =>
      `<time>${'1 January '.repeat(length / 10)}</time><meta name=date content="${'2020-'.repeat(length / 5)}">${prose}`,
  ],
}

for (const [name, [size, htmlOf]] of Object.entries(SHAPES)) {
  test(`a page with very many or very long parts takes linear time: ${name}`, async () => {
    await assertLinearTime(size, (count) => {
      const capture = aCapture(htmlOf(count))
      return () => assert.ok(['article', 'unreadable'].includes(extractSync(capture).kind))
    })
  })
}

test('the first 4 MB of a text line of 5 MB are read', () => {
  const article = articleOf(extractSync(aCapture(`<article><p>${'word, '.repeat(800_000)}</p></article>`)))
  assert.ok(article.readingTime > 3100 && article.readingTime < 3500, `${article.readingTime} minutes`)
})

test('the box of a consent manager is never part of the article, however long its text is', () => {
  const box = `<div id="onetrust-consent-sdk"><h2>Your privacy</h2>${'<p>We process your data to deliver content or advertisements, and measure the delivery of such content.</p>'.repeat(30)}</div>`
  const { content } = articleOf(
    extractSync(aCapture(`<title>Tides</title><main><article>${prose}</article></main>${box}`)),
  )
  assert.match(content, /The tide comes in/)
  assert.doesNotMatch(content, /privacy|process your data/)
  const onItsOwn = extractSync(aCapture(`<title>Tides</title><p>Recipes</p>${box}`))
  assert.doesNotMatch(onItsOwn.kind === 'article' ? onItsOwn.article.content : '', /process your data/)
})

/** @returns a cookie dialog of no known consent manager */
const cookieDialog = (inner: string) =>
  `<div role="alertdialog" class="notice-x">${inner}<p>We and our 84 partners use cookies and similar methods to recognize visitors and remember their preferences.</p><p>${'You can change your choice at the end of each page. '.repeat(20)}</p><button>Agree</button></div>`

test('a dialog about cookies is never part of the article, but a dialog with an article is', () => {
  const teasers =
    '<main><ul><li><h2><a href="/a">Tides</a></h2></li><li><h2><a href="/b">Moons</a></h2></li></ul></main>'
  const overview = extractSync(aCapture(`<title>Sea</title>${cookieDialog('')}${teasers}`))
  assert.doesNotMatch(overview.kind === 'article' ? overview.article.content : '', /84 partners/)
  const { content } = articleOf(
    extractSync(aCapture(`<title>Sea</title>${cookieDialog(`<article>${prose}</article>`)}`)),
  )
  assert.match(content, /The tide comes in/)
})

test('a term in documentation keeps the spaces between its words and loses its permalink', () => {
  const term =
    '<dl class="py class"><dt class="sig" id="x"><em class="property"><span class="pre">class</span><span class="w"> </span></em><span class="sig-name"><span class="pre">Tide</span></span><a class="headerlink" href="#x" title="Link">\u00B6</a></dt><dd><p>The movement of the sea, as the moon pulls it.</p></dd></dl>'
  const { content } = articleOf(extractSync(aCapture(`<title>Tides</title><article>${prose}${term}</article>`)))
  assert.match(content.replaceAll(/<[^>]+>/g, ''), /class Tide(?!\u00B6)/)
})

const SENTENCE =
  'Forty volunteers met every Saturday at low water and handed each stone from one pair of arms to the next. '
const REFRAIN = 'And the tide comes in, and the tide goes out, and the harbour bell rings on.'

function extractSong(body: string, status = 200): Extraction {
  const html = `<html><head><title>Song</title><meta property="og:type" content="article"></head><body>
<nav><a href="/">Home</a></nav><main><article><h1>Song</h1>${body}</article></main></body></html>`
  return extractSync(aCapture(html, { url: 'https://a.example/song', status }))
}

const verses = (count: number, between: string) =>
  Array.from({ length: count }, (_, i) => `<p>${i + 1}. ${SENTENCE.repeat(4)}</p>${between}`).join('')

test('a refrain is kept as often as it occurs in the text', () => {
  for (const count of [2, 4, 9]) {
    const { content } = articleOf(extractSong(verses(count, `<p>${REFRAIN}</p>`)))
    assert.equal(content.split(REFRAIN).length - 1, count)
  }
})

test('copies of a line with a link between paragraphs are removed', () => {
  const prompt = '<p>Read the other songs of the harbour <a href="/more">in our large collection</a> of songs.</p>'
  const { content } = articleOf(extractSong(verses(4, prompt)))
  assert.ok(content.split('large collection').length - 1 < 4)
})

test('a page with status 404 or 410 is extracted if it contains an article, and a page with status 403 or 500 is not', () => {
  for (const status of [404, 410]) {
    const found = extractSong(verses(4, ''), status)
    assert.equal(found.kind, 'article')
    assert.ok(found.steps.some(({ note }) => note === `${status}, with an article`))
    const sorry = extractSong(`<p>Sorry, this page does not exist. ${SENTENCE}</p>`, status)
    assert.equal(reasonOf(sorry), 'http_error')
  }
  for (const status of [403, 500]) assert.equal(reasonOf(extractSong(verses(4, ''), status)), 'http_error')
})
