import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanContent } from './clean-content.ts'
import { HOSTILE_MARKUP } from './clean/hostile-markup.fixture.ts'
import { plainTextContent } from './formats/plain-text.ts'
import { sanitise } from './clean/sanitise.ts'
import { threadMillisecondsSince } from './thread-time.fixture.ts'

const url = 'https://a.example/dir/page'

test('content from clients keeps its text, and its images have absolute addresses and send no referrer', () => {
  const { content } = cleanContent({ html: '<p>Text<img src="i.png"></p>', url })
  assert.equal(
    content,
    '<p>Text<img src="https://a.example/dir/i.png" alt="" loading="lazy" referrerpolicy="no-referrer"></p>',
  )
})

test('headings, menus and bylines are not removed', () => {
  const { content } = cleanContent({ html: '<h1>T</h1><nav>menu</nav><p class=byline>By Ada</p><p>short</p>', url })
  assert.equal(content, '<h1>T</h1><div>menu</div><p>By Ada</p><p>short</p>')
})

test('the title, the language and the picture for sharing of a whole page are returned', () => {
  const html =
    '<html lang=fr><head><title>Marées</title><meta property=og:image content=/p.png></head><body><p>Oui</p></body>'
  const cleaned = cleanContent({ html, url })
  const { title, language, previewPicture, readingTime } = cleaned
  assert.deepEqual(
    { title, language, previewPicture, readingTime },
    { title: 'Marées', language: 'fr', previewPicture: 'https://a.example/p.png', readingTime: 0 },
  )
})

test('the first image of the content is used if there is no picture for sharing', () => {
  assert.equal(
    cleanContent({ html: '<img srcset="/s.png 1x, /l.png 2x"><img src=/b.png>', url }).previewPicture,
    'https://a.example/l.png',
  )
  assert.equal(cleanContent({ html: '<p>x', url }).previewPicture, undefined)
})

test('the reading time is calculated from the text', () => {
  assert.equal(cleanContent({ html: `<p>${'word '.repeat(400)}</p>`, url }).readingTime, 2)
})

