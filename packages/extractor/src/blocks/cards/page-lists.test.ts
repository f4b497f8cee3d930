import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { markPageLists } from './page-lists.ts'

const count = (html: string): number => markPageLists(new ElementList(parseHtmlFragment(html)))
const LIST = '<div class="toctree-wrapper compound"><ul><li><a href="/a">A</a></li></ul></div>'

test('the list of pages in the text of a manual is marked, a menu is not', () => {
  assert.equal(count(`<main>${LIST}</main>`), 1)
  for (const menu of ['nav', 'aside', 'footer']) assert.equal(count(`<${menu}><div>${LIST}</div></${menu}>`), 0, menu)
  assert.equal(count('<div class="my-toctree-wrapper"><a href="/a">A</a></div>'), 0)
})
