import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { dropNextArticles } from './drop-next-articles.ts'

const first = '<article><h1>The wall</h1><p>It stands.</p></article>'

test('an article that is appended below the first one is removed', () => {
  assert.equal(htmlAfter(`${first}<article><h1>The snow</h1><p>It fell.</p></article>`, dropNextArticles), first)
})

test('articles without a main heading of their own, inside the first one, or with its title stay', () => {
  for (const html of [
    `${first}<article><h2>A comment</h2><p>So it does.</p></article>`,
    '<article><h1>The wall</h1><article><h1>Part two</h1><p>It stands.</p></article></article>',
    `${first}<article><h1>The wall</h1><p>More of it.</p></article>`,
    '<article><p>A card</p></article><h1>The wall</h1><p>It stands.</p>',
  ])
    assert.equal(htmlAfter(html, dropNextArticles), html)
})
