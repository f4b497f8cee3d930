import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { ElementList } from '../../dom/element-list.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { showArtboards } from './artboards.ts'

const board = (width: number, picture: string, ...texts: readonly string[]): string =>
  `<div class="g-artboard" data-min-width="${width}">${picture}${texts.map((text) => `<div><p>${text}</p></div>`).join('')}</div>`

function after(html: string): string {
  const tree = parseHtmlFragment(html)
  showArtboards(new ElementList(tree))
  return serialize(tree)
}

test('the widest drawing for several windows becomes a figure with its texts, without the numbers of its axes', () => {
  const narrow = board(0, '<img src="/narrow.png">', 'Level')
  const wide = board(600, '<img src="/wide.png">', 'Level of the tide', '3.5', '%', 'Carrow')
  assert.equal(
    after(`<div id="g-box" class="ai2html"><p>The tide</p>${narrow}${wide}</div>`),
    '<div><p>The tide</p><figure><img src="/wide.png"><figcaption>Level of the tide · Carrow</figcaption></figure></div>',
  )
})

test('drawings without a picture, and other boxes, stay as they are', () => {
  for (const html of [board(0, '', 'Level'), '<div class="ai2html"><img src="/a.png"></div>'])
    assert.equal(after(html), html)
})
