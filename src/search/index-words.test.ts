import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexWords, type IndexedEntry } from './index-words.ts'

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
