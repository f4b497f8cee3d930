import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from '../extract-page.ts'
import { parsePage } from '../dom/parse-page.ts'
import { linkFootnotes } from './link-footnotes.ts'
import { threadMillisecondsSince } from '../thread-time.fixture.ts'

const prose =
  '<p>The tide comes in, and it goes out again, and nobody has ever found a way to hurry it, they say.</p>'.repeat(8)

function contentOf(inside: string, after = ''): string {
  const text = `<title>Tides</title><article>${prose}${inside}</article>${after}`
  const extraction = extractPage({ url: 'https://a.example/page', text, mimetype: 'text/html' }, [])
  return extraction.kind === 'article' ? extraction.article.content : ''
}

const MARK = /<sup><a href="#fn-1" id="fnref-1" rel="noopener noreferrer">1<\/a><\/sup>/
const NOTE =
  /<li id="fn-1">(?:<div>)?(?:<p>)?A note about the moon\.(?:<\/p><\/div>)? <a href="#fnref-1" rel="noopener noreferrer">↩<\/a>/

const WAYS: Readonly<Record<string, readonly [string, string]>> = {
  'a list at the end': [
    '<p>Text<sup id="fnref:1"><a href="#fn:1" class="footnote-ref">1</a></sup>.</p>',
    '<div class="footnotes"><ol><li id="fn:1"><p>A note about the moon. <a href="#fnref:1" class="footnote-backref">↩︎</a></p></li></ol></div>',
  ],
  'a wiki': [
    '<p>Text<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span>[</span>1<span>]</span></a></sup>.</p>',
    '<ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text">A note about the moon.</span></li></ol>',
  ],
  'paragraphs of a word processor': [
    '<p>Text<a href="#_ftn1" name="_ftnref1">[1]</a>.</p>',
    '<p><a href="#_ftnref1" name="_ftn1">[1]</a> A note about the moon.</p>',
  ],
  'boxes of a newsletter': [
    '<p>Text<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a>.</p>',
    '<div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>A note about the moon.</p></div></div>',
  ],
  'notes of DokuWiki': [
    '<p>Text<sup><a href="#fn__1" id="fnt__1" class="fn_top">1)</a></sup>.</p>',
    '<div class="footnotes"><div class="fn"><sup><a href="#fnt__1" id="fn__1" class="fn_bot">1)</a></sup><div class="content">A note about the moon.</div></div></div>',
  ],
  'notes of AsciiDoc': [
    '<p>Text<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1">1</a>]</sup>.</p>',
    '<div id="footnotes"><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. A note about the moon.</div></div>',
  ],
  'a definition list': [
    '<p>Text <a class="footnote-reference" href="#id2" id="id1">[1]</a>.</p>',
    '<dl class="footnote brackets"><dt class="label" id="id2"><a class="fn-backref" href="#id1">1</a></dt><dd><p>A note about the moon.</p></dd></dl>',
  ],
}

const roleReference = (number: number): string =>
  `<a href="#n${number}" id="id${number}" role="doc-noteref">[${number}]</a>`
const roleNote = (number: number): string =>
  `<aside class="footnote" id="n${number}" role="doc-footnote"><span class="label">[<a role="doc-backlink" href="#id${number}">${number}</a>]</span> <p>A note about tide ${number}.</p></aside>`

test('a link back from a note is no reference, although it leads to a paragraph of a section about notes', () => {
  const content = contentOf(
    `<section id="release-notes"><h2>Release notes</h2><p>The ebb of this harbour takes six hours ${roleReference(1)}, and its flow takes as long ${roleReference(2)}, they say.</p>
    <aside class="footnote-list">${roleNote(1)}${roleNote(2)}</aside></section>`,
  )
  assert.match(content, /<p>The ebb of this harbour takes six hours <sup>.*<\/sup>, and its flow/)
  assert.match(content, /<li id="fn-1">.*tide 1.*<li id="fn-2">.*tide 2/s)
})

for (const [way, [mark, note]] of Object.entries(WAYS)) {
  test(`references and footnotes link to each other in ${way}`, () => {
    const content = contentOf(`${mark}${prose}${note}`)
    assert.match(content, MARK)
    assert.match(content.replaceAll(/<\/?span>/g, ''), NOTE)
  })
}

test('a footnote outside the article is added at the end of the article', () => {
  const content = contentOf(
    '<p>Text<sup><a href="#fn1">1</a></sup>.</p>',
    '<footer><ol class="footnotes"><li id="fn1">A note about the moon.</li></ol></footer>',
  )
  assert.match(content, NOTE)
})

