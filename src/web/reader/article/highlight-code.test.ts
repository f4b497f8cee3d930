import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlightCode } from './highlight-code.ts'
import { loadHighlighter } from './load-code-highlighter.ts'
import { threadMillisecondsSince } from '../../../../test/support/thread-time.ts'

const highlighted = async (markup: string) => (await highlightCode(markup))(markup)

const block = (language: string, code: string) =>
  `<p>Text</p><pre role="region"><code class="language-${language}">${code}</code></pre><p>More</p>`
const textOf = (markup: string) =>
  markup
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')

test('code in a known language gets classes, and its text stays the same', async () => {
  const code = 'const a = &quot;&lt;b&gt;&quot; // it &amp; that\nif (a &lt; 2) return 5'
  for (const language of ['js', 'typescript', 'python', 'c++']) {
    const drawn = await highlighted(block(language, code))
    assert.match(drawn, /<span class="hljs-/, language)
    assert.equal(textOf(drawn), textOf(block(language, code)), language)
  }
  assert.match(await highlighted(block('js', code)), /<span class="hljs-keyword">const<\/span>/)
})

test('marked code, unknown languages, long blocks and inline code stay as they are', async () => {
  const same = [
    block('klingon', 'nuqneH'),
    block('js', 'const <mark>a</mark> = 1'),
    block('js', 'a = 1;\n'.repeat(5000)),
    '<p>Say <code class="language-js">const</code></p>',
    '<pre><code>const a = 1</code></pre>',
  ]
  for (const markup of same) assert.equal(await highlighted(markup), markup)
})

test('the event loop is free between two blocks, and drawn markup gets the colours of the stored one', async () => {
  const content = Array.from({ length: 7 }, (_, i) => block('js', `const a${i} = 1;\n`.repeat(400))).join('')
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const highlight = await highlightCode(content)
  clearInterval(timer)
  assert.ok(turns >= 3, `${turns} turns`)
  assert.equal((highlight(content).match(/hljs-keyword/g) ?? []).length, 7 * 400)
  assert.match(highlight(block('js', 'const a1 = 1;\n'.repeat(400)).replace('region', 'group')), /hljs-keyword/)
})

test('hostile code takes a bounded time', async () => {
  const started = process.threadCpuUsage()
  for (const part of ['/*', '"\\', '((((', '<?php &lt;', '`${`${']) {
    for (const language of ['js', 'php', 'xml', 'bash'])
      await highlightCode(Array.from({ length: 5 }, (_, i) => block(language, part.repeat(2000) + i)).join(''))
  }
  assert.ok(threadMillisecondsSince(started) < 8000, `${threadMillisecondsSince(started)} ms`)
})

test('the grammars are loaded only for an article with code in a stated language', async () => {
  assert.equal(await loadHighlighter('<p>Text</p><pre><code>a</code></pre>'), undefined)
  assert.match((await loadHighlighter(block('js', 'let a')))?.(block('js', 'let a')) ?? '', /hljs-keyword/)
})
