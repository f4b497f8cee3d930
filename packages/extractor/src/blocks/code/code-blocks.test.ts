import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { normaliseCode } from './code-blocks.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { threadMillisecondsSince } from '../../thread-time.fixture.ts'

function after(html: string): string {
  const tree = parseHtmlFragment(html)
  normaliseCode(tree)
  return serialize(tree)
}

test('the elements of syntax highlighters are removed, and tabs, line breaks and the language are kept', () => {
  assert.equal(
    after('<pre class="language-c big"><code><span class="k">if</span> (a &lt; b)\n\t<b>x</b>;\n</code></pre>'),
    '<pre><code class="language-c">if (a &lt; b)\n\tx;</code></pre>',
  )
})

test('line numbers in one column, before each line or in a cell of each row are removed', () => {
  const column = '<table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>a\n7</pre></td></tr></table>'
  const before =
    '<div class="highlight"><pre><span class="linenos">1</span>a\n<span class="linenos">2</span>7</pre></div>'
  const rows =
    '<table><tr><td>1</td><td class="blob-code">a</td></tr><tr><td>2</td><td class="blob-code">7</td></tr></table>'
  for (const html of [column, before, rows]) assert.match(after(html), /<pre><code>a\n7<\/code><\/pre>/)
})

test('list items, boxes and code elements become lines of code, and empty lines are kept', () => {
  assert.equal(after('<pre class="code"><ol><li>a</li><li>b</li></ol></pre>'), '<pre><code>a\nb</code></pre>')
  assert.equal(after('<pre class="code"><div>a</div><div></div><div>b</div></pre>'), '<pre><code>a\n\nb</code></pre>')
  assert.equal(after('<pre><code>a</code><code>b</code></pre>'), '<pre><code>a\nb</code></pre>')
})

test('buttons and labels beside the code are removed', () => {
  assert.equal(
    after(
      '<div class="code-box"><span class="lang-label">py</span><button>Copy</button><pre><code>x</code></pre></div>',
    ),
    '<div class="code-box"><pre><code>x</code></pre></div>',
  )
})

test('the name of a file above its code becomes a paragraph, and other lines above it stay as they are', () => {
  const code = '<pre><code>x</code></pre>'
  const named = (box: string): string => after(`<div class="code-box">${box}${code}</div>`)
  for (const name of ['src/main.rs', 'kestrel.toml', '.bashrc', 'Dockerfile'])
    for (const box of [
      `<div class="code-header"><span>${name}</span><button>Copy</button></div>`,
      `<header>${name}</header>`,
    ])
      assert.equal(named(box), `<div class="code-box"><p>${name}</p>${code}</div>`)
  assert.match(after(`<div><b>a.py</b><div class="code-box"><div>${code}</div></div></div>`), /^<div><p>a.py</)
  for (const line of ['Run this:', 'Usage', 'It ends.']) assert.match(named(`<header>${line}</header>`), /<header>/)
})

test('a poem in a pre element is not changed', () => {
  const html = '<pre>Water,\n  <i>water</i>, everywhere</pre>'
  assert.equal(after(html), html)
})

test('the language is read from the class of an outer element and from attributes', () => {
  assert.match(
    after('<div class="highlight-rust notranslate"><div class="highlight"><pre>x</pre></div></div>'),
    /language-rust/,
  )
  assert.match(after('<pre data-lang="Go"><code>x</code></pre>'), /language-go/)
  assert.match(after('<pre class="brush: php; gutter: false">x</pre>'), /language-php/)
  assert.doesNotMatch(after('<pre class="language-none"><code>x</code></pre>'), /class/)
})

test('a table with numbers but no code stays a table', () => {
  const html = '<table><tbody><tr><td>1</td><td>apples</td></tr><tr><td>2</td><td>pears</td></tr></tbody></table>'
  const codes = html.replace('apples', '<code>EPERM</code>').replaceAll('</tr>', '<td>not allowed</td></tr>')
  for (const one of [html, codes]) assert.equal(after(one), one)
})

test('lines of code in boxes in a pre without other marks, and numbers beside them', () => {
  assert.equal(after('<pre><div>if a:</div><div>  b()</div></pre>'), '<pre><code>if a:\n  b()</code></pre>')
  assert.equal(
    after(
      '<table><tr><td class="lines-num"></td><td><code>a</code></td></tr><tr><td class="lines-num"></td><td><code>b</code></td></tr></table>',
    ),
    '<pre><code>a\nb</code></pre>',
  )
  const poem = '<pre><div>Water, water, everywhere,</div><div>nor any drop to drink.</div></pre>'
  assert.equal(after(poem), poem)
})

test('code with 200,000 empty lines takes less than two seconds', () => {
  const before = process.threadCpuUsage()
  assert.equal(after(`<pre><code>${'\n'.repeat(200_000)}</code></pre>`), '<pre><code></code></pre>')
  assert.ok(threadMillisecondsSince(before) < 2000)
})
