import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { copyTree } from './copy-tree.ts'
import { createElement, createText, findElement, nodesOf, type PageParent } from './page-tree.ts'
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

test('the nodes of a page have few shapes: one with children, one for texts and one for comments', () => {
  const html =
    '<!doctype html><!-- a --><html><body><p id="a">x<br></p><template><b>y</b></template><table>moved<tr><td>z</table></body></html>'
  const page = parsePage(html)
  const fragment = parseHtmlFragment('<i>x</i>')
  const nodes: object[] = [page, ...nodesOf(page), fragment, ...nodesOf(fragment)]
  const copy = copyTree([findElement(page, ({ tagName }) => tagName === 'body')!], new Set())
  nodes.push(copy, ...nodesOf(copy), createText('t'), createElement('p', {}, []))
  assert.equal(new Set(nodes.map((node) => Object.keys(node).join(' '))).size, 3)
})
