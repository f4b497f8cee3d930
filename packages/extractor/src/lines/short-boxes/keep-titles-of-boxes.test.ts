import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completedLines } from '../completions/completed-lines.fixture.ts'
import { keepTitlesOfBoxes } from './keep-titles-of-boxes.ts'

/** @returns the texts of the lines that are kept if at first only those that start with "Kept" are */
function kept(html: string, isSelected = true): readonly string[] {
  return completedLines(
    html,
    (text) => text.startsWith('Kept'),
    (page, keep) => keepTitlesOfBoxes(page, keep, () => isSelected),
  ).filter((text) => !text.startsWith('Kept'))
}

const TEXT = '<p>Kept: the height is periodic, like the moon.</p>'

test('the short first line of a box of which the rest is kept stays', () => {
  for (const title of ['<b>Theorem 1</b>', '<div><span>Theorem 1</span></div>', '<p>Theorem 1</p>'])
    assert.deepEqual(kept(`<div class="theorem">${title}${TEXT}</div>`), ['Theorem 1'], title)
})

test('a line that was not selected, is not the first of its box, or stands before a removed text does not', () => {
  const title = '<p>Theorem 1</p>'
  assert.deepEqual(kept(`<div>${title}${TEXT}</div>`, false), [])
  for (const html of [
    `<div>${TEXT}${title}${TEXT}</div>`,
    `<div>${title}<p>Removed, like the moon.</p></div>`,
    `<div>${title}<p>Kept</p></div>`,
    `<div>${title}${TEXT}<p>${'Removed, like the moon. '.repeat(4)}</p></div>`,
    `<div>${title}${TEXT}<p>Kept: <a href="/x">a link</a></p></div>`,
    `<body>${title}${TEXT}</body>`,
  ])
    assert.deepEqual(kept(html), [], html)
})

test('a date, a count, a byline, a label and the label of a field do not', () => {
  for (const line of ['Dec 17, 2025Ina Holm', '1 of 3', 'Written by Ina Holm', 'Advertisement', 'In this article'])
    assert.deepEqual(kept(`<div><p>${line}</p>${TEXT}</div>`), [], line)
  assert.deepEqual(kept(`<form><div><p>Your name</p>${TEXT}</div></form>`), [])
})
