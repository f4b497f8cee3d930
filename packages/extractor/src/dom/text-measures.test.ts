import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyTree } from './copy-tree.ts'
import { elementsOf, findElement, type PageElement } from './page-tree.ts'
import { parsePage } from './parse-page.ts'
import { measureCopies, measureTree } from './text-measures.ts'

const PAGE = `<body><div><h2>A title</h2><p>${'Words, and more words. '.repeat(9)}<a href="/b">A link</a></p></div>
  <aside>left out</aside><ul><li>One <img src="a.png"></li></ul></body>`

function named(root: PageElement, name: string): PageElement {
  return findElement(root, ({ tagName }) => tagName === name)!
}

test('copies have the measures of their originals, and those of the root are their sum', () => {
  const body = findElement(parsePage(PAGE), ({ tagName }) => tagName === 'body')!
  const dropped = new Set([named(body, 'aside'), named(body, 'img')])
  const measured = measureTree(body, dropped)
  const root = copyTree([named(body, 'div'), named(body, 'ul')], dropped)
  const copies = measureCopies(root, measured)
  const counted = measureTree(root, new Set())
  assert.equal(copies.size, counted.size)
  for (const element of [root, ...elementsOf(root)]) assert.deepEqual(copies.get(element), counted.get(element))
  copies.get(named(root, 'p'))!.text = 0
  assert.notEqual(measured.get(named(body, 'p'))!.text, 0)
})
