import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completedLines } from './completed-lines.fixture.ts'
import { keepLoneLines } from './keep-lone-lines.ts'

/** @returns the texts of the lines that are kept if at first only those that start with "Kept" are */
function kept(html: string, isSelected = true): readonly string[] {
  return completedLines(
    html,
    (text) => text.startsWith('Kept'),
    (page, keep) => keepLoneLines(page, keep, () => isSelected),
  ).filter((text) => !text.startsWith('Kept'))
}

const PURPOSE = 'ls — list directory contents'
const NEXT = '<h2>Kept: Synopsis</h2><p>Kept</p>'

test('the only line between two headings stays, also below a title that was emptied', () => {
  for (const heading of ['<h2>Kept: ls</h2>', '<h1></h1>', '<h2>Kept: ls</h2> '])
    assert.deepEqual(kept(`<div>${heading}<p>${PURPOSE}</p></div><div>${NEXT}</div>`), [PURPOSE], heading)
})

test('a line that was not selected, is not alone, has no heading, or stands before removed text does not', () => {
  const alone = `<h2>Kept</h2><p>${PURPOSE}</p>`
  assert.deepEqual(kept(alone + NEXT, false), [])
  for (const html of [
    `${alone}<p>and another line of it</p>${NEXT}`,
    `<p>${PURPOSE}</p>${NEXT}`,
    `${alone}<h2>Removed</h2><p>Removed</p>`,
  ])
    assert.deepEqual(kept(html), [], html)
})

test('a byline, a label, a pointer and a link below a heading do not', () => {
  for (const line of [
    'By Ina Holm and Bo Lund',
    '12 min read, 300 views in all',
    '<a href="/x">Four words of link</a>',
    '3 May',
  ])
    assert.deepEqual(kept(`<h1></h1><p>${line}</p>${NEXT}`), [], line)
})
