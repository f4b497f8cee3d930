import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { linesOfOtherParts } from './other-parts.ts'
import { pageLines } from './page-lines.ts'

/**
 * @param selected matches the lines that the rules selected
 * @returns the texts of the lines that may not be added
 */
function refused(html: string, selected = /^Tide/, isProduct = false, isDiscussion = false): string[] {
  const page = pageLines(findElement(parsePage(`<body>${html}</body>`), ({ tagName }) => tagName === 'body')!)
  const isSelected = Uint8Array.from(page.lines, ({ text }) => Number(selected.test(text)))
  const isOther = linesOfOtherParts(page, isSelected, { isProduct, isDiscussion })
  return page.lines.filter((_, index) => isOther[index] === 1).map(({ text }) => text)
}

const tide = `<p>${'Tide after tide, the water rises at the wall and falls again, and nobody looks up. '.repeat(4)}</p>`
const cards = ['Roof', 'Walks']
  .map((name) => `<a href="/${name}"><p>${name}</p><p>What is in the story about it</p></a>`)
  .join('')

test('lines of dialogs, notices and menus are not added', () => {
  for (const role of ['dialog', 'alertdialog', 'alert', 'navigation', 'complementary'])
    assert.deepEqual(refused(`${tide}<div role="${role}"><div><p>We count visits.</p></div></div>`), [
      'We count visits.',
    ])
  assert.deepEqual(refused(`${tide}<div role="note"><p>We count visits.</p></div>`), [])
})

test('the line of a letter with the link to unsubscribe is not added', () => {
  for (const label of ['Unsubscribe', 'Newsletter abbestellen'])
    assert.equal(refused(`${tide}<p>You signed up at rope.example. <a href="/u">${label}</a></p>`).length, 1)
  const others = '<p>How to unsubscribe from letters.</p><p>You signed up. <a href="/t">Read the terms</a></p>'
  assert.deepEqual(refused(tide + others), [])
})

test('a dialog with text that the rules selected is complete', () => {
  assert.deepEqual(refused(`<div role="dialog"><p>First</p>${tide}</div>`), [])
})

test('a dialog of a product page may contain its description', () => {
  const dialog = `${tide}<div role="dialog"><h2>Description</h2><p>Made of wool.</p></div>`
  assert.deepEqual(refused(dialog, /^Tide/, true), [])
  assert.equal(refused(dialog).length, 2)
})

test('links below a label of other pages are not added, up to the text after them', () => {
  for (const label of ['Read next', 'You might also like', 'More from the harbour', 'Lesen Sie auch'])
    assert.deepEqual(
      refused(`${tide}<h2>${label}</h2><div>${cards}</div>${tide}<p>End</p>`),
      [label, 'Roof', 'What is in the story about it', 'Walks', 'What is in the story about it'],
      label,
    )
})

test('links below such a label may be added to a page of links', () => {
  assert.deepEqual(refused(`<h2>Tides</h2><h2>Read next</h2><div>${cards}</div>`), [])
})

test('such links end at the next heading and at a paragraph', () => {
  const section = '<h2>Prices</h2><p>Three crowns</p>'
  assert.deepEqual(refused(`${tide}<h3>Read next</h3><p><a href="/a">A roof</a></p>${section}`), [
    'Read next',
    'A roof',
  ])
  const long =
    '<p>A paragraph that the rules have missed says how high the water was, and how long it stayed there.</p>'
  assert.deepEqual(refused(`${tide}<p>Read next</p><p><a href="/a">A roof</a></p>${long}`), ['Read next', 'A roof'])
})

test('text below such a label that is not in links may be added', () => {
  assert.deepEqual(refused(`${tide}<h2>Related</h2><p>Ebb is the tide that goes out.</p>`), [])
  assert.deepEqual(refused(`${tide}<h2>Prices</h2><p><a href="/a">Three crowns</a></p>`), [])
})

test('comments on an article are not added, and those of a discussion are', () => {
  const comments = `<ol class="comment-list">${'<li class="comment"><p>I saw it.</p></li>'.repeat(2)}</ol>`
  assert.deepEqual(refused(tide + comments), ['I saw it.', 'I saw it.'])
  assert.deepEqual(refused(tide + comments, /^Tide/, false, true), [])
})

const teaser = (name: string): string => `<h3><a href="/${name}">${name}</a></h3><p>What is in the story about it</p>`

test('teasers in an aside are not added', () => {
  assert.equal(refused(`${tide}<aside>${teaser('Roof')}${teaser('Walks')}</aside>`).length, 4)
  assert.equal(refused(`${tide}<aside>${teaser('Roof')}</aside>`).length, 0)
})
