import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { markPageLists } from './page-lists.ts'

const count = (html: string): number => markPageLists(new ElementList(parseHtmlFragment(html)))
const LIST = '<div class="toctree-wrapper compound"><ul><li><a href="/a">A</a></li></ul></div>'

test('the list of pages in the text of a manual is marked, a menu is not', () => {
  assert.equal(count(`<main>${LIST}</main>`), 1)
  for (const menu of ['nav', 'aside', 'footer']) assert.equal(count(`<${menu}><div>${LIST}</div></${menu}>`), 0, menu)
  assert.equal(count('<div class="my-toctree-wrapper"><a href="/a">A</a></div>'), 0)
})

test('a card keeps its end, whose name would count against its link', () => {
  const card = '<div class="sd-card x"><p>A</p><div class="sd-card-footer"><a href="/a">To A</a></div></div>'
  const marked = htmlAfter(card, (tree) => markPageLists(new ElementList(tree)))
  assert.equal(marked, '<div class="sd-card x" data-facts=""><p>A</p><div><a href="/a">To A</a></div></div>')
})