test('a link to a section of the page is not treated as a footnote', () => {
  const content = contentOf(`<p>See part <a href="#part-2">2</a>, it is good.</p><div id="part-2">${prose}</div>`)
  assert.match(content, /See part 2, it is good/)
  assert.doesNotMatch(content, /#fn-|<sup>/)
})

test('ids and links of the page that look like our footnotes are removed', () => {
  const content = contentOf(
    '<ul><li id="fn-1">One thing, two things</li></ul><p>See <a href="#fn-1">the first thing</a> there.</p>',
  )
  assert.doesNotMatch(content, /id="fn-1"|href="#fn-1"/)
})

/** Ways of writing notes without links, or with links whose names say nothing. */
const PLAIN_WAYS: Readonly<Record<string, readonly [string, string]>> = {
  'paragraphs below a rule': ['<p>Text<sup>1</sup>.</p>', '<hr><p><sup>1</sup> A note about the moon.</p>'],
  'numbered paragraphs below a heading': ['<p>Text<sup>1</sup>.</p>', '<h2>Notes</h2><p>1. A note about the moon.</p>'],
  'a list below a heading': [
    '<p>Text<sup>[1]</sup>.</p>',
    '<h3>Anmerkungen:</h3><ol><li>A note about the moon.</li></ol>',
  ],
  'a list with a name': ['<p>Text<sup>1</sup>.</p>', '<ol class="endnotes"><li>A note about the moon.</li></ol>'],
  'a list with empty anchors': [
    '<p>Text<sup><a href="#n1">1</a></sup>.</p>',
    '<ol><li><a id="n1"></a>A note about the moon.</li></ol>',
  ],
  'a list with links back': [
    '<p>Text<a id="r1" href="#x7">[1]</a>.</p>',
    '<ul><li id="x7">A note about the moon. <a href="#r1">Return to the text</a></li></ul>',
  ],
  'a sentence of LaTeXML': [
    '<p>Text<span class="ltx_note ltx_role_footnote" id="footnote1"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>A note about the moon.</span></span></span>.</p>',
    '',
  ],
}

for (const [way, [mark, note]] of Object.entries(PLAIN_WAYS)) {
  test(`references and footnotes link to each other in ${way}`, () => {
    for (const content of [contentOf(`${mark}${prose}${note}`), contentOf(mark + prose, `<footer>${note}</footer>`)]) {
      assert.match(content, MARK)
      assert.match(content, NOTE)
      assert.equal(content.split('moon').length, 2)
    }
  })
}

test('exponents, and numbers without a note, are no references', () => {
  for (const text of [
    '10 m<sup>1</sup>',
    'x<sup>1</sup>',
    '10<sup>1</sup>',
    '(a+b)<sup>1</sup>',
    'tides<sup>2</sup>',
    'tides<sup>1</sup> moons<sup>4</sup>',
  ])
    assert.doesNotMatch(
      contentOf(`<p>Of ${text} here.</p><hr><p><sup>1</sup> A line about the moon.</p>`),
      /#fn-/,
      text,
    )
  assert.doesNotMatch(contentOf('<p>Tides<sup>1</sup>.</p><p>Buy:</p><ol><li>One rope</li></ol>'), /#fn-/)
})

test('several notes without links keep their order and their texts', () => {
  const notes = [1, 2, 3].map((number) => `<p>[${number}] Note ${number} about it.</p>`).join('')
  const content = contentOf(
    `<p>A tide of 1904<sup>1</sup> with 5 m<sup>2</sup> and 10<sup>3</sup>, a moon (full)<sup>2</sup> and a rope.<sup>3</sup></p>${prose}<h2>References</h2>${notes}`,
  )
  assert.deepEqual(
    [...content.matchAll(/<li id="fn-(\d)">Note (\d)/g)].map(([, ...both]) => both),
    [
      ['1', '1'],
      ['2', '2'],
      ['3', '3'],
    ],
  )
  assert.match(content, /5 m<sup>2<\/sup>/)
  assert.match(content, /rope\.<sup><a href="#fn-3"/)
})

test('a hundred thousand raised numbers and numbered lines take less than five seconds', () => {
  const page = parsePage(
    `<div>${'<p>1. x<sup>1</sup></p>'.repeat(25_000)}${'<ol><li>y</li></ol>'.repeat(10_000)}</div>`,
  )
  const before = process.threadCpuUsage()
  linkFootnotes(page, 'https://a.example/')
  assert.ok(threadMillisecondsSince(before) < 5000)
})
