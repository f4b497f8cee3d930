import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anEntry, exported } from '../exported-entry.fixture.ts'
import { checkBook } from './check-book.fixture.ts'
import { koboSpans } from './kobo-spans.ts'

const spanned = (markup: string, language = 'en') =>
  Array.from(koboSpans(markup, language).matchAll(/<span class="koboSpan" id="kobo\.(\d+\.\d+)">(.*?)<\/span>/gs)).map(
    ([, id, text]) => [id, text],
  )

/** @returns the markup without the spans: they contain no other spans, or only ones without attributes */
function withoutSpans(markup: string): string {
  const isOurs: boolean[] = []
  return markup.replaceAll(/<span([^>]*)>|<\/span>/g, (tag, attributes?: string) => {
    if (attributes !== undefined) isOurs.push(attributes.includes('koboSpan'))
    return (attributes === undefined ? isOurs.pop() : isOurs.at(-1)) ? '' : tag
  })
}

test('each sentence has a span, counted within its paragraph', () => {
  assert.deepEqual(spanned('<h1>Title</h1><p>One &amp; all. Two <b>bold. And</b> on.</p>'), [
    ['1.1', 'Title'],
    ['2.1', 'One &amp; all. '],
    ['2.2', 'Two '],
    ['2.3', 'bold. '],
    ['2.4', 'And'],
    ['2.5', ' on.'],
  ])
  assert.deepEqual(spanned('<ul>\n<li>a<p>b</p>c</li></ul>'), [
    ['1.1', 'a'],
    ['2.1', 'b'],
    ['3.1', 'c'],
  ])
  assert.deepEqual(spanned('<p>海は広い。大きい。</p>', 'ja'), [
    ['1.1', '海は広い。'],
    ['1.2', '大きい。'],
  ])
})

test('each line of code has a span, and blank lines have none', () => {
  assert.deepEqual(spanned('<pre><code>let a = 1.5\n\nlet <i>b</i>\n</code></pre><p>x</p>'), [
    ['1.1', 'let a = 1.5\n'],
    ['1.2', 'let '],
    ['1.3', 'b'],
    ['2.1', 'x'],
  ])
})

test('pictures have spans, formulas have none, and ids of the article are not repeated', () => {
  assert.deepEqual(spanned('<p>See <img src="a.png" alt="A"/>.</p>'), [
    ['1.1', 'See '],
    ['1.2', '<img src="a.png" alt="A"/>'],
    ['1.3', '.'],
  ])
  assert.deepEqual(spanned('<p><math alttext="x"><mi>x</mi></math></p>'), [])
  assert.deepEqual(spanned('<p id="kobo.1.1">a</p>'), [['1.2', 'a']])
})

test('a text of very many sentences does not grow without limit', () => {
  const markup = koboSpans(`<p>${'A. '.repeat(150_000)}</p><p>B. C.</p>`, 'en')
  assert.ok(markup.includes('>B. C.</span>'))
})

test('a book for Kobo is a valid EPUB with the same pages, apart from the spans', async () => {
  const content =
    '<p id="book-inner">a. b</p><pre>x\ny</pre><table><tr><td>c</td></tr></table><dl><dt>d</dt><dd>e</dd></dl>' +
    '<p><ruby>海<rt>うみ</rt></ruby><math><mi>x</mi></math></p><figure><figcaption>f</figcaption></figure>'
  const entries = [anEntry({ content }), anEntry({ content: '<p>Second. Article.</p>' })]
  const about = { isSingle: false, title: 'Two' }
  const [plain, kobo] = [
    checkBook(await exported('epub', entries, about)),
    checkBook(await exported('kepub', entries, about)),
  ]
  assert.deepEqual([...kobo.members.keys()], [...plain.members.keys()])
  for (const name of ['entry-1.xhtml', 'entry-1-title.xhtml', 'entry-2.xhtml', 'nav.xhtml', 'notice.xhtml']) {
    const page = kobo.page(name)
    assert.match(page, /<span class="koboSpan" id="kobo\.1\.1">/, name)
    const body = withoutSpans(page).replace('<div id="book-columns"><div id="book-inner">\n', '')
    assert.equal(body.replace('\n</div></div>\n</body>', '\n</body>'), plain.page(name), name)
  }
})
