import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dropRepeatedTitle } from '../clean/drop-repeated-title.ts'
import { findElement, type PageElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { firstLineBelowTitle } from './first-line-below-title.ts'
import { pageLines } from './page-lines.ts'

const title = 'The tides of the year'

/** @returns the text of the first line below the title; undefined if no title is above the line `first` */
function lineBelowTitle(html: string, first: string): string | undefined {
  const tree = parsePage(`<body>${html}`)
  const body = findElement(tree, ({ tagName }) => tagName === 'body') as PageElement
  const titleHeadings = dropRepeatedTitle(tree, title)
  const page = pageLines(body)
  const firstKept = page.lines.findIndex(({ text }) => text === first)
  const below = firstLineBelowTitle(page, { title, titleHeadings }, firstKept)
  return below === undefined ? undefined : page.lines[below]!.text
}

test('the place of an emptied heading is the place of the title', () => {
  const html = `<p>Menu</p><header><h1>${title}</h1></header><p>By a pier</p><p>Intro</p><main>Text</main>`
  assert.equal(lineBelowTitle(html, 'Text'), 'By a pier')
  assert.equal(lineBelowTitle(`<h1>${title}</h1><main>Text</main>`, 'Text'), 'Text')
})

test('a heading below the first line of the text does not count', () => {
  assert.equal(lineBelowTitle(`<p>Menu</p><main>Text</main><h1>${title}</h1><p>More</p>`, 'Text'), undefined)
})

test('the last of several headings above the text counts', () => {
  const html = `<h1>${title}</h1><p>Menu</p><h1>${title}</h1><p>Intro</p><main>Text</main>`
  assert.equal(lineBelowTitle(html, 'Text'), 'Intro')
})

test('without such a heading, the last line with the title counts, with or without the name of the site', () => {
  assert.equal(lineBelowTitle(`<h2>${title}</h2><p>Intro</p><main>Text</main>`, 'Text'), 'Intro')
  assert.equal(lineBelowTitle(`<p>${title} – Tidepost</p><p>Intro</p><main>Text</main>`, 'Text'), 'Intro')
})

test('a sentence that starts with the title belongs to the text', () => {
  const sentence = `${title} are explained here for readers who have never seen the sea.`
  assert.equal(lineBelowTitle(`<p>Menu</p><p>${sentence}</p><main>Text</main>`, 'Text'), sentence)
  assert.equal(lineBelowTitle(`<h2>${title}</h2><p>Intro</p><p>${sentence}</p><main>Text</main>`, 'Text'), 'Intro')
})

test('a page that does not show its title has no such line', () => {
  assert.equal(lineBelowTitle('<p>Menu</p><main>Text</main>', 'Text'), undefined)
})
