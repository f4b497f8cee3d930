import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { collapseWhiteSpace } from './collapse-white-space.ts'
import { finishContent } from './finish-content.ts'
import { sanitise } from './sanitise.ts'

function collapsed(html: string): string {
  const tree = parseHtmlFragment(html)
  collapseWhiteSpace(tree)
  return serialize(tree)
}

test('runs of white space become one character, also across elements', () => {
  assert.equal(collapsed('<p>High   water\n\t  comes</p>'), '<p>High water\ncomes</p>')
  assert.equal(
    collapsed('\n\n  <div>\n  <div>\n <p> High <b> water</b></p>'),
    '<div><div><p>High <b>water</b></p></div></div>',
  )
  assert.equal(collapsed('<p>one</p>\n\n\n<p>two </p> <p> three'), '<p>one</p>\n<p>two </p><p>three</p>')
  assert.equal(collapsed('a\u00a0\u00a0b'), 'a&nbsp;&nbsp;b')
})

test('white space stays on both sides of pictures and line breaks, and in preformatted text and formulas', () => {
  assert.equal(collapsed('<p>a <img src="x"> b <br> c</p>'), '<p>a <img src="x"> b <br> c</p>')
  const code = '<pre><code>if  x:\n\n    <b>  run()</b>\n</code></pre>'
  assert.equal(collapsed(`<p>a </p>${code} <p>b</p>`), `<p>a </p>${code} <p>b</p>`)
  const formula = '<p>with <math><mtext>a  b</mtext></math> and</p>'
  assert.equal(collapsed(formula), formula)
})

test('the markup is still sanitised, and does not change when it is collapsed again', () => {
  const parts = [
    '<table>\n  <tr>\n <td>  a </td>\n  <td> </td></tr>\n\n</table>',
    '<ul>\n  <li> <a href="https://a.example/"> x </a> </li>\n</ul>',
    '<p>\n <x-y> a </x-y>  <b> b</b>\n',
  ]
  for (const part of parts) {
    const { html, tree } = finishContent(parseHtmlFragment(part))
    assert.equal(serialize(tree), html)
    assert.equal(sanitise(html), html)
    assert.equal(collapsed(html), html)
    assert.doesNotMatch(html, /\s{2}/)
  }
})
