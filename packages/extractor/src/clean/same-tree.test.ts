import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { createText, setChildren } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { isSameTree } from './same-tree.ts'

const PAGES = [
  '<p>one</p>',
  '<p>one <b>two</b></p>',
  '<p>one <b>two</b> three</p>',
  '<p>one <i>two</i></p>',
  '<p>one</p><p>two</p>',
  '<p id="x">one</p>',
  '<p id="y">one</p>',
  '<p id="x" lang="y">one</p>',
  '<p>one<br></p>',
  'one',
  '',
  '<math><mi>a</mi></math>',
  '<math><mi>b</mi></math>',
]

test('trees are the same exactly if their markup is', () => {
  for (const one of PAGES)
    for (const other of PAGES)
      assert.equal(isSameTree(parseHtmlFragment(one), parseHtmlFragment(other)), one === other, `${one} ${other}`)
})

test('adjacent texts are one text', () => {
  const split = parseHtmlFragment('<b>x</b>')
  setChildren(split, [createText('on'), createText('e '), ...split.childNodes, createText(' t'), createText('wo')])
  const whole = parseHtmlFragment(serialize(split))
  assert.ok(isSameTree(split, whole) && isSameTree(whole, split))
  assert.ok(!isSameTree(split, parseHtmlFragment('one <b>x</b> tw')))
  assert.ok(!isSameTree(parseHtmlFragment('one <b>x</b> tw'), split))
})

test('trees with comments or templates are never the same', () => {
  for (const html of ['<!-- a -->', '<template>a</template>'])
    assert.ok(!isSameTree(parseHtmlFragment(html), parseHtmlFragment(html)))
})
