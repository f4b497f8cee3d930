import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement, type PageElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { pageLines } from './page-lines.ts'
import { SECTION_FACTS, sectionFacts } from './section-facts.ts'

/** @returns for each line of the page the values of `SECTION_FACTS`, rounded to two decimals */
function factsOf(html: string, isKept: readonly number[]): number[][] {
  const body = findElement(parsePage(`<body>${html}`), ({ tagName }) => tagName === 'body') as PageElement
  const rows = sectionFacts(pageLines(body), Uint8Array.from(isKept))
  const count = SECTION_FACTS.length
  const rounded = Array.from(rows, (value) => Math.round(value * 100) / 100)
  return Array.from({ length: rows.length / count }, (_, at) => rounded.slice(at * count, (at + 1) * count))
}

test('lines up to the next heading form a section, whatever boxes they are in', () => {
  const html = '<p>Menu</p><h2>Tides</h2><div><p>The tide, now.</p></div><p><a href="/x">More</a> tides</p><h3>Ebb</h3>'
  const size = Math.round(Math.log1p('TidesThe tide, now.More tides'.length) * 100) / 100
  const [before, heading, first, last, next] = factsOf(html, [0, 1, 1, 0, 0])
  assert.deepEqual(before, [0, 0, 1.61, 0, 0])
  assert.deepEqual(heading, [2, 0, size, 0.14, 0.66])
  assert.deepEqual(first, [2, 1, size, 0.14, 0.66])
  assert.deepEqual(last, [2, 2, size, 0.14, 0.66])
  assert.deepEqual(next, [3, 0, 1.39, 0, 0])
})

test('a page without lines has no values', () => {
  assert.deepEqual(factsOf('', []), [])
})
