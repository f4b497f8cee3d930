import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../../../test/support/open-browser.ts'
import { addressKey } from '../../images/address-key.ts'
import { anEntry, exported } from '../exported-entry.fixture.ts'
import { checkBook } from './check-book.fixture.ts'

const PICTURE = 'https://e.org/a.png?x=1&y=2'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const stored = (address: string, type = 'image/png') => ({
  key: Buffer.from(addressKey(address)).toString('hex'),
  type,
  bytes: PNG,
})

const HOSTILE =
  '<p id="a b">x\u0001\u0000\uFFFE</p><p id="one">]]> &amp; <b>b<div>block<p>in</p></div></b></p><p id="one">twice</p>' +
  '<a href="#one">to one</a><a href="#none">nowhere</a><a href="javascript:x">no</a><a href="https://e.org/?a=1&amp;b">x</a>' +
  '<ul>text<p>no item</p><li value="x">item<ul><li>deep</li></ul></li></ul><dl><dd>only</dd></dl><dl><dt>t<h2>h</h2></dt><dd>d</dd></dl>' +
  '<table><caption>c<p>p</p></caption><tfoot><tr><td>f</td></tr></tfoot><tbody><tr><th><h3>h</h3></th><td colspan="0" rowspan="2"><ul><li>l</li></ul></td></tr></tbody></table>' +
  '<h2>head<div>er</div><hr></h2><pre>a<p>b</p></pre><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby><bdo>x</bdo><time datetime="x">t</time>' +
  '<figure><img src="https://e.org/none.png" alt="&quot;alt&quot;"><figcaption>cap</figcaption></figure><video src="https://e.org/v.mp4"></video>' +
  '<span lang="x y" dir="rtl" title="&lt;t&gt;">שלום \u{1F600}</span><details><summary><h3>s</h3></summary>d</details><br><wbr>' +
  '<p>x <math display="block"><semantics><mrow><mi>a</mi><mo>&lt;</mo></mrow><annotation encoding="application/x-tex">a &lt; "b"</annotation></semantics></math></p>'

test('a book of one entry has a cover, a title page, its images, and the metadata of the entry', async () => {
  const entry = anEntry({
    entry: {
      previewPicture: PICTURE,
      publishedBy: '["Ada","Bo"]',
      publishedAt: '2026-02-01T00:00:00.000Z',
      language: 'en_GB',
      note: 'For <me>\nand you',
    },
    content:
      '<p>See <img src="https://e.org/a.png?x=1&amp;y=2" alt="A &amp; B"> and <img src="https://e.org/b.avif" alt="B"></p><p><a href="https://e.org/"><img src="https://e.org/a.png?x=1&amp;y=2" alt=""></a></p>',
    images: [stored(PICTURE), stored('https://e.org/b.avif', 'image/avif')],
  })
  const { packageText, manifest, page, members } = checkBook(await exported('epub', [entry]))
  for (const fact of [
    '<dc:title>On tides</dc:title>',
    '<dc:language>en-GB</dc:language>',
    '<dc:creator>Ada</dc:creator>\n<dc:creator>Bo</dc:creator>',
    '<meta property="dcterms:modified">2026-03-01T09:30:00Z</meta>',
  ]) {
    assert.ok(packageText.includes(fact), fact)
  }
  const [cover] = manifest.filter(({ attributes }) => attributes.get('properties') === 'cover-image')
  assert.deepEqual(members.get(`EPUB/${cover?.attributes.get('href')}`)?.bytes, PNG)
  assert.match(
    page('entry-1.xhtml'),
    /See <img src="images\/[0-9a-f]{32}\.png" alt="A &amp; B"\/> and <a href="[^"]+">\[B\]<\/a>/,
  )
  assert.match(page('entry-1.xhtml'), /<a href="https:\/\/e\.org\/"><img src="[^"]+" alt="[^"]+"\/><\/a>/)
  assert.match(page('entry-1-title.xhtml'), /Ada, Bo[\s\S]+2026-02-01[\s\S]+4 min[\s\S]+2026-03-01/)
  assert.doesNotMatch(packageText + page('entry-1-title.xhtml'), /long read|For &lt;me&gt;/, 'tags and the note change')
})

