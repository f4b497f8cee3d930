import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodesOf } from '../../src/dom/page-tree.ts'
import { parsePage } from '../../src/dom/parse-page.ts'
import { stressPages } from './stress-pages.ts'

for (const { name, html } of stressPages()) {
  test(`the page with ${name} is within the limits of the extractor, and large enough to measure`, () => {
    const nodes = nodesOf(parsePage(html)).length
    assert.ok(nodes > 400 && nodes < 200_000, `${nodes} nodes`)
    assert.ok(html.length < 5_000_000, `${html.length} characters`)
  })
}

test('the largest page has 4.7 MB, and every other page is smaller', () => {
  const sizes = stressPages().map(({ html }) => html.length)
  assert.equal(Math.round(sizes.at(-1)! / 100_000), 47)
  assert.equal(Math.max(...sizes), sizes.at(-1))
})
