import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { elementsOf } from '../../dom/page-tree.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { boxCustomElements } from './custom-boxes.ts'

function boxed(html: string): string {
  const tree = parseHtmlFragment(html)
  boxCustomElements(elementsOf(tree))
  return serialize(tree)
}

test('custom elements beside each other become boxes', () => {
  assert.equal(
    boxed('<div><x-text>Elm lasts.</x-text><x-note>Keep it wet.</x-note></div>'),
    '<div><div>Elm lasts.</div><div>Keep it wet.</div></div>',
  )
})

test('custom elements in a line of text, alone in a box, and without text stay as they are', () => {
  for (const html of [
    '<p><x-term>Elm</x-term><x-term>Oak</x-term></p>',
    '<div>Posted <x-time>today</x-time></div>',
    '<div><x-text>Elm lasts.</x-text></div>',
    '<div><x-icon></x-icon><x-icon></x-icon></div>',
  ])
    assert.equal(boxed(html), html)
})
