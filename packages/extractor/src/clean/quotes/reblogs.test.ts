import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { quoteReblogs } from './reblogs.ts'

function after(html: string): string {
  return htmlAfter(html, (tree) => quoteReblogs(tree, new ElementList(tree)))
}

test('a part of a post becomes a quotation below the name of its author', () => {
  const head = '<div class="reblog-header"><a class="link" href="/ina"><img src="ina.jpg">ina</a></div>'
  assert.equal(
    after(`${head}<div class="reblog-content"><p>Which oil?</p></div>`),
    '<p><a href="/ina">ina</a>:</p><blockquote><p>Which oil?</p></blockquote>',
  )
})

test('a head without a part stays as it is', () => {
  const html = '<div class="reblog-header">ina</div><p>Which oil?</p>'
  assert.equal(after(html), html)
})

test('the list of users who liked a post is removed, notes to a text are not', () => {
  assert.equal(after('<ol class="notes"><li class="note tumblelog_x like">ina liked this</li></ol>'), '')
  const notes = '<ol class="notes"><li class="note" id="n1">The register of 1881.</li></ol>'
  assert.equal(after(notes), notes)
})
