import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from '../extract-page.ts'

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
  'a definition list': [
    '<p>Text <a class="footnote-reference" href="#id2" id="id1">[1]</a>.</p>',
    '<dl class="footnote brackets"><dt class="label" id="id2"><a class="fn-backref" href="#id1">1</a></dt><dd><p>A note about the moon.</p></dd></dl>',
  ],
}

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
  assert.match(content, /href="https:\/\/a\.example\/page#part-2"/)
  assert.doesNotMatch(content, /#fn-/)
})

test('ids and links of the page that look like our footnotes are removed', () => {
  const content = contentOf(
    '<ul><li id="fn-1">One thing, two things</li></ul><p>See <a href="#fn-1">the first thing</a> there.</p>',
  )
  assert.doesNotMatch(content, /id="fn-1"|href="#fn-1"/)
})
