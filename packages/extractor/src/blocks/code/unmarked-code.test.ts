import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { ElementList } from '../../dom/element-list.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { blockUnmarkedCode } from './unmarked-code.ts'

function blocked(html: string): string {
  const tree = parseHtmlFragment(html)
  blockUnmarkedCode(new ElementList(tree))
  return serialize(tree)
}

test('a code element with line breaks that is all of its box becomes a code block', () => {
  assert.equal(
    blocked('<div class="listing"><code>moor();<br>&nbsp;&nbsp;wait();<br>leave();</code></div>'),
    '<div class="listing"><pre>moor();\n  wait();\nleave();</pre></div>',
  )
})

test('code in a sentence, and code of one line, stay as they are', () => {
  for (const html of [
    '<div>Call <code>moor()<br>leave()</code></div>',
    '<div><code>moor()</code></div>',
    '<p><code>a<br>b</code></p>',
  ])
    assert.equal(blocked(html), html)
})

test('a program in a field outside of forms becomes a code block', () => {
  assert.equal(
    blocked('<div class="sample"><textarea rows="3">fun main() {\n    moor()\n}</textarea></div>'),
    '<div class="sample"><pre>fun main() {\n    moor()\n}</pre></div>',
  )
})

test('fields to write in, and fields with markup to copy, stay as they are', () => {
  for (const html of [
    '<form><textarea>fun main() {\n    moor()\n}</textarea></form>',
    '<textarea>Dear harbour office,\nwe would like to moor.</textarea>',
    '<textarea>&lt;iframe src="https://harbour.example/"&gt;\n&lt;/iframe&gt;</textarea>',
  ])
    assert.equal(blocked(html), html)
})

test('a box whose boxes are named lines of code becomes a code block with their language', () => {
  const line = '<div class="ql-code-block" data-language="js">'
  assert.equal(
    blocked(`<div class="ql-code-block-container" spellcheck="false">${line}moor()</div>${line}  wait()</div></div>`),
    '<pre class="ql-code-block-container" spellcheck="false" data-language="js"><code>moor()\n  wait()</code></pre>',
  )
  const prose = '<div class="code-box"><div>Moor the boat.</div><div>Wait for the tide.</div></div>'
  assert.equal(blocked(prose), prose)
})
