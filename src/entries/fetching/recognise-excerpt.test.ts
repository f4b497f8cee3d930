import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isExcerpt, statesPayment } from './recognise-excerpt.ts'

const words = (count: number) => `<p>${'word '.repeat(count)}</p>`
const excerpt = (content: string, isStated = false) => isExcerpt({ content }, isStated)

test('a page states that its text is paid for in its structured data', () => {
  for (const [page, isPaid] of [
    ['<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":"False"}</script>', true],
    ['<script>{"isAccessibleForFree" : false}</script>', true],
    ['<meta property="article:content_tier" content="locked">', true],
    ['<script>{"isAccessibleForFree":true}</script>', false],
    ['<p>Not accessible for free: false</p>', false],
  ] as const) {
    assert.equal(statesPayment(Buffer.from(page)), isPaid, page)
  }
})

test('a short text of a paid article, and one that ends with an offer, look like the free part', () => {
  assert.equal(excerpt(words(200), true), true)
  assert.equal(excerpt(words(1200), true), false)
  assert.equal(excerpt(words(200)), false)
  for (const end of [
    'Subscribe to read the full story.',
    'Cet article est réservé aux abonnés.',
    'Already a subscriber? Log in.',
  ]) {
    assert.equal(excerpt(`${words(300)}<p>${end}</p>`), true, end)
    assert.equal(excerpt(`${words(1500)}<p>${end}</p>`), false, end)
    assert.equal(excerpt(`<p>${end}</p>${words(300)}`), false, end)
  }
})