test('a book is valid, whatever its content', async () => {
  const rtl = anEntry({ content: HOSTILE, entry: { language: 'he', title: 'a]]>&<b>\u0000"' }, tags: ['<&>'] })
  const empty = anEntry({ content: '', entry: { title: null, language: 'not a language', publishedBy: null } })
  const single = checkBook(await exported('epub', [rtl], { title: 'a]]>&<b>\u0000"' }))
  assert.match(single.page('entry-1.xhtml'), /<html [^>]*lang="he" xml:lang="he" dir="rtl">/)
  assert.match(single.packageText, /page-progression-direction="rtl"/)
  // Screen readers pronounce the title in the language of the article, also on the pages that Dogear adds.
  assert.match(
    single.page('entry-1-title.xhtml'),
    /<html [^>]*lang="en"[^>]*>[^]*<h1 lang="he" xml:lang="he" dir="rtl">/,
  )
  const nav = single.page('nav.xhtml')
  assert.match(nav, /<h1>Contents<\/h1>[^]*aria-label="Landmarks"/, 'two lists of links need two names')
  assert.match(nav, /<a href="entry-1-title\.xhtml" lang="he" xml:lang="he">/)
  checkBook(await exported('epub', [rtl, empty, anEntry()], { isSingle: false, title: 'All articles' }))
  checkBook(await exported('epub', [], { isSingle: false, title: 'All articles' }))
})

test('links to places of a text lead there, and telephone numbers stay links', async () => {
  const content = '<p>See <a href="#tools">tools</a>, call <a href="tel:+15550100">us</a>.</p><h2 id="tools">Tools</h2>'
  const { page } = checkBook(await exported('epub', [anEntry({ content })]))
  assert.match(
    page('entry-1.xhtml'),
    /<a href="#tools">tools<\/a>, call <a href="tel:\+15550100">[\s\S]+<h2 id="tools">/,
  )
})

test('formulas stay MathML and have their source as alternative text', async () => {
  const content =
    '<p>So <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x&lt;"2</annotation></semantics></math></p>'
  const { page, manifest } = checkBook(await exported('epub', [anEntry({ content })]))
  assert.match(
    page('entry-1.xhtml'),
    /<p>So <math xmlns="http:\/\/www.w3.org\/1998\/Math\/MathML" alttext="x&lt;&quot;2"><semantics><mi>x<\/mi>/,
  )
  const [item] = manifest.filter(({ attributes }) => attributes.get('href') === 'entry-1.xhtml')
  assert.equal(item?.attributes.get('properties'), 'mathml')
})

