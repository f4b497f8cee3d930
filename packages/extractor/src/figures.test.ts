import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { frameCaptionTables } from './blocks/tables-as-figures.ts'
import { keepGalleries } from './blocks/galleries.ts'
import { dropHeadingPermalinks } from './blocks/heading-permalinks.ts'
import { keepQuotes } from './clean/keep-quotes.ts'
import type { PageParent } from './dom/page-tree.ts'
import { parseHtmlFragment } from './dom/parse-page.ts'

function after(html: string, change: (tree: PageParent) => unknown): string {
  const tree = parseHtmlFragment(html)
  change(tree)
  return serialize(tree)
}

test('a box of pictures that link to themselves is a figure', () => {
  const picture = '<a href="https://a.example/1.jpg"><img src="https://a.example/1s.jpg"></a>'
  assert.match(after(`<div class="gallery">${picture}${picture}</div>`, keepGalleries), /^<figure/)
})

test('pictures that lead to other pages, or stand among text, are no gallery', () => {
  const teaser = '<a href="https://a.example/other"><img src="https://a.example/1s.jpg"></a>'
  const text = '<img src="https://a.example/1.jpg"><h3>More</h3>'
  for (const part of [teaser, text])
    assert.match(after(`<div class="gallery">${part}${part}</div>`, keepGalleries), /^<div/)
})

test('a table of one picture and its caption becomes a figure', () => {
  assert.equal(
    after('<table><tr><td><img src="/a.png"></td></tr><tr><td>A boat</td></tr></table>', frameCaptionTables),
    '<figure><img src="/a.png"><figcaption>A boat</figcaption></figure>',
  )
})

test('a table with more than a picture and its caption stays', () => {
  const html =
    '<table><tbody><tr><td><img src="/a.png"></td><td>A</td></tr><tr><td>B</td><td>C</td></tr></tbody></table>'
  assert.equal(after(html, frameCaptionTables), html)
})

test('a quotation beside the text is kept unless it repeats the text', () => {
  const aside = '<aside><blockquote>The sea does not care.</blockquote></aside>'
  assert.equal(after(aside, keepQuotes), '<div><blockquote>The sea does not care.</blockquote></div>')
  const repeated = `<p>He said: “The sea does not care.”</p>${aside}`
  assert.equal(after(repeated, keepQuotes), repeated)
})

test('marks in headings and links of headings to themselves go, other links stay', () => {
  const url = 'https://a.example/page'
  const heading = (inside: string): string => after(`<h2>${inside}</h2>`, (tree) => dropHeadingPermalinks(tree, url))
  assert.equal(heading('Tides<a class="headerlink" href="https://a.example/page#t">¶</a>'), '<h2>Tides</h2>')
  assert.equal(heading(`<a href="${url}#t">Tides</a>`), '<h2>Tides</h2>')
  assert.equal(heading('Tides<span class="mw-editsection">[edit]</span>'), '<h2>Tides</h2>')
  assert.equal(heading('<a href="https://b.example/#t">Tides</a>'), '<h2><a href="https://b.example/#t">Tides</a></h2>')
})
