import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { createElement, type PageNode } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { shortenQuotes } from './shorten-quotes.ts'

function shortened(...posts: readonly string[]): string[] {
  const bodies: (readonly PageNode[])[] = posts.map((post) => parseHtmlFragment(post).childNodes)
  shortenQuotes(bodies)
  return bodies.map((body) => serialize(createElement('div', {}, body)))
}

const LONG = 'Low water is behind the wall, and high water is before it. '.repeat(8)

test('a long quotation that repeats an earlier post is replaced by the line with the name', () => {
  const quote = `<blockquote><div class="bbCodeBlock-title">Ada said:</div><div>${LONG.replaceAll(' ', '\n')}</div></blockquote>`
  assert.deepEqual(shortened(`<p>${LONG}</p>`, `${quote}Not at all.`), [
    `<p>${LONG}</p>`,
    '<blockquote><p>Ada said:</p></blockquote>Not at all.',
  ])
})

test('short quotations, and quotations of texts that are not on the page, stay', () => {
  const short = '<blockquote><cite>Ada wrote:</cite>Low water is behind the wall</blockquote>So?'
  const other = `<blockquote>${LONG}But not here.</blockquote>So?`
  assert.deepEqual(shortened(`<p>${LONG}</p>`, short, other).slice(1), [short, other])
  const first = `<blockquote>${LONG}</blockquote>`
  assert.deepEqual(shortened(first), [first])
})

test('deeply nested and very many quotations take little time', () => {
  const nested = `${'<blockquote>'.repeat(400)}${LONG.repeat(1000)}${'</blockquote>'.repeat(400)}`
  const many = `<blockquote>${LONG}else</blockquote>`.repeat(5000)
  const before = process.threadCpuUsage()
  shortened(`<p>${LONG.repeat(2000)}</p>`, nested, many)
  const { user, system } = process.threadCpuUsage(before)
  assert.ok(user + system < 1_500_000, `${(user + system) / 1000} ms`)
})
