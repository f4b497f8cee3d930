import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { dropRepeatedTitle } from './drop-repeated-title.ts'
import { parsePage } from '../dom/parse-page.ts'

function leftOf(html: string, title: string | undefined): string {
  const page = parsePage(`<body>${html}`)
  dropRepeatedTitle(page, title)
  return serialize(page).replace(/.*<body>|<\/body>.*/g, '')
}

test('an h1 that is the title, or says nearly the same, is taken out', () => {
  assert.equal(leftOf('<h1>Tides</h1><p>x</p>', 'Tides'), '<p>x</p>')
  assert.equal(leftOf('<h1>How to read the tide tables</h1><p>x</p>', 'Reading the tide tables: how to'), '<p>x</p>')
})

test('an h1 that says something else stays, and so does every other heading', () => {
  assert.equal(leftOf('<h1>The moon and its seas</h1>', 'Tides'), '<h1>The moon and its seas</h1>')
  assert.equal(leftOf('<h2>Tides</h2>', 'Tides'), '<h2>Tides</h2>')
  assert.equal(leftOf('<h1>Tides</h1>', undefined), '<h1>Tides</h1>')
})
