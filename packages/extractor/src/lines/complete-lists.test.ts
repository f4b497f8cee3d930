import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeLists } from './complete-lists.ts'
import { completedLines } from './completed-lines.fixture.ts'

/** @returns the texts of the lines that are kept after lists were completed */
function completed(
  html: string,
  isKept: (text: string) => boolean,
  mayKeep = (_text: string): boolean => true,
): string[] {
  return completedLines(html, isKept, (page, keep) =>
    completeLists(page, keep, {
      mayComplete: (index) => mayKeep(page.lines[index]!.text),
      mayFollowColon: (index) => page.lines[index]!.text !== 'Print',
    }),
  )
}

const list = (...items: readonly string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

test('a list of which most of the text is kept becomes complete, and other lists and lines do not change', () => {
  const page = `<p>Salt</p>${list('Flour', 'Water', 'Yeast', 'Salt')}${list('Home', 'About', 'Salt', 'Flour')}`
  const dough = new Set(['Flour', 'Water', 'Yeast'])
  assert.deepEqual(
    completed(page, (text) => dough.has(text)),
    ['Flour', 'Water', 'Yeast', 'Salt', 'Flour'],
  )
})

const isDough = (text: string): boolean => text !== 'Share'

test('a line that may not be kept, a short list, and the list around another one stay incomplete', () => {
  const items = ['Flour', 'Water', 'Yeast', 'Share']
  assert.deepEqual(completed(list(...items), isDough, isDough), items.slice(0, 3))
  assert.deepEqual(completed(list('Flour', 'Water', 'Share'), isDough), ['Flour', 'Water'])
  const nested = `<ul><li>Share</li><li>${list('Flour', 'Water', 'Yeast', 'Oil')}</li><li>Print</li></ul>`
  assert.deepEqual(
    completed(nested, (text) => isDough(text) && text !== 'Print'),
    ['Flour', 'Water', 'Yeast', 'Oil'],
  )
})

const isNeed = (text: string): boolean => text.startsWith('You need')

test('a list after a colon becomes complete, except for lines that may not be kept', () => {
  const items = list('Flour', 'Water', 'Print')
  assert.deepEqual(completed(`<p>You need:</p>${items}`, isNeed), ['You need:', 'Flour', 'Water'])
  assert.deepEqual(completed(`<p>You need nothing.</p>${items}`, isNeed), ['You need nothing.'])
  assert.deepEqual(completed(`<p>Home:</p>${items}`, isNeed), [])
})

const row = (name: string, amount: string): string => `<div class="row"><div>${name}</div><p>${amount}</p></div>`

const isFound = (text: string): boolean => text !== 'Oil' && text !== 'Salt'

test('rows with a label and a value are a list too, but not rows with links or without a class', () => {
  const rows = `<div>${row('Flour', '500 g')}${row('Oil', '2 spoons')}${row('Yeast', '1 cube')}${row('Salt', '1 spoon')}</div>`
  const texts = ['Flour', '500 g', 'Oil', '2 spoons', 'Yeast', '1 cube', 'Salt', '1 spoon']
  assert.deepEqual(completed(rows, isFound), texts)
  const linked = rows.replaceAll(/<p>(.*?)<\/p>/g, '<p><a href="/">$1</a></p>')
  assert.deepEqual(completed(linked, isFound), texts.filter(isFound))
  assert.deepEqual(completed(rows.replaceAll(' class="row"', ''), isFound), texts.filter(isFound))
})
