import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from './element-list.ts'
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
