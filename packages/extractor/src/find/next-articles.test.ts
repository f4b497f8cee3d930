import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement, textOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { nextArticles } from './next-articles.ts'

/** @returns the texts of the articles that a page shows after its own */
function next(html: string): string[] {
  const body = findElement(parsePage(`<body>${html}</body>`), ({ tagName }) => tagName === 'body')!
  return nextArticles(body).map((box) => textOf(box))
}

const own = '<article><h1>The oven</h1><p>It was built in 1931.</p></article>'
const other = (heading: string): string => `<article><h2>${heading}</h2><p>The council met on Monday.</p></article>`

test('an article below a label for the next one is found with its label’s box', () => {
  assert.deepEqual(next(`${own}<div class="more"><span>Nächster Artikel</span>${other('Weir')}</div>`), [
    'WeirThe council met on Monday.',
  ])
  assert.equal(next(`${own}<h3>Up next</h3><div><div>${other('Weir')}</div></div>`).length, 1)
})

test('an article in a box that is named after the next one is found as a whole', () => {
  const box = `<div class="infinite-scroll"><p>Loading</p>${other('Weir')}</div>`
  assert.deepEqual(next(own + box), ['LoadingWeirThe council met on Monday.'])
  assert.equal(next(`<div id="__next"><main>${own}${other('Weir')}</main></div>`).length, 0)
})

test('articles that are the content of a page are not taken for the next one', () => {
  assert.deepEqual(next(`<h1>Blog</h1>${other('One')}<span>Up next</span>${other('Two')}`), [])
  assert.deepEqual(next(`<article><h1>Ten ovens</h1>${other('One')}<p>Read next</p>${other('Two')}</article>`), [])
  assert.deepEqual(next(`${own}<p>Comments</p>${other('Ada')}`), [])
  assert.deepEqual(next(`${own}<p>Up next</p><article><p>A short remark.</p></article>`), [])
})
