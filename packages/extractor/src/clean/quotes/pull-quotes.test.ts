import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { ElementList } from '../../dom/element-list.ts'
import { dropPullQuotes } from './pull-quotes.ts'

const text = '<p>He writes down the height, and nobody has told him to stop.</p>'

function after(html: string): string {
  return htmlAfter(html, (tree) => dropPullQuotes(tree, new ElementList(tree)))
}

test('a pull quote that repeats words of the text is removed, with its source and its copy for another width', () => {
  const quote =
    '<div class="article-pullquote mb-20"><p>“Nobody has told him to stop”</p><cite>The captain</cite></div>'
  assert.equal(after(`${text}${quote}<blockquote class="pull-quote">Nobody has told him to stop</blockquote>`), text)
})

test('a pull quote with words of its own, and a quotation that is not named so, stay', () => {
  const own = '<figure class="wp-block-pullquote"><blockquote><p>A boat is a road that moves.</p></blockquote></figure>'
  assert.equal(after(text + own), text + own)
  assert.equal(after(`${text}${own}${own}`), `${text}${own}${own}`)
  const quote = '<blockquote><p>nobody has told him to stop</p></blockquote>'
  assert.equal(after(text + quote), text + quote)
})
