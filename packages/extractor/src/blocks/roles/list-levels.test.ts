import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { elementsOf } from '../../dom/page-tree.ts'
import { nestListLevels } from './list-levels.ts'

const nested = (html: string): string =>
  htmlAfter(html, (tree) => nestListLevels(elementsOf(tree))).replaceAll(/ (?:class|data-[\w-]+)="[^"]*"/g, '')

const item = (mark: string, text: string, level = 0): string =>
  `<li data-list="${mark}"${level > 0 ? ` class="ql-indent-${level}"` : ''}>${text}</li>`

test('items with levels are nested, and those with bullets leave a numbered list', () => {
  const items = [item('bullet', 'Boats'), item('bullet', 'Oars', 1), item('ordered', 'Ash', 2), item('bullet', 'Sails')]
  assert.equal(
    nested(`<ol>${items.join('')}</ol>`),
    '<ul><li>Boats<ul><li>Oars<ol><li>Ash</li></ol></li></ul></li><li>Sails</li></ul>',
  )
})

test('numbers go on after an item with a bullet', () => {
  const items = [item('ordered', 'Moor'), item('bullet', 'Rest'), item('ordered', 'Leave')]
  assert.equal(
    nested(`<ol>${items.join('')}</ol>`),
    '<ol><li>Moor</li></ol><ul><li>Rest</li></ul><ol start="2"><li>Leave</li></ol>',
  )
})

const list = (level: number, text: string): string => `<ul class="lst-kix_a1-${level} start"><li>${text}</li></ul>`

const row = (level: number, text: string): string => `<ul><li data-aria-level="${level}">${text}</li></ul>`

test('lists that follow each other are one list if they state the levels of one', () => {
  assert.equal(
    nested(`${list(0, 'Boats')}\n${list(1, 'Oars')}${list(0, 'Sails')}<ul class="lst-kix_b2-0"><li>Tides</li></ul>`),
    '<ul><li>Boats<ul><li>Oars</li></ul></li><li>Sails</li></ul>\n<ul><li>Tides</li></ul>',
  )
  assert.equal(nested(row(1, 'Boats') + row(2, 'Oars')), '<ul><li>Boats<ul><li>Oars</li></ul></li></ul>')
})

test('lists without levels, and with anything but items, stay as they are', () => {
  for (const html of [
    '<ul><li>Boats</li></ul><ul><li>Oars</li></ul>',
    '<ul><li>Boats<ul><li>Oars</li></ul></li></ul>',
    '<ul><li>Boats</li><ul><li>Oars</li></ul></ul>',
  ])
    assert.equal(nested(html), html)
})
