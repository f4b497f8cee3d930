import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropUnrelatedLines } from './drop-unrelated-lines.ts'
import { createElement, textOf } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'

const sentence = 'The tide goes out twice a day, slowly, and comes back, as everyone on the shore knows.'
const text = Array.from({ length: 10 }, (_, i) => `<p>${i} ${sentence}</p>`).join('')

const left = (html: string, isDeclared = true): string => {
  const root = createElement('div', {}, parseHtmlFragment(html).childNodes)
  dropUnrelatedLines(root, isDeclared)
  return textOf(root)
}

for (const label of [
  'Advertisement',
  'Share this article',
  'Lesen Sie auch:',
  'À lire aussi',
  'Leia também',
  '関連記事',
])
  test(`the label "${label}" is left out`, () =>
    assert.doesNotMatch(left(`${text}<p>${label}</p>${text}`), new RegExp(label)))

test('a label inside code, a table or a quotation stays', () => {
  assert.match(left(`${text}<pre>Share</pre><table><tr><td><p>Share</p></td></tr></table>`), /Share[\s\S]*Share/)
})

test('a line that is one link between paragraphs is left out, a sentence with a link stays', () => {
  const lone = '<p><a href="/x">TEN WAYS TO SEE THE SEA IN WINTER</a></p>'
  assert.doesNotMatch(left(text + lone + text), /TEN WAYS/)
  assert.match(left(`${text}<p>Ten ways to see the sea are told <a href="/x">here</a>.</p>${text}`), /Ten ways/)
})

test('a pointer to another story is left out with its words', () => {
  assert.doesNotMatch(left(`${text}<p>Read more: <a href="/x">The sea in winter</a></p>${text}`), /Read more|winter/)
})

test('a list of links stays in a page that is a list', () => {
  const list =
    '<ul><li><a href="/a">The sea in winter again</a></li><li><a href="/b">The sea in summer again</a></li></ul>'
  assert.match(left(list, false), /winter[\s\S]*summer/)
})

test('a line that stands in two places is left out once, unless the page repeats itself on purpose', () => {
  const twice = `<p>${sentence}</p>`
  assert.equal(left(`${text}${twice}<div>${twice}</div>`).split(sentence).length - 1, 11)
  assert.equal(left(text + `<div>${twice}</div>`.repeat(9)).split(sentence).length - 1, 19)
})

test('a paragraph that is repeated among its neighbours is a refrain', () => {
  const refrain = `<p>${sentence}</p>`
  assert.equal(left(text + refrain + refrain).split(sentence).length - 1, 12)
})

test('everything after a label is left out when it is mostly links', () => {
  const tail = '<p>You may also like</p><div>By Jane: <a href="/a">The sea in winter, a long story</a></div>'
  assert.doesNotMatch(left(text + tail), /winter|Jane|like/)
})

test('a line about the page is left out at the top and stays in the middle', () => {
  const line = '<p>Published on Monday in the Shore</p>'
  assert.doesNotMatch(left(line + text + text), /Published/)
  assert.match(left(text + line + text), /Published/)
})

test('a line at the end that says who the author is goes, one about somebody else stays', () => {
  const root = createElement(
    'div',
    {},
    parseHtmlFragment(
      `<p>Ada Byron is at the shore.</p>${text}<p>Ada Byron</p><p>Ada Byron is a writer for the Tidal Times.</p><p>Ben Shore is the keeper.</p>`,
    ).childNodes,
  )
  dropUnrelatedLines(root, true, ['Ada Byron'])
  assert.match(textOf(root), /^Ada Byron is at the shore\./)
  assert.doesNotMatch(textOf(root), /writer for/)
  assert.match(textOf(root), /Ben Shore is the keeper\.$/)
})
