import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { ElementList } from '../../dom/element-list.ts'
import { blockBoxedLines } from './boxed-lines.ts'

const blocked = (html: string): string => htmlAfter(html, (tree) => blockBoxedLines(new ElementList(tree)))

test('a box of code whose lines are boxes becomes a code block', () => {
  assert.equal(
    blocked('<div class="fragment"><div class="line"><b>if</b> (a)</div>\n<div class="line">  moor();</div></div>'),
    '<pre class="fragment"><code>if (a)\n  moor();</code></pre>',
  )
  assert.equal(blocked('<div class="code"><div class="line">moor();</div></div>').includes('<code>moor();'), true)
})

const line = (number: number, code: string): string =>
  `<div class="ltx_listingline">\n<span class="ltx_tag_listingline">${number}</span><span>${code}</span>\n</div>`

test('line numbers and the link to a download are left out, and the language is kept', () => {
  const download = '<div><a href="data:text/plain,x" download="">⬇</a></div>'
  assert.match(
    blocked(
      `<div class="ltx_listing ltx_lst_language_Python">${download}${line(1, 'def a():')}${line(2, '  b')}</div>`,
    ),
    /<code class="language-python">def a\(\):\n {2}b<\/code><\/pre>$/,
  )
})

test('lines of a poem, and boxes with other parts, stay as they are', () => {
  for (const html of [
    '<div class="line-block"><div class="line">The tide</div><div class="line">turns.</div></div>',
    '<div class="code"><p>The code is:</p><div class="line">moor();</div></div>',
    '<div class="listing">Text<div class="line">moor();</div></div>',
  ])
    assert.equal(blocked(html), html)
})

const editorLine = (text: string): string =>
  `<div class="se-1" data-slate-type="code-line"><div><span></span></div><div>${text}</div></div>`

test('boxes of code that only an editor names so become a code block', () => {
  assert.equal(
    blocked(
      `<div class="se-2" data-slate-type="pre" data-code-language="go"><div>${editorLine('a := 1')}${editorLine('b := 2')}</div></div>`,
    ),
    '<pre class="se-2" data-slate-type="pre" data-code-language="go" data-language="go"><code>a := 1\nb := 2</code></pre>',
  )
})
