import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement, type PageElement } from '../src/dom/page-tree.ts'
import { parsePage } from '../src/dom/parse-page.ts'
import { pageLines } from '../src/lines/page-lines.ts'
import { labelLines } from './label-lines.ts'

const NOTHING = { text: undefined, wanted: [], unwanted: [], title: undefined, author: undefined, date: undefined }

/** @returns the texts of the lines that are labelled as part of the article */
function partsOf(html: string, text: string): string[] {
  const body = findElement(parsePage(`<body>${html}`), ({ tagName }) => tagName === 'body') as PageElement
  const { lines } = pageLines(body)
  const { labels } = labelLines(lines, { ...NOTHING, text })
  return lines.filter((_, index) => labels[index] === 1).map((line) => line.text)
}

const [flood, ebb] = ['The flood comes in twice a day.', 'The ebb goes out twice a day, and you may share a boat.']

test('a line is part of the article if most of its sequences of four words are annotated', () => {
  const html = `<p>Subscribe to our letter now</p><p>${flood} Really.</p><p>${ebb}</p>`
  assert.deepEqual(partsOf(html, `${flood}\n${ebb}`), [`${flood} Really.`, ebb])
})

test('a short line is part of the article if it is annotated between its neighbours', () => {
  const html = `<p>${flood}</p><h2>Ebb tide</h2><p>${ebb}</p>`
  assert.deepEqual(partsOf(html, `${flood}\nEbb tide\n${ebb}`), [flood, 'Ebb tide', ebb])
})

test('a button whose word occurs elsewhere in the text is not part of the article', () => {
  const html = `<p>${flood}</p><p>Share</p><p>${ebb}</p>`
  assert.deepEqual(partsOf(html, `${flood}\n${ebb}`), [flood, ebb])
})

test('a short line far from any other annotated line is not part of the article', () => {
  const menu = '<li>Item</li>'.repeat(20)
  assert.deepEqual(partsOf(`<p>Tides</p>${menu}<p>${flood}</p>`, `Tides\n${flood}`), [flood])
})
