import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement, textOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { nextArticles } from './next-articles.ts'

/** @returns the texts of the articles that a page shows after its own */
function next(html: string, isArticle = false): string[] {
  const body = findElement(parsePage(`<body>${html}</body>`), ({ tagName }) => tagName === 'body')!
  return nextArticles(body, { title: 'The oven', isArticle }).map((box) => textOf(box))
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

test('on a page that declares itself one article, an article with a main heading of its own is the next one', () => {
  const article = '<article><h1>The snow</h1><p>It fell.</p></article>'
  assert.deepEqual(next(own + article, true), ['The snowIt fell.'])
  assert.deepEqual(next(own + article), [])
})

test('on such a page, other headings, inner articles, and articles with the same title are not', () => {
  for (const html of [
    `${own}<article><h2>A comment</h2><p>So it does.</p></article>`,
    '<article><h1>The oven</h1><article><h1>Part two</h1><p>It stands.</p></article></article>',
    `${own}<article><h1>The oven</h1><p>More of it.</p></article>`,
    '<article><p>A card</p></article><h1>The wall</h1><p>It stands.</p>',
    `<article><h1>A teaser</h1></article>${own}<article><h1>The oven</h1><p>More of it.</p></article>`,
    '<article><h1>A teaser</h1></article><article><h1>The other oven</h1><p>It stands.</p></article>',
  ])
    assert.deepEqual(next(html, true), [])
})

const snow = (text: string): string => `<div><h1>The snow</h1><p>${text}</p></div>`

test('a box after the only article that has a main heading and much text is the next article', () => {
  const long = 'It fell on Monday and stayed until the lamps were lit. '.repeat(10)
  assert.equal(next(`<main>${own}${snow(long)}</main>`, true).length, 1)
  assert.deepEqual(next(`<main>${own}${snow('It fell.')}</main>`, true), [])
  assert.deepEqual(next(`<main>${own}${snow(long)}</main>`), [])
  assert.deepEqual(next(`<main>${snow(long)}${own}</main>`, true), [])
})

test('articles whose heading is a link to their own page are found after a complete article', () => {
  const long = `<article><h1>The oven</h1><p>${'It was built in 1931 by a baker. '.repeat(30)}</p></article>`
  const whole = (heading: string): string => other(heading).replace('The council', 'The council came. '.repeat(30))
  assert.equal(next(`<div>${long}${whole('<a href="/weir">Weir</a>')}</div>`).length, 1)
  assert.equal(next(`<div>${long}${other('<a href="/weir">Weir</a>')}</div>`).length, 0)
  assert.equal(next(`<div>${own}${whole('<a href="/weir">Weir</a>')}</div>`).length, 0)
  assert.equal(next(`<div>${long}${whole('<a href="#weir">Weir</a>')}${whole('Weir')}</div>`).length, 0)
})
