import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from './element-list.ts'
import { attributeOf, type PageElement } from './page-tree.ts'
import { parseHtmlFragment } from './parse-page.ts'

test('elements are listed once until the list is renewed', () => {
  const tree = parseHtmlFragment('<p>High <b>water</b></p><hr>')
  const list = new ElementList(tree)
  const names = (): string[] => list.all.map(({ tagName }) => tagName)
  assert.deepEqual(names(), ['p', 'b', 'hr'])
  tree.childNodes.pop()
  assert.deepEqual(names(), ['p', 'b', 'hr'])
  list.renew()
  assert.deepEqual(names(), ['p', 'b'])
})

test('the elements of one name are in the order of the page, until the list is renewed', () => {
  const tree = parseHtmlFragment('<p id="a">High</p><hr><div><p id="b">water</p></div>')
  const list = new ElementList(tree)
  const ids = (): (string | undefined)[] => list.named('p').map(({ attrs }) => attrs[0]?.value)
  assert.deepEqual(ids(), ['a', 'b'])
  assert.deepEqual(list.named('table'), [])
  assert.deepEqual([...list.tagNames()], ['p', 'hr', 'div'])
  tree.childNodes.shift()
  assert.deepEqual(ids(), ['a', 'b'])
  list.renew()
  assert.deepEqual(ids(), ['b'])
  assert.deepEqual([...list.tagNames()], ['hr', 'div', 'p'])
})

const idsOf = (elements: readonly PageElement[]) => elements.map((element) => attributeOf(element, 'id')).join()

test('elements are found by attribute and class in the order of the page, and each class is tested once', () => {
  const tree = parseHtmlFragment(
    '<p class="note" id="a"></p><p class="text" id="b"></p><p class="tip" id="c"></p><p class="note" id=""></p><p id="d"></p>',
  )
  const list = new ElementList(tree)
  const tested: string[] = []
  const isNote = (classes: string): boolean => tested.push(classes) > 0 && classes !== 'text'
  assert.equal(idsOf(list.withClassThat(isNote)), 'a,c,')
  assert.deepEqual(tested, ['note', 'text', 'tip'])
  assert.equal(idsOf(list.withAttribute('id')), 'a,b,c,,d')
  assert.deepEqual(list.withAttribute('role'), [])
  tree.childNodes.shift()
  list.renew()
  assert.equal(idsOf(list.withClassThat(isNote)), 'c,')
  assert.equal(idsOf(list.withAttribute('id')), 'b,c,,d')
})

test('elements are found by a pattern of their class, also of the first and the last one of the page', () => {
  const list = new ElementList(
    parseHtmlFragment(
      '<p class="note" id="a"></p><p class="text" id="b"></p><p class="big note" id="c"></p><p class="tip" id="d"></p>',
    ),
  )
  assert.equal(idsOf(list.withClass(/(?:^|\s)note(?=$|\s)/)), 'a,c')
  assert.equal(idsOf(list.withClass(/(?:^|\s)tip(?=$|\s)/)), 'd')
  assert.deepEqual(list.withClass(/(?:^|\s)text note(?=$|\s)/), [])
  assert.deepEqual(list.withClass(/(?:^|\s)notes(?=$|\s)/), [])
})
