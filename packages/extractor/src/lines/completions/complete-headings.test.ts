import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeHeadings } from './complete-headings.ts'
import { completedLines } from './completed-lines.fixture.ts'

/** @returns the texts of the lines that are kept after headings were completed */
function completed(
  html: string,
  isKept: (text: string) => boolean,
  mayKeep = (_text: string): boolean => true,
): string[] {
  return completedLines(html, isKept, (page, keep) =>
    completeHeadings(page, keep, (index) => mayKeep(page.lines[index]!.text)),
  )
}

const tides = 'The tide comes in, and it goes out again, and nobody has ever hurried it.'
const isEbb = (text: string): boolean => text === 'Ebb'
const isTides = (text: string): boolean => text === tides

test('the heading of a section of which most of the text is kept stays', () => {
  assert.deepEqual(completed(`<h2>Tides</h2><div><p>${tides}</p></div><p>Share</p>`, isTides), ['Tides', tides])
})

test('a heading whose text is in a box of its own stays, unless it contains other lines', () => {
  const boxed = `<h2><div><a href="#t"></a></div><div>Tides</div></h2><p>${tides}</p>`
  assert.deepEqual(completed(boxed, isTides), ['Tides', tides])
  assert.deepEqual(completed(boxed.replace('</h2>', '<div>Share</div></h2>'), isTides), [tides])
})

test('the heading of a section without kept text, or with little of it, does not stay', () => {
  const more = `<p>${tides.replace('tide', 'moon')}</p>`
  assert.deepEqual(completed(`<h2>Related</h2><p>Share</p><h2>Tides</h2><p>${tides}</p>`, isTides), ['Tides', tides])
  assert.deepEqual(completed(`<h2>Tides</h2><p>${tides}</p>${more}`, isTides), [tides])
})

test('a heading that may not be kept does not stay', () => {
  assert.deepEqual(
    completed(`<h2>Advertisement</h2><p>${tides}</p>`, isTides, (text) => text !== 'Advertisement'),
    [tides],
  )
})

test('the heading of a short section stays if the whole section is kept', () => {
  assert.deepEqual(completed('<h2>Tides</h2><p>Ebb</p>', isEbb), ['Tides', 'Ebb'])
  assert.deepEqual(completed('<h2>Tides</h2><p>Ebb</p><p>Flood</p>', isEbb), ['Ebb'])
})

test('text that the rules did not select does not count, such as the rest of the page after the last section', () => {
  const footer = '<p>The Fen Courier is printed every week</p>'
  assert.deepEqual(
    completed(`<h2>Tides</h2><p>Ebb</p>${footer}`, isEbb, (text) => !text.startsWith('The Fen')),
    ['Tides', 'Ebb'],
  )
})

test('a heading directly above a kept heading of a lower level stays', () => {
  const page = (level: string): string => `<h2>Questions</h2><${level}>Tides</${level}><p>${tides}</p>`
  assert.deepEqual(completed(page('h3'), isTides), ['Questions', 'Tides', tides])
  assert.deepEqual(completed(page('h2'), isTides), ['Tides', tides])
})