test('content from clients passes the same sanitiser', () => {
  for (const payload of HOSTILE_MARKUP) {
    const { content } = cleanContent({ html: payload, url })
    assert.equal(sanitise(content), content)
    assert.doesNotMatch(content, /<script|<iframe|<svg|<style|(?:href|src)="(?!https?:)/i)
  }
})

/** HTML that clients send, each with the expected result. */
const FORMS: Readonly<Record<string, readonly [given: string, kept: string]>> = {
  'footnotes get numbers and link to their references': [
    '<p>Tide<sup id="r"><a href="#n">a</a></sup>.</p><ol class="footnotes"><li id="n">First <a href="#r">↩</a></li></ol>',
    '<p>Tide<sup><a href="#fn-1" id="fnref-1" rel="noopener noreferrer">1</a></sup>.</p>' +
      '<ol><li id="fn-1">First <a href="#fnref-1" rel="noopener noreferrer">↩</a></li></ol>',
  ],
  'code loses its highlighting and line numbers, and a poem is not changed': [
    '<div class="highlight"><table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>' +
      '<code class="language-js"><span>let</span> a\nlet b</code></pre></td></tr></table></div><pre>Roses\nare red</pre>',
    '<div><pre><code class="language-js">let a\nlet b</code></pre></div><pre>Roses\nare red</pre>',
  ],
  'formulas become MathML and are not repeated': [
    '<p>E <span class="katex"><span><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation>' +
      '</semantics></math></span><span aria-hidden="true">x2</span></span> and <script type="math/tex">y_1</script></p>',
    '<p>E <math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math> and ' +
      '<math><semantics><mrow><msub><mi>y</mi><mn>1</mn></msub></mrow><annotation encoding="application/x-tex">y_1</annotation></semantics></math></p>',
  ],
  'video players become links with their title': [
    '<lite-vimeo videoid="123" title="Tides"></lite-vimeo><iframe src="https://ads.example/x"></iframe>',
    '<figure><figcaption><a href="https://vimeo.com/123" rel="noopener noreferrer">Tides</a> · Vimeo</figcaption></figure>',
  ],
  'lazy images get their real address': [
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/real.png">',
    '<img src="https://a.example/real.png" alt="" loading="lazy" referrerpolicy="no-referrer">',
  ],
}

for (const [sentence, [given, kept]] of Object.entries(FORMS)) {
  test(`content from clients: ${sentence}`, () => {
    const { content } = cleanContent({ html: given, url })
    assert.equal(content, kept)
    assert.equal(cleanContent({ html: content, url }).content, content, 'a second time nothing changes')
  })
}

test('parts that are removed from pages stay in content from clients', () => {
  const html =
    '<h1>T</h1><div class="share">share</div><aside>box</aside><h2>H<a class="anchor" href="#h">#</a></h2>' +
    '<p class="dateline">1 May 2026</p><div class="related"><ul><li><a href="/o">other</a></li></ul></div>'
  const text = cleanContent({ html, url }).content.replaceAll(/<[^>]*>/g, ' ')
  assert.deepEqual(text.trim().split(/\s+/), ['T', 'share', 'box', 'H#', '1', 'May', '2026', 'other'])
})

test('hostile content from clients is cleaned in less than eight seconds', () => {
  const many = 20_000
  const forms = [
    '<a href="#n">1</a><li id="n">x',
    '<sup><a href="#fn-1">1</a></sup><p id="fn-1">x',
    '<table><tr><td class="gutter">1<td class="code"><pre>',
    '<div class="highlight"><pre><code>x</code></pre></div>',
    '<span class="katex"><math><mi>x</mi></math></span>',
    '<iframe src="https://player.vimeo.com/video/1"></iframe>',
    '<noscript><img src="/a.png"></noscript><img>',
    '<a href="#p">x</a><i id="p"></i>',
    '<p>1. x<sup>1</sup><ol><li>y</ol>',
    '<b role="math" data-latex="x^2">x</b>',
    '<figure><button><img src="/a.png"></button>',
    '<b aria-label="x"><i aria-hidden="true">a</i><i class="sr-only">b</i>',
    '<b style="white-space:pre">a\nb',
  ]
  for (const form of forms) {
    const start = process.threadCpuUsage()
    cleanContent({ html: form.repeat(Math.floor(many / 4)), url })
    const seconds = threadMillisecondsSince(start) / 1000
    assert.ok(seconds < 8, `${form}: ${seconds.toFixed(1)} s`)
  }
})

test('plain text becomes paragraphs, wrapped lines are joined, and short lines are kept', () => {
  const wrapped = 'This line is long enough to have been wrapped by a program,\nand this is its end.'
  assert.equal(
    plainTextContent(`${wrapped}\r\n\r\nRoses\nViolets\n`),
    `<p>${wrapped.replace('\n', ' ')}</p>\n<p>Roses<br>Violets</p>`,
  )
})

test('indented plain text and plain text without paragraphs become preformatted text', () => {
  assert.equal(plainTextContent('a\n\n  b <c>\n'), '<pre>a\n\n  b &lt;c&gt;\n</pre>')
  assert.equal(plainTextContent('a\nb'), '<pre>a\nb</pre>')
})

const SIGNS: readonly (readonly [given: string, cleaned: string])[] = [
  ['x<y and more', 'x&lt;y and more'],
  ['x<y and more <b>then</b> rest', 'x&lt;y and more <b>then</b> rest'],
  ['<p>if a<b then</p><p>more</p>', '<p>if a&lt;b then</p><p>more</p>'],
  ['x<y and z=3', 'x&lt;y and z=3'],
  ['<p>a < b, a <3 b</p>', '<p>a &lt; b, a &lt;3 b</p>'],
  [
    '<a href="https://a.example/?a<b">link</a>',
    '<a href="https://a.example/?a%3Cb" rel="noopener noreferrer">link</a>',
  ],
  ['<p title="a<b <c">text</p>', '<p title="a&lt;b &lt;c">text</p>'],
  ['x<br>y<i>z</i>', 'x<br>y<i>z</i>'],
]

test('a less-than sign that does not start a tag becomes text, and the text after it is kept', () => {
  for (const [given, cleaned] of SIGNS) {
    assert.equal(cleanContent({ html: given, url: 'https://a.example/' }).content, cleaned, given)
  }
})

test('30,000 unclosed or invalid tags are cleaned in less than eight seconds', () => {
  const started = process.threadCpuUsage()
  for (const part of ['<a ', '<a="', 'a<b c', '<p title="<x ']) {
    cleanContent({ html: part.repeat(30_000), url: 'https://a.example/' })
  }
  assert.ok(threadMillisecondsSince(started) < 8000, `${threadMillisecondsSince(started)} ms`)
})
