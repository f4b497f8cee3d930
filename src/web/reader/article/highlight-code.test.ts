import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlightCode } from './highlight-code.ts'
import { loadHighlighter } from './load-highlighter.ts'

const block = (language: string, code: string) =>
  `<p>Text</p><pre role="region"><code class="language-${language}">${code}</code></pre><p>More</p>`
const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')

test('code in a known language gets classes, and its text stays the same', () => {
  const code = 'const a = &quot;&lt;b&gt;&quot; // it &amp; that\nif (a &lt; 2) return 5'
  for (const language of ['js', 'typescript', 'python', 'c++']) {
    const drawn = highlightCode(block(language, code))
    assert.match(drawn, /<span class="hljs-/, language)
    assert.equal(textOf(drawn), textOf(block(language, code)), language)
  }
  assert.match(highlightCode(block('js', code)), /<span class="hljs-keyword">const<\/span>/)
})

test('marked code, unknown languages, long blocks and inline code stay as they are', () => {
  const same = [
    block('klingon', 'nuqneH'),
    block('js', 'const <mark>a</mark> = 1'),
    block('js', 'a = 1;\n'.repeat(5000)),
    '<p>Say <code class="language-js">const</code></p>',
    '<pre><code>const a = 1</code></pre>',
  ]
  for (const markup of same) assert.equal(highlightCode(markup), markup)
})

test('hostile code takes a bounded time', () => {
  const started = performance.now()
  for (const part of ['/*', '"\\', '((((', '<?php &lt;', '`${`${']) {
    for (const language of ['js', 'php', 'xml', 'bash'])
      highlightCode(block(language, part.replaceAll('<', '').repeat(3000)).repeat(5))
  }
  assert.ok(performance.now() - started < 8000, `${performance.now() - started} ms`)
})

test('the grammars are loaded only for an article with code in a stated language', async () => {
  assert.equal(await loadHighlighter('<p>Text</p><pre><code>a</code></pre>'), undefined)
  assert.equal(await loadHighlighter(block('js', 'a')), highlightCode)
})
