import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { dropItemMarks } from './item-marks.ts'

const left = (html: string): string => htmlAfter(html, (tree) => dropItemMarks(new ElementList(tree).named('li')))

test('the bullets and numbers that a page writes into the items of a list are removed', () => {
  assert.equal(left('<ul><li><span>•</span> <p>Ebb</p></li></ul>'), '<ul><li> <p>Ebb</p></li></ul>')
  assert.equal(left('<ol start="3"><li><span>3.</span>Ebb</li></ol>'), '<ol start="3"><li>Ebb</li></ol>')
})

test('numbers that a list does not show itself, and items that are a sign, stay', () => {
  for (const html of [
    '<ol><li><span>2.</span>Ebb</li></ol>',
    '<ul><li><span>1.</span>Ebb</li></ul>',
    '<ul><li><span>•</span></li></ul>',
    '<ul><li><span>a</span>Ebb</li></ul>',
  ])
    assert.equal(left(html), html)
})
