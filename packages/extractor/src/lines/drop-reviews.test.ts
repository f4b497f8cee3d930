import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { dropReviews } from './drop-reviews.ts'
import { pageLines } from './page-lines.ts'

/** Removes the reviews and other products of a page. @returns the remaining lines */
function stayingLines(html: string): string[] {
  const page = pageLines(findElement(parsePage(html), ({ tagName }) => tagName === 'body')!)
  const keep = new Uint8Array(page.lines.length).fill(1)
  dropReviews(page, keep)
  return page.lines.filter((_, index) => keep[index] === 1).map(({ text }) => text)
}

const boat = '<main><h1>Boat</h1><p>Four metres of oak, with two oars.</p></main>'

test('reviews of a product and other products are left out', () => {
  const reviews = '<div class="userReviews"><div><p>It floats.</p></div></div>'
  const others = '<section id="related-products"><h3>Oar</h3></section>'
  assert.deepEqual(stayingLines(`${boat}${reviews}${others}`), ['Boat', 'Four metres of oak, with two oars.'])
})

test('the class name of an element with nearly all of the text is ignored', () => {
  assert.equal(stayingLines(`<div class="has-reviews">${boat}</div>`).length, 2)
})
