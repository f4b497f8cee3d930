import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { createElement, type PageNode } from '../dom/page-tree.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { shortenQuotes } from './shorten-quotes.ts'
import { assertLinearTime } from '../linear-time.fixture.ts'

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

test('deeply nested quotations take linear time', async () => {
  await assertLinearTime(45, (depth) => {
    const nested = `${'<blockquote>'.repeat(depth)}${LONG.repeat(2 * depth)}else${'</blockquote>'.repeat(depth)}`
    const posts = [`<p>${LONG}</p>`, nested].map((post) => parseHtmlFragment(post).childNodes)
    return () => shortenQuotes(posts)
  })
})

test('of very many quotations, only the first ones are searched', () => {
  // The first post has about half a million letters, of which a hundred million are searched in all.
  const [, many] = shortened(`<p>${LONG.repeat(1400)}</p>`, `<blockquote>${LONG}</blockquote>`.repeat(300))
  const left = many!.split(LONG).length - 1
  assert.ok(left > 50 && left < 150, `${left} quotations stay`)
})
