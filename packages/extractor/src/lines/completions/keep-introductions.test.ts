import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completedLines } from './completed-lines.fixture.ts'
import { keepIntroductions } from './keep-introductions.ts'

/** @returns the texts of the lines that are kept if at first only those that start with "Kept" are */
function kept(html: string, isSelected = true): readonly string[] {
  return completedLines(
    html,
    (text) => text.startsWith('Kept'),
    (page, keep) => keepIntroductions(page, keep, () => isSelected),
  ).filter((text) => !text.startsWith('Kept'))
}

const LINE = '<p><a href="/ina">ina</a>:</p>'

test('a line with a colon before a kept quotation or list stays', () => {
  assert.deepEqual(kept(`${LINE}<blockquote><p>Kept</p></blockquote>`), ['ina:'])
  assert.deepEqual(kept('<p>It needs:</p> <ul><li>Kept</li></ul>'), ['It needs:'])
  assert.deepEqual(kept('<p>材料：</p><ul><li>Kept</li></ul>'), ['材料：'])
})

test('one that was not selected, is a label or a time, or stands before other text does not', () => {
  assert.deepEqual(kept(`${LINE}<blockquote><p>Kept</p></blockquote>`, false), [])
  for (const html of [
    `${LINE}<p>Kept</p>`,
    `${LINE}<blockquote><p>Removed</p></blockquote>`,
    '<p>Tags:</p><ul><li>Kept</li></ul>',
    '<p>See also:</p><ul><li>Kept</li></ul>',
    '<p>at 12:</p><ul><li>Kept</li></ul>',
  ])
    assert.deepEqual(kept(html), [], html)
})
