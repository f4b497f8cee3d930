import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { elementsOf } from '../../dom/page-tree.ts'
import { showTaskStates } from './task-states.ts'

const shown = (html: string): string =>
  htmlAfter(html, (tree) => showTaskStates(elementsOf(tree)))
    .replaceAll('\u00a0', ' ')
    .replaceAll('&nbsp;', ' ')

const box = (state: string): string => `<input type="checkbox"${state}>`

test('the states of a list of tasks become signs, in labels and paragraphs too', () => {
  assert.equal(
    shown(`<ul><li>${box(' disabled checked')} Wash</li><li><p><label>${box(' disabled')}Peel</label></p></li></ul>`),
    '<ul><li>☑  Wash</li><li><p><label>☐ Peel</label></p></li></ul>',
  )
  assert.match(shown(`<ul><li>${box(' checked')}Wash</li><li>${box('')}Peel</li></ul>`), /☑ Wash.*☐ Peel/)
})

test('boxes for readers to check, outside of lists and of other kinds stay', () => {
  for (const html of [
    '<ul><li><input type="checkbox">2 eggs</li><li><input type="checkbox">Flour</li></ul>',
    '<p><input type="checkbox" checked>Remember me</p>',
    '<ul><li><input type="checkbox" checked> </li></ul>',
    '<ul><li><input type="radio" checked>Small</li></ul>',
  ])
    assert.equal(shown(html).replaceAll('checked=""', 'checked'), html)
})
