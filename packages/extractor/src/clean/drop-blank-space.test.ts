import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { elementsOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { dropBlankSpace } from './drop-blank-space.ts'

function leftOf(html: string): string {
  const body = elementsOf(parsePage(`<body>${html}`)).find(({ tagName }) => tagName === 'body')!
  dropBlankSpace(body)
  return serialize(body)
}

test('empty blocks are removed, also with no-break spaces, breaks and empty formatting in them', () => {
  for (const blank of ['<p>&nbsp;</p>', '<div><p> </p><br></div>', '<p><b>&nbsp;</b><br></p>', '<ul><li></li></ul>']) {
    assert.equal(leftOf(`<p>a</p>${blank}<p>b</p>`), '<p>a</p><p>b</p>')
  }
})

test('line breaks at the edges of a block and beside blocks are removed', () => {
  assert.equal(leftOf('<p><br>a<br>b<br><br></p><br><br><p>c</p><br>'), '<p>a<br>b</p><p>c</p>')
  assert.equal(leftOf('<table><tbody><tr><td>a<br></td></tr></tbody></table>').match(/<br>/), null)
})

test('at most one empty line is left within a text', () => {
  assert.equal(leftOf('a<br>\n<br>\n&nbsp;<br><br>b'), 'a<br><br>b')
  assert.equal(leftOf('<p>a<br>b<br><br>c</p>'), '<p>a<br>b<br><br>c</p>')
  assert.equal(leftOf('a<div> </div>b'), 'a<br>b')
})

test('rules at the start and the end are removed, and those between parts stay', () => {
  assert.equal(leftOf('<hr><div><hr><p>a</p><hr><p>b</p><hr><br></div>'), '<div><p>a</p><hr><p>b</p></div>')
})

test('spaces between words, anchors, cells, pictures and preformatted text stay', () => {
  for (const html of [
    '<p>a<b>&nbsp;</b>c</p>',
    '<p>a <a id="x"></a>b</p>',
    '<table><tbody><tr><td></td><td>a</td></tr></tbody></table>',
    '<p><img src="x"></p>',
    '<pre>a\n\n\n\nb</pre>',
    '<p>a<br><img src="x"><br>b</p>',
  ]) {
    assert.equal(leftOf(html), html)
  }
})

test('a hundred thousand line breaks take linear time', () => {
  assert.equal(leftOf(`a${'<br>'.repeat(100_000)}b`), 'a<br><br>b')
})
