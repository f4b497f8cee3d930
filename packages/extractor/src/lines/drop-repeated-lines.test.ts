import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { dropRepeatedLines } from './drop-repeated-lines.ts'
import { pageLines } from './page-lines.ts'

const [first, second] = ['The tide comes in at noon, and later at night.', 'It goes out again in the evening.']

/** Removes the repeated lines of a page. @returns the remaining lines */
function stayingLines(html: string, mayDrop = true, ignoresHeadings = false): string[] {
  const page = pageLines(findElement(parsePage(html), ({ tagName }) => tagName === 'body')!)
  const keep = new Uint8Array(page.lines.length).fill(1)
  dropRepeatedLines(page, keep, { mayDrop: () => mayDrop, ignoresHeadings })
  return page.lines.filter((_, index) => keep[index] === 1).map(({ text }) => text)
}

test('lines that repeat earlier ones elsewhere on the page are left out', () => {
  const text = `<p>${first}</p><p>${second}</p>`
  assert.deepEqual(stayingLines(`<div>${text}</div><div>${text}<p>More</p></div>`), [first, second, 'More'])
})

test('a refrain beside its original stays', () => {
  assert.deepEqual(stayingLines(`<div><p>${first}</p><p>${second}</p><p>${first}</p></div>`), [first, second, first])
})

test('short labels that are repeated stay', () => {
  const cards = '<div><h3>Boat</h3><p>Sold out</p></div><div><h3>Oar</h3><p>Sold out</p></div>'
  assert.deepEqual(stayingLines(cards), ['Boat', 'Sold out', 'Oar', 'Sold out'])
})

const listOf = (lines: readonly string[]): string => `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`

test('lines in a different order than the originals are not copies', () => {
  const short = ['Low tide at six', 'High tide at noon', 'Low tide at seven']
  assert.equal(stayingLines(listOf(short) + listOf(short.toReversed())).length, 6)
  assert.equal(stayingLines(listOf(short) + listOf(short)).length, 3)
})

test('lines that may not be dropped stay', () => {
  assert.equal(stayingLines(`<div><p>${first}</p></div><div><p>${first}</p></div>`, false).length, 2)
})

test('copies below another heading stay, except in a discussion', () => {
  const parameter = `<div><p>${first}</p></div>`
  const html = `<h3>create</h3>${parameter}<h3>update</h3><section>${parameter}</section>`
  assert.deepEqual(stayingLines(html), ['create', first, 'update', first])
  assert.deepEqual(stayingLines(html, true, true), ['create', first, 'update'])
})

test('a copied heading is left out with the lines below it', () => {
  const part = `<h3>High water</h3><p>${first}</p>`
  assert.deepEqual(stayingLines(`<div>${part}</div><div>${part}</div>`), ['High water', first])
})

test('headings do not repeat their entries in the contents', () => {
  const headings = ['Troubleshooting', 'The counter shows the value before the click']
  const [outer, inner] = headings
  const article = `<article><h2>${outer}</h2><h3>${inner}</h3><p>${first}</p></article>`
  assert.deepEqual(stayingLines(listOf(headings) + article), [...headings, ...headings, first])
  assert.deepEqual(stayingLines(listOf(headings) + article + article), [...headings, ...headings, first])
})

const start = (to: string): string =>
  `<div><p>To start quickly, complete the guide <a href="/${to}">for beginners</a>.</p></div>`

test('a repeated sentence with a link to another page stays', () => {
  assert.equal(stayingLines(start('a') + start('b')).length, 2)
  assert.equal(stayingLines(start('a') + start('a')).length, 1)
})

const facts = '<div><p>Fabric content</p><p>Long-staple cotton</p></div><div><p>Weight</p><p>270 grams</p></div>'
const card = (title: string): string => `<div class="card"><p>${title}</p>${facts}</div>`

test('facts that several cards beside each other share stay in each, unless the whole card is a copy', () => {
  assert.equal(stayingLines(card('Percale') + card('Linen') + card('Sateen')).length, 15)
  assert.equal(stayingLines(card('Percale') + card('Linen') + card('Sateen') + card('Percale')).length, 15)
  assert.equal(stayingLines(card('Percale') + card('Linen')).length, 6, 'two forms of a part')
  assert.equal(stayingLines(card('Percale') + card('Linen') + card('Sateen'), true, true).length, 7, 'a discussion')
})

test('a title in several cards beside each other stays once if it leads to the same page', () => {
  const title = 'How the ferry to the islands came back after the winter'
  const teaser = (to: string, age: string): string =>
    `<div class="card"><p><a href="/${to}">${title}</a></p><p>${age}</p></div>`
  assert.equal(stayingLines(teaser('a', 'Monday') + teaser('a', 'Tuesday') + teaser('a', 'Friday')).length, 4)
  assert.equal(stayingLines(teaser('a', 'Monday') + teaser('b', 'Tuesday') + teaser('c', 'Friday')).length, 6)
})
