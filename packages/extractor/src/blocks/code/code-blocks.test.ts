import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { normaliseCode } from './code-blocks.ts'
import { parseHtmlFragment } from '../../dom/parse-page.ts'
import { assertLinearTime } from '../../linear-time.fixture.ts'

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

test('the label of the language in a box without other names is removed, also in a list', () => {
  const box = '<div class="language-js"><button></button><span class="lang">js</span><pre><code>x</code></pre></div>'
  assert.equal(
    after(`<ul><li>${box}</li></ul>`),
    '<ul><li><div class="language-js"><pre><code class="language-js">x</code></pre></div></li></ul>',
  )
})

test('the name of a file above its code becomes a caption, and other lines above it stay as they are', () => {
  const code = '<pre><code>x</code></pre>'
  const named = (box: string): string => after(`<div class="code-box">${box}${code}</div>`)
  for (const name of ['src/main.rs', 'kestrel.toml', '.bashrc', 'Dockerfile'])
    for (const box of [
      `<div class="code-header"><span>${name}</span><button>Copy</button></div>`,
      `<header>${name}</header>`,
    ])
      assert.match(named(box), /^<div class="code-box"><figure><figcaption>/)
  assert.match(after(`<div><b>a.py</b><div class="code-box"><div>${code}</div></div></div>`), /<figcaption>a.py</)
  for (const line of ['Run this:', 'Usage', 'It ends.']) assert.match(named(`<header>${line}</header>`), /<header>/)
})

test('a title above its code becomes a caption', () => {
  const code = '<pre><code>x</code></pre>'
  const figure = `<figure><figcaption>Say hello</figcaption>${code}</figure>`
  for (const html of [
    `<div class="code-block"><div class="code-block-title"><span>Say hello</span></div><div>${code}</div></div>`,
    `<figure class="frame"><figcaption class="header"><span>Say hello</span></figcaption>${code}</figure>`,
    `<div class="listingblock"><div class="title">Say hello</div><div class="content">${code}</div></div>`,
  ])
    assert.ok(
      after(html)
        .replaceAll(/<\/?span>/g, '')
        .includes(figure),
      html,
    )
  const table =
    '<table class="highlighttable"><tr><th colspan="2"><span>Say hello</span></th></tr><tr><td class="linenos">1</td><td class="code"><pre>x</pre></td></tr></table>'
  assert.match(after(table), /^<figure><figcaption><span>Say hello<\/span><\/figcaption><pre>/)
  assert.match(after(`<h4 class="title">Say hello</h4>${code}`), /^<h4/)
})

test('a picture to click in a title is left out', () => {
  const title = '<div class="file-name"><div><a href="/raw">a.yaml</a></div><img src="copy.svg"></div>'
  assert.match(
    after(`<div class="code-box">${title}<pre>x</pre></div>`),
    /<figcaption><span><a href="\/raw">a.yaml<\/a><\/span><\/figcaption>/,
  )
})

test('two parts of a title do not run together', () => {
  const title = '<figcaption><span>hello.js</span><a href="/raw">raw</a></figcaption>'
  assert.match(
    after(`<figure class="highlight">${title}<pre>x</pre></figure>`),
    /<span>hello.js<\/span> <a href="\/raw">raw/,
  )
})

const codeLines = (names: readonly string[]): string =>
  `<pre><code>${names.map((name, at) => `<span class="line ${name}">${at}</span>`).join('\n')}</code></pre>`

test('lines that a style sheet marks as added and removed get their signs', () => {
  const signed = '<pre><code class="language-diff">  0\n+ 1\n- 2</code></pre>'
  assert.equal(after(codeLines(['', 'diff add', 'diff remove'])), signed)
  assert.equal(after(codeLines(['', 'highlight ins', 'highlight del'])), signed)
  const boxes = ['', 'ins', 'del'].map((name, at) => `<div class="ec-line ${name}"><div>${at}</div></div>`)
  assert.equal(after(`<pre><code>${boxes.join('')}</code></pre>`), signed)
  assert.equal(
    after('<pre><code><span class="line ins">+ a</span>\n<span class="line del">- b</span></code></pre>'),
    '<pre><code>+ a\n- b</code></pre>',
  )
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

test('code with very many empty lines takes linear time', async () => {
  await assertLinearTime(25_000, (count) => {
    const html = `<pre><code>${'\n'.repeat(count)}</code></pre>`
    return () => assert.equal(after(html), '<pre><code></code></pre>')
  })
})
