import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexWords, tokenFilter, type IndexedEntry } from './index-words.ts'

const ENTRY: IndexedEntry = {
  id: 1,
  title: 'Title',
  url: 'https://example.org/page',
  domain: 'example.org',
  language: 'en',
  authors: ['Jane Doe'],
  tags: ['sea'],
  notes: [],
  content: '<p>text</p>',
}

test('what is found as a whole comes after the words of tags and authors', () => {
  const { people } = indexWords(ENTRY)
  assert.deepEqual(people.slice(0, 3), ['sea', 'jane', 'doe'])
  assert.deepEqual(people.slice(3, 5), ['.tag.sea', '.author.jane'])
})

test('however many long tags an entry has, its words stay below what PostgreSQL takes', () => {
  const tags = Array.from({ length: 10_000 }, (_, index) => `${index} ${'海'.repeat(140)}`)
  const words = Object.values(indexWords({ ...ENTRY, tags })).flat()
  const bytes = [...new Set(words)].reduce((sum, word) => sum + Buffer.byteLength(word) + 16, 0)
  assert.ok(bytes <= 500_000, `${bytes} bytes`)
})

test('the filter lets every token of an entry and its beginnings pass, and sorts out words that are not in it', () => {
  const entry: IndexedEntry = {
    ...ENTRY,
    title: 'Größe И\u0306 ﬁn 東京都 ÉTÉ',
    url: 'https://www.example.org/caf%C3%A9/Straße?q=1',
    content: '<p>caf&eacute; &#x6771;&#20140; a<b>b</b>c &amp; d</p>',
    notes: ['naïve\u0301 note'],
    tags: ['C++', 'machine learning'],
    authors: ['Ada Lovelace'],
  }
  const passes = tokenFilter(entry)
  for (const token of Object.values(indexWords(entry)).flat()) {
    assert.ok(passes(token), token)
    assert.ok(passes([...token].slice(0, 2).join('')), token)
  }
  for (const token of ['harbour', '.tag.sea', '.author.grace', '大阪']) assert.ok(!passes(token), token)
})
