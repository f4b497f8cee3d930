import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinArticlePages } from './join-article-pages.ts'

test('places of the parts of an article keep apart, and links lead to the place of their own part', () => {
  const part = '<p><a href="#a">x</a></p><h2 id="a">y</h2>'
  assert.equal(joinArticlePages([part, part]), `${part}\n<p><a href="#p2-a">x</a></p><h2 id="p2-a">y</h2>`)
})
