import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import type { PageParent } from './page-tree.ts'
import { parseHtmlFragment, parsePage } from './parse-page.ts'

test('a tree has at most 512 levels, and an element at most 100 attributes', () => {
  const tree = parsePage(`${'<i>'.repeat(2000)}x<p ${Array.from({ length: 500 }, (_, i) => `a${i}`).join(' ')}>y`)
  let level: PageParent[] = [tree]
  let depth = 0
  for (; level.length > 0; depth++)
    level = level.flatMap((node) => node.childNodes.filter((child) => 'tagName' in child))
  assert.equal(depth - 1, 512)
  assert.match(
    serialize(parseHtmlFragment(`<p ${Array.from({ length: 500 }, (_, i) => `a${i}`).join(' ')}>y`)),
    /a99="">y/,
  )
})
