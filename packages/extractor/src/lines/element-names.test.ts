import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementsOf } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { ElementNames } from './element-names.ts'

test('elements with the same class and id have the same number, and those without names the number 0', () => {
  const page = parseHtmlFragment('<p class="a" id="x"></p><p></p><div class="a"></div><b class="a" id="x"></b>')
  const names = new ElementNames(elementsOf(page))
  const numbers = [0, 1, 2, 3].map((index) => names.numberOf(index))
  assert.equal(numbers[1], 0)
  assert.equal(numbers[3], numbers[0])
  assert.notEqual(numbers[2], numbers[0])
  assert.deepEqual(
    numbers.map((number) => names.texts[number]),
    ['a x', '', 'a', 'a x'],
  )
})
