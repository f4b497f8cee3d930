import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { showTaskStates } from './task-states.ts'

const shown = (html: string): string =>
  htmlAfter(html, (tree) => showTaskStates(new ElementList(tree)))
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

test('a label that contains only the box becomes the sign', () => {
  assert.equal(
    shown(`<ul><li><label>${box(' disabled checked')}<span></span></label> Wash</li></ul>`),
    '<ul><li>☑  Wash</li></ul>',
  )
})

test('icons of boxes at the start of items become signs', () => {
  assert.equal(
    shown(
      '<ul><li><p><i class="fa fa-check-square-o"></i> Wash</p></li><li><p><i class="fa fa-square-o"></i> Peel</p></li></ul>',
    ),
    '<ul><li><p>☑  Wash</p></li><li><p>☐  Peel</p></li></ul>',
  )
  assert.match(shown('<p><i class="fa fa-check-square"></i> Wash</p>'), /<i /)
  // Where all are checked, they are bullets.
  const bullet = '<li><i class="fa fa-check-square"></i> Wash</li>'
  assert.match(shown(`<ul>${bullet}${bullet}</ul>`), /<i .*<i /)
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

test('the sign is at the start of the text of a task, and tasks in a task have one, too', () => {
  const inner = `<ul><li><label>${box('')}<span></span></label><div><p>Stones</p></div></li></ul>`
  assert.equal(
    shown(`<ul><li><label>${box(' checked')}<span></span></label><div><p>Wash <b>it</b></p>${inner}</div></li></ul>`),
    '<ul><li><div><p>☑ Wash <b>it</b></p><ul><li><div><p>☐ Stones</p></div></li></ul></div></li></ul>',
  )
})

test('the states that attributes of items or lists state become signs', () => {
  assert.match(
    shown('<ul><li data-list="checked">Wash</li><li data-list="unchecked"><b>Peel</b></li></ul>'),
    /☑ Wash.*>☐ <b>Peel/,
  )
  assert.match(shown('<ul><li role="checkbox" aria-checked="true"><span>Wash</span></li></ul>'), /☑ <span>Wash/)
  assert.match(shown('<ul data-checked="false"><li>Wash</li></ul>'), /☐ Wash/)
})
