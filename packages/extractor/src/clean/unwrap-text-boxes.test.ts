import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { unwrapTextBoxes } from './unwrap-text-boxes.ts'
import { ElementList } from '../dom/element-list.ts'

const SENTENCE = 'The harbour is open to boats of at most nine metres, and closes when the storm lamp is lit.'
const LIST =
  '<ul><li>500 g of flour</li><li>One spoon of salt</li><li>450 g of lukewarm water</li><li>60 g of starter, fed</li></ul>'

/** @returns whether a box in an article is kept */
function isKept(box: string, text = ''): boolean {
  const html = htmlAfter(`<article><p>Before the box.</p>${text}${box}</article>`, (tree) =>
    unwrapTextBoxes(new ElementList(tree)),
  )
  return !/<(?:aside|footer)|role=/.test(html)
}

test('asides with facts and lists are part of the text', () => {
  assert.ok(isKept(`<aside><h3>Boats</h3><p>${SENTENCE}</p></aside>`))
  assert.ok(isKept(`<aside class="recipe-ingredients">${LIST}</aside>`))
})

test('asides with links, forms, a biography and a repeated sentence are not', () => {
  const links = '<a href="/a">Storms of this winter and the boats that were lost</a>'
  assert.ok(!isKept(`<aside><p>${SENTENCE}</p><p>${links}</p></aside>`))
  assert.ok(!isKept(`<aside><p>${SENTENCE}</p><input type="email"></aside>`))
  assert.ok(!isKept(`<aside><h3>About the author</h3><p>${SENTENCE}</p></aside>`))
  assert.ok(!isKept(`<aside class="newsletter"><p>${SENTENCE}</p></aside>`))
  assert.ok(!isKept(`<aside><p>${SENTENCE}</p></aside>`, `<p>He said: “${SENTENCE}”</p>`))
})

test('a note named after its place is part of the section that it stands in', () => {
  const note = '<aside class="sidebar"><p class="sidebar-title">Tides</p><p>The moon pulls.</p></aside>'
  const text = '<p>The harbour is open to boats of nine metres.</p>'
  assert.ok(isKept(`<section><h2>Boats</h2>${note}${text}</section>`))
  assert.ok(!isKept(`<section>${note}${text}</section>`))
})

test('an aside outside of the article and the main element is not part of the text', () => {
  const html = `<aside><p>${SENTENCE}</p></aside>`
  assert.equal(
    htmlAfter(`<article><p>Text</p></article>${html}`, (tree) => unwrapTextBoxes(new ElementList(tree))),
    `<article><p>Text</p></article>${html}`,
  )
})

test('questions in the footer of an article are kept, and its notices are not', () => {
  const questions = `<h2>Questions</h2>${`<details><summary>Is it open?</summary><p>${SENTENCE}</p></details>`.repeat(4)}`
  assert.ok(isKept(`<footer>${questions}</footer>`))
  assert.ok(!isKept(`<footer><p>${SENTENCE}</p></footer>`))
})

test('a note with the role of an alert is kept, and a notice of the site is not', () => {
  assert.ok(isKept(`<div role="alert"><p>${SENTENCE}</p></div>`))
  assert.ok(!isKept(`<div role="alert"><p>Please turn on JavaScript: ${SENTENCE}</p></div>`))
})

const pair = (label: string, value: string): string => `<div class="row"><h4>${label}</h4><div>${value}</div></div>`

test('an aside with facts about the subject is part of the text', () => {
  const rows = pair('Built', '1794') + pair('Rise', '9 ft')
  assert.ok(isKept(`<aside class="box"><h2>Lock nine</h2>${rows}</aside>`))
  assert.ok(isKept('<aside><dl><dt>Born</dt><dd>Marl</dd><dt>Died</dt><dd>Sedge</dd></dl></aside>'))
  const teasers = pair('<a href="/a">Ten locks</a>', 'A tour') + pair('<a href="/b">Nine locks</a>', 'Another tour')
  assert.ok(!isKept(`<aside class="box">${teasers}</aside>`))
})

test('a note in an aside above text is part of it, whatever its name', () => {
  const note = '<p>If you meet an unknown word, look at the last page of this book.</p>'
  const after = `<p>${SENTENCE}</p>`
  const kept = (box: string): boolean => isKept(box + after)
  assert.ok(kept(`<aside>${note}</aside>`))
  assert.ok(kept(`<aside class="rules-sidebar">${note}</aside>`))
  assert.ok(kept('<aside><h3>Verdict</h3><p>A bright lamp.</p></aside>'))
  assert.ok(!kept('<aside><p>Sold out.</p></aside>'), 'too short to be a note')
  assert.ok(isKept('<aside><p>Tip: wear gloves.</p></aside>'), 'it says so')
  assert.ok(
    isKept(
      '<aside><p>The lamp is a little heavy.</p></aside><h2>Price</h2><p>Fifty.</p><h2>Weight</h2><p>Two kilograms, at least.</p>',
    ),
  )
  assert.ok(isKept('<aside role="note">Mind the step.</aside>'))
  assert.ok(!isKept(`<aside>${note}</aside>`), 'at the end, it is about the site')
})

const teaser = (title: string): string => `<div><h3>${title}</h3><p>${SENTENCE} ${SENTENCE}</p></div>`

test('an aside with teasers of other pages is not part of the text, however long they are', () => {
  assert.ok(!isKept(`<aside>${teaser('<a href="/ropes">The last rope maker</a>').repeat(3)}</aside>`))
  assert.ok(
    isKept(`<aside>${teaser('The rope maker') + teaser('<a href="/lamps">Lamps</a>') + teaser('The weir')}</aside>`),
  )
})
