import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findElement } from '../../dom/page-tree.ts'
import { parsePage } from '../../dom/parse-page.ts'
import { measureTree } from '../../dom/text-measures.ts'
import { isRowOfButtons } from './buttons.ts'

const PROSE = '<p>The tide goes out twice a day, slowly, and comes back, as everyone on the shore of the bay knows.</p>'

const button = (label: string, href = '/map'): string =>
  `<div class="wp-block-button"><a class="button" href="${href}">${label}</a></div>`

/** @returns whether the box with the class `row` in a page is a row of buttons */
function isRow(buttons: string, after = PROSE): boolean {
  const page = parsePage(`<body>${PROSE}<div class="row">${buttons}</div>${after}</body>`)
  const measures = measureTree(page, new Set())
  const row = findElement(page, ({ attrs }) => attrs.some(({ value }) => value === 'row'))!
  return isRowOfButtons(row, measures.get(row)!, measures)
}

test('one to three buttons between two texts belong to the text', () => {
  assert.ok(isRow(button('Open the map of the bay')))
  assert.ok(isRow(button('The map') + button('The charts', 'https://charts.example/')))
  assert.ok(!isRow(button('One map') + button('Two maps') + button('Three maps') + button('Four maps')))
})

test('other links, buttons at the end, and buttons for the site and to places on the page do not', () => {
  assert.ok(!isRow('<a href="/map">Open the map of the bay</a>'))
  assert.ok(!isRow(button('Open the map of the bay'), ''))
  for (const label of ['Subscribe now', 'Sign up for the letter', 'Read more', 'Log in'])
    assert.ok(!isRow(button(label)), label)
  assert.ok(!isRow(button('Open the map of the bay', '#map')))
  assert.ok(!isRow(`${button('Open the map')} A text beside the button`))
})
