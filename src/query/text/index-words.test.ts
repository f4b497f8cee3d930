import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexWords, quickTest, type IndexedEntry } from './index-words.ts'

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

test('words of whole fields come after the words of tags and authors', () => {
  const { people } = indexWords(ENTRY)
  assert.deepEqual(people.slice(0, 3), ['sea', 'jane', 'doe'])
  assert.deepEqual(people.slice(3, 5), ['.tag.sea', '.author.jane'])
})

test('an entry with many long tags stays below the limit of PostgreSQL', () => {
  const tags = Array.from({ length: 10_000 }, (_, index) => `${index} ${'海'.repeat(140)}`)
  const words = Object.values(indexWords({ ...ENTRY, tags })).flat()
  const bytes = [...new Set(words)].reduce((sum, word) => sum + Buffer.byteLength(word) + 16, 0)
  assert.ok(bytes <= 500_000, `${bytes} bytes`)
})

test('a quick test never contradicts the words of an entry', () => {
  const entry: IndexedEntry = {
    ...ENTRY,
    title: 'Größe И\u0306 ﬁn 東京都abc ÉTÉ 😀 a-b sea-wall',
    url: 'https://www.example.org/caf%C3%A9/Straße?q=1',
    content: '<p>caf&eacute; &#x6771;&#20140; a<b>b</b>c &amp; d 𝒜x tide2</p>',
    notes: ['naïve\u0301 note'],
    tags: ['C++', 'machine learning'],
    authors: ['Ada Lovelace'],
  }
  const test = quickTest(entry)
  const words = Object.values(indexWords(entry)).flat()
  const asked = words.flatMap((word) => [word, [...word].slice(0, 2).join(''), word.slice(1), `${word}s`])
  let decided = 0
  for (const token of [...asked, 'harbour', '.tag.sea', '.tag.c', '.author.grace', '大阪', 'tide', 'x']) {
    if (token === '') continue
    for (const isPrefix of [false, true]) {
      const expected = words.some((word) => (isPrefix ? word.startsWith(token) : word === token))
      const answer = test(token, isPrefix)
      if (answer !== undefined) decided += 1
      assert.ok(answer === undefined || answer === expected, `${token} ${isPrefix}: ${answer}`)
    }
  }
  assert.ok(decided > asked.length, 'most are decided')
})