test('a formula that lacks a part is still valid MathML', async () => {
  const formulas = [
    '<mfrac linethickness="0"><mi>a</mi></mfrac>',
    '<msubsup><mi>b</mi><mn>1</mn></msubsup>',
    '<mtable><mi>c</mi><mtd><mi>d</mi></mtd><mtr><mi>e</mi></mtr></mtable>',
    '<mtd><mi>f</mi></mtd>',
    '<mmultiscripts><mi>g</mi><mn>2</mn><none></none><mprescripts></mprescripts><mn>3</mn></mmultiscripts>',
    '<mmultiscripts><mi>h</mi><mprescripts></mprescripts><mn>4</mn><none></none></mmultiscripts>',
  ]
  const content = formulas.map((parts) => `<p><math>${parts}</math></p>`).join('')
  const { page } = checkBook(await exported('epub', [anEntry({ content })]))
  const written = page('entry-1.xhtml').match(/(?<=alttext="[^"]*">).*?(?=<\/math>)/g)
  assert.deepEqual(written, [
    '<mrow><mi>a</mi></mrow>',
    '<mrow><mi>b</mi><mn>1</mn></mrow>',
    `<mtable>${['c', 'd', 'e'].map((letter) => `<mtr><mtd><mi>${letter}</mi></mtd></mtr>`).join('')}</mtable>`,
    '<mrow><mi>f</mi></mrow>',
    '<mrow><mi>g</mi><mn>2</mn><mn>3</mn></mrow>',
    '<mmultiscripts><mi>h</mi><mprescripts></mprescripts><mn>4</mn><none></none></mmultiscripts>',
  ])
})

test('a browser reads every page of a book as XML', async (t) => {
  const { members } = checkBook(await exported('epub', [anEntry({ content: HOSTILE })]))
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  const pages = [...members.values()].filter(({ name }) => /\.(?:xhtml|opf|ncx|xml)$/.test(name))
  assert.ok(pages.length >= 6)
  for (const { name, bytes } of pages) {
    const isRead = await page.evaluate((text) => {
      const parser = new (globalThis as unknown as { DOMParser: new () => BrowserParser }).DOMParser()
      return parser.parseFromString(text, 'application/xhtml+xml').querySelector('parsererror') === null
    }, bytes.toString())
    assert.ok(isRead, name)
  }
})

test('long words and addresses wrap on the narrow page of a reading device', async (t) => {
  const long = `Donau${'dampfschifffahrt'.repeat(8)}`
  const content = `<p>${long} <code>${long}</code> <a href="https://e.org/">https://e.org/${long}</a></p>`
  const { members } = checkBook(await exported('epub', [anEntry({ content, entry: { title: long } })]))
  const files = new Map([...members.values()].map(({ name, bytes }) => [name, bytes.toString()]))
  const browser = await openBrowser(t)
  const page = await browser.newPage({ viewport: { width: 360, height: 480 } })
  for (const [name, text] of files) {
    if (!name.endsWith('.xhtml')) continue
    await page.setContent(text.replace(/<\?xml[^>]*>/, ''))
    await page.addStyleTag({ content: files.get('EPUB/style.css')! })
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 360, name)
  }
})

interface BrowserParser {
  parseFromString(text: string, type: string): { querySelector(selector: string): unknown }
}

test('the same articles give the same bytes, whatever their tags, notes, states and times of change', async () => {
  const article = { content: HOSTILE, images: [stored(PICTURE)] }
  const one = await exported('epub', [anEntry(article)])
  const read = {
    isArchived: true,
    isStarred: true,
    note: 'mine',
    uid: 'public',
    updatedAt: '2026-03-02T00:00:00.000Z',
    archivedAt: '2026-03-02T00:00:00.000Z',
  }
  const about = { readingSpeed: 400, hasNotes: true }
  assert.deepEqual(await exported('epub', [anEntry({ ...article, tags: ['other'], entry: read })], about), one)
  for (const changed of [
    { content: '<p>new</p>' },
    { entry: { title: 'new' } },
    { entry: { previewPicture: PICTURE } },
  ]) {
    assert.notDeepEqual(await exported('epub', [anEntry({ ...article, ...changed })]), one)
  }
  assert.ok(!one.includes('data-block'), 'marks of blocks are no part of the book')
})

test('a note opens beside its reference, and the book says how accessible it is', async () => {
  const content =
    '<p>Text<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><ol><li id="fn-1">A note. <a href="#fnref-1">↩</a></li></ol>'
  const { packageText, page } = checkBook(await exported('epub', [anEntry({ content })]))
  const text = page('entry-1.xhtml')
  assert.match(text, /<a href="#fn-1" epub:type="noteref" role="doc-noteref" id="fnref-1">1<\/a>/)
  assert.match(text, /<li epub:type="footnote" id="fn-1">A note\. <a href="#fnref-1" role="doc-backlink">↩<\/a><\/li>/)
  assert.match(packageText, /<meta property="schema:accessModeSufficient">textual<\/meta>/)
  assert.match(packageText, /<meta property="schema:accessibilityHazard">none<\/meta>/)
  const picture = { content: `<p><img src="${PICTURE}" alt="A"></p>`, images: [stored(PICTURE)] }
  const illustrated = checkBook(await exported('epub', [anEntry(picture)]))
  assert.match(illustrated.packageText, /schema:accessModeSufficient">textual,visual</)
  assert.match(illustrated.packageText, /schema:accessibilityHazard">unknown</)
})
