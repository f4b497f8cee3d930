import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { openDrawnPages } from './drawn-pages.ts'

const opened = (html: string): string =>
  htmlAfter(html, (tree) => openDrawnPages(tree, new ElementList(tree).named('svg')))

test('the slides in drawings that contain nothing else become parts of the page', () => {
  const slide = '<svg viewBox="0 0 16 9"><foreignObject><section><h1>Tides</h1></section></foreignObject></svg>'
  assert.equal(opened(slide + slide), '<section><h1>Tides</h1></section>'.repeat(2))
})

test('drawings with other parts, and labels in them, stay as they are', () => {
  for (const html of [
    '<svg><path d="M0 0"></path><foreignObject><section>Ebb</section></foreignObject></svg>',
    '<svg><foreignObject><div>Ebb</div></foreignObject></svg>',
  ])
    assert.equal(opened(html), html)
})
