import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineGroups } from '../line-groups.ts'
import { completedLines } from './completed-lines.fixture.ts'
import { keepListsBeside } from './keep-lists-beside.ts'

const STEPS = '<h3>Steps</h3><ol><li>Mix it.</li><li>Bake it.</li></ol>'
const TIDE = 'The tide comes in, and it goes out again, and nobody has ever hurried it.'
const KEPT = ['Mix it.', 'Bake it.']

/** @returns a section with a list that has class names */
const list = (items: string): string =>
  `<h2>Part</h2><p>${TIDE}</p><div class="nav"><ul class="tabs">${items}</ul></div>`

/** @returns the lines that are kept of a page of which only the steps are kept at first */
const keptOf = (html: string): string[] =>
  completedLines(
    `<body><div>${html}</div></body>`,
    (text) => KEPT.includes(text),
    (page, keep) =>
      keepListsBeside(page, lineGroups(page), { keep, isSelected: new Uint8Array(page.lines.length).fill(1) }),
  )

test('a list beside a kept one stays, with its label and the heading between them', () => {
  const dough = '<p>Dough</p><ul><li>flour</li><li>oil</li></ul>'
  assert.deepEqual(keptOf(`${dough}${STEPS}`), ['Dough', 'flour', 'oil', 'Steps', ...KEPT])
  assert.deepEqual(keptOf(`${STEPS}${dough}`), [...KEPT, 'Dough', 'flour', 'oil'])
})

test('a list of the kind of which at least two others are kept stays', () => {
  const kept = '<li>Mix it.</li><li>Bake it.</li>'
  const other = '<li>flour</li><li>oil</li>'
  assert.deepEqual(keptOf(list(kept) + list(other) + list(kept)), [...KEPT, 'flour', 'oil', ...KEPT])
  assert.deepEqual(keptOf(list(kept) + list(other)), KEPT)
  assert.deepEqual(keptOf((list(kept) + list(other) + list(kept)).replaceAll(/ class="\w+"/g, '')), [...KEPT, ...KEPT])
})

test('the label above a kept list stays, also between other lists', () => {
  const html = `<div>Baking</div><ol><li>Mix it.</li><li>Bake it.</li></ol><p>Share</p><ul><li>Bake it.</li></ul>`
  assert.deepEqual(keptOf(html), ['Baking', 'Mix it.', 'Bake it.', 'Bake it.'])
})

test('a list of links, one after a paragraph and a label do not stay', () => {
  const menu = '<ul><li><a href="/a">flour</a></li><li><a href="/b">oil</a></li></ul>'
  assert.deepEqual(keptOf(menu + STEPS), KEPT)
  const far = `<ul><li>flour</li><li>oil</li></ul><p>${'Nobody asked for it, and nobody came. '.repeat(3)}</p>`
  assert.deepEqual(keptOf(far + STEPS), KEPT)
  assert.deepEqual(keptOf(`<p>Share</p><ul><li>flour</li><li>oil</li></ul>${STEPS}`), [
    'flour',
    'oil',
    'Steps',
    ...KEPT,
  ])
})
