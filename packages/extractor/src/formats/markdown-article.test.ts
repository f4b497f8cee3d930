import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractSync } from '../extract.ts'
import type { Article, Capture, Extraction } from '../extraction.ts'
import { assertLinearTime } from '../linear-time.fixture.ts'

function read(text: string, changes: Partial<Capture> = {}): Extraction {
  const capture = { url: 'https://a.example/docs/tides.md', status: 200, contentType: 'text/markdown' }
  return extractSync({ ...capture, body: new TextEncoder().encode(text), ...changes })
}

function articleOf(extraction: Extraction): Article {
  assert.equal(extraction.kind, 'article', JSON.stringify(extraction).slice(0, 300))
  return (extraction as Extraction & { kind: 'article' }).article
}

test('Markdown is rendered, and its first heading becomes the title', () => {
  const article = articleOf(
    read('# Tides\n\nThey *come* and go.\n\n## Moon\n\n- one\n- two\n\n```js\nlet a = 1\n```\n'),
  )
  assert.equal(article.title, 'Tides')
  assert.equal(
    article.content.trim().replaceAll(/\n+/g, ' '),
    '<p>They <em>come</em> and go.</p> <h2>Moon</h2> <ul><li>one</li> <li>two</li> </ul><pre><code class="language-js">let a = 1 </code></pre>',
  )
})

test('front matter gives title, authors, date and language, and is not shown', () => {
  const matter = '---\ntitle: "Of tides"\nauthors:\n  - Ann Lee\n  - Bo Ray\ndate: 2024-05-06\nlang: de\n---\n'
  const article = articleOf(read(`${matter}# Kapitel eins\n\nText.`))
  assert.deepEqual(
    [article.title, article.authors, article.publishedAt, article.language],
    ['Of tides', ['Ann Lee', 'Bo Ray'], '2024-05-06T00:00:00.000Z', 'de'],
  )
  assert.equal(article.content.trim(), '<h1>Kapitel eins</h1>\n<p>Text.</p>')
})

test('front matter in TOML is read too', () => {
  const article = articleOf(read('+++\ntitle = "Of tides"\nauthor = "Ann Lee"\n+++\nText.'))
  assert.deepEqual([article.title, article.authors, article.content.trim()], ['Of tides', ['Ann Lee'], '<p>Text.</p>'])
})

test('front matter without an end is read as text', () => {
  assert.match(articleOf(read('---\ntitle: no\n\nText.')).content, /title: no/)
})

test('relative addresses are made absolute, and dangerous addresses are removed', () => {
  const { content, previewPicture } = articleOf(read('[a](../b.md) [x](javascript:alert(1)) ![p](p.png)'))
  assert.match(content, /href="https:\/\/a\.example\/b\.md"/)
  assert.doesNotMatch(content, /javascript/)
  assert.equal(previewPicture, 'https://a.example/docs/p.png')
})

test('a link to a heading leads to it, and one to a missing place becomes its text', () => {
  const { content } = articleOf(
    read(
      '# Tides\n\n[one](#low-tide-its-hours) [two](#low-tide-its-hours-1) [gone](#moon) [self](x.md#moon)\n\n## Low tide: its hours\n\n## Low tide, its hours\n\nText.',
    ),
  )
  const plain = content.replaceAll(' rel="noopener noreferrer"', '')
  assert.match(plain, /<a href="#low-tide-its-hours">one<\/a> <a href="#low-tide-its-hours-1">two<\/a> gone /)
  assert.match(plain, /<h2 id="low-tide-its-hours">Low tide:.*\n<h2 id="low-tide-its-hours-1">/)
})

test('raw HTML in Markdown is sanitised', () => {
  const { content } = articleOf(read('Text <script>alert(1)</script><img src=x onerror=alert(1)> <b>bold</b>'))
  assert.doesNotMatch(content, /script|onerror/)
  assert.match(content, /<b>bold<\/b>/)
})

test('plain text is read as Markdown if its address ends in .md, and otherwise as plain text', () => {
  const contentType = 'text/plain; charset=utf-8'
  assert.equal(articleOf(read('# Tides\n\nText.', { contentType })).title, 'Tides')
  const plain = articleOf(read('# Tides\n\nText.', { contentType, url: 'https://a.example/tides.txt' }))
  assert.equal(plain.title, 'Plain text')
})

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

for (const [name, size, textOf] of [
  ['deep quotations', 4000, (length) => '>'.repeat(length) + ' a'],
  // Each line is as long as its list is deep.
  ['deep lists', 12_000, (length) => lines(Math.sqrt(length), (depth) => `${' '.repeat(depth * 2)}- a`)],
  ['open brackets', 12_000, (length) => `${'['.repeat(length)}a`],
  ['stars', 25_000, (length) => '*a **b '.repeat(length / 7)],
  ['words', 100_000, (length) => 'word '.repeat(length / 5)],
] as readonly (readonly [name: string, size: number, textOf: (length: number) => string])[]) {
  test(`very many ${name} become an article in linear time`, async () => {
    await assertLinearTime(size, (length) => {
      const text = textOf(length)
      return () => assert.equal(read(text).kind, 'article')
    })
  })
}

const contentOf = (markdown: string): string =>
  articleOf(read(`# Tides\n\n${markdown}`))
    .content.replaceAll(/\s*\n\s*/g, '')
    .replaceAll(' rel="noopener noreferrer"', '')

test('footnotes stand at the end of the text, also those of one word, which Markdown could take for the target of a link', () => {
  assert.equal(
    contentOf('They come[^1] and go[^n].\n\n[^1]: Twice\n[^n]: Not *always*.\n\nEnd.'),
    '<p>They come<sup><a href="#footnote-1">1</a></sup> and go<sup><a href="#footnote-n">2</a></sup>.</p><p>End.</p>' +
      '<section><ol><li id="footnote-1"><p>Twice </p></li><li id="footnote-n"><p>Not <em>always</em>. </p></li></ol></section>',
  )
})

test('TeX between dollar signs is a formula, and prices and code are none', () => {
  const content = contentOf('It costs $5 or $10, and $x_1 * y_1$ holds, as $$z^2$$ and `$a$` and \\$b$.')
  assert.deepEqual(
    content.match(/<annotation[^>]*>[^<]*/g)?.map((one) => one.replace(/.*>/, '')),
    ['x_1 * y_1', 'z^2'],
  )
  assert.match(content, /It costs \$5 or \$10, and <math>.*<code>\$a\$<\/code> and \$b\$\./)
})

test('callouts are quotations with a title, and tasks keep their states', () => {
  assert.equal(
    contentOf('> [!NOTE]\n> Look *up*.\n\n> [!tip]- At low tide\n\n> plain\n\n- [x] Wash\n- [ ] Peel'),
    '<blockquote><p><strong>Note</strong></p><p>Look <em>up</em>.</p></blockquote>' +
      '<blockquote><p><strong>At low tide</strong></p></blockquote><blockquote><p>plain</p></blockquote>' +
      '<ul><li>☑ Wash</li><li>☐ Peel</li></ul>',
  )
})
