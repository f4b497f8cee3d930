import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { elementsOf, type PageParent } from '../dom/page-tree.ts'
import { markedByline } from '../metadata/marked-byline.ts'
import { dropByline } from './drop-byline.ts'

const dropMarked = (tree: PageParent): number => dropByline(tree, markedByline(elementsOf(tree)).lines)

test('lines with the author and the date are removed completely, and a text about the author is kept', () => {
  const line = '<p>by <span itemprop=author>Ada Marsh</span>, <time datetime=2020-01-01>1 January</time></p>'
  const about = `<div class=author>${'Ada Marsh has written about the sea for years. '.repeat(3)}</div>`
  assert.equal(htmlAfter(`${line}<p>x</p>${about}`, dropMarked), `<p>x</p>${about.replace('=author', '="author"')}`)
})

test('a conversation keeps the names of the speakers', () => {
  const talk = '<p class="author">Ada</p><p>Yes.</p>'.repeat(20)
  assert.equal(htmlAfter(talk, dropMarked), talk)
})
