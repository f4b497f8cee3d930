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

test('an h1 that equals the title or is similar to it is emptied', () => {
  assert.equal(leftOf('<h1>Tides</h1><p>x</p>', 'Tides'), '<h1></h1><p>x</p>')
  assert.equal(
    leftOf('<h1>How to read the tide tables</h1><p>x</p>', 'Reading the tide tables: how to'),
    '<h1></h1><p>x</p>',
  )
})

test('an h1 that differs from the title stays, and so do headings of other levels', () => {
  assert.equal(leftOf('<h1>The moon and its seas</h1>', 'Tides'), '<h1>The moon and its seas</h1>')
  assert.equal(leftOf('<h2>Tides</h2>', 'Tides'), '<h2>Tides</h2>')
  assert.equal(leftOf('<h1>Tides</h1>', undefined), '<h1>Tides</h1>')
})

test('only the h1 that repeats the title is emptied', () => {
  const html = '<h1>On <b>tides</b></h1><h1>On moons</h1><h2>On tides</h2>'
  assert.equal(leftOf(html, 'On tides'), '<h1></h1><h1>On moons</h1><h2>On tides</h2>')
  assert.equal(leftOf(html, undefined), html)
})

test('a title with a short label before it is a repetition, one with a subtitle is not', () => {
  assert.equal(leftOf('<h1><i>A walk by the sea</i><b>Tides</b></h1>', 'Tides'), '<h1></h1>')
  const html = '<h1><b>Tides</b><small>What the sea does all day</small></h1>'
  assert.equal(leftOf(html, 'Tides'), html)
})

test('the line with the topic above the title is removed, and other lines above it stay', () => {
  assert.equal(leftOf('<p class="kicker">Tides</p><h1>The last ferry</h1>', 'The last ferry'), '<h1></h1>')
  const note = '<p class="note">Tides</p>'
  assert.equal(leftOf(`${note}<h1>The last ferry</h1>`, 'The last ferry'), `${note}<h1></h1>`)
})
