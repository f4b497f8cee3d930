import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elementsOf } from '../../dom/page-tree.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { isCommentSection } from './comment-section.ts'

function isComments(html: string): boolean {
  return isCommentSection(elementsOf(parseHtmlFragment(html))[0]!)
}

const items = '<li class="comment even" id="comment-1">One</li><li class="comment odd" id="comment-2">Two</li>'

test('a box that is named after comments and contains several is a section of comments', () => {
  assert.ok(isComments(`<ol class="comment-list">${items}</ol>`))
  assert.ok(isComments(`<div id="comments" class="comments-area"><h3>Two replies</h3><ol>${items}</ol></div>`))
  assert.ok(isComments('<div class="tm-comments"><div id="comment_1">One</div><div id="comment_2">Two</div></div>'))
})

test('a section about comments, and other boxes with comments, are none', () => {
  assert.ok(!isComments('<section id="comments"><h2>Comments</h2><p>A comment starts with a hash sign.</p></section>'))
  assert.ok(!isComments(`<main class="article-with-comments-count">${items}</main>`))
  assert.ok(!isComments('<pre class="comments"><span class="comment">a</span><span class="comment">b</span></pre>'))
})
