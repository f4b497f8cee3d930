import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSnippets } from './make-snippet.ts'
import { searchQuery } from './search-query.ts'

const PARAGRAPH = '<p>The “tide” comes and goes, and <a href="https://example.org/wharf">so do its readers</a>.</p>'

/** @returns the snippet of a search in one article, with its marked words in brackets; undefined without a match */
function snippetOf(words: string, html: string): string | undefined {
  const content = Buffer.from(JSON.stringify(html))
  const [found] = makeSnippets(searchQuery(words), [{ id: 1, content }])
  return found?.[1].marks.reduceRight(
    (text, [start, end]) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
    found[1].text,
  )
}

test('a snippet shows a word late in a long article, with the words around it', () => {
  const html = `${PARAGRAPH.repeat(200)}<p>Stones for the harbour were cut here.</p>${PARAGRAPH.repeat(20)}`
  const snippet = snippetOf('harbour', html)!
  assert.match(
    snippet,
    /^comes and goes, and so do its readers\. Stones for the \[harbour\] were cut here\. The “tide” comes/,
  )
  assert.ok(snippet.length > 200 && snippet.length <= 242)
})

test('a word that only the title or a note must contain is not marked in the text', () => {
  assert.equal(snippetOf('title:tide note:goes', PARAGRAPH), undefined)
  assert.match(snippetOf('title:tide readers', PARAGRAPH)!, /“tide”.*\[readers\]/)
  assert.match(snippetOf('text:tide', PARAGRAPH)!, /“\[tide\]”/)
})

test('an article whose markup contains the word, but not its text, has no snippet', () => {
  assert.equal(snippetOf('wharf', PARAGRAPH.repeat(100)), undefined)
  assert.match(snippetOf('wharf', `${PARAGRAPH.repeat(100)}<p>The wharf.</p>`)!, /The \[wharf\]\.$/)
})

test('a word with a tag in it is found, also between two parts of the text', () => {
  for (let length = 950; length < 1050; length++) {
    const before = `<p>${'x'.repeat(length)}.</p><p>`
    assert.match(snippetOf('harbours', `${before}<b>H</b>arbours</p>`)!, /\[Harbours\]$/, `at ${length}`)
    assert.match(snippetOf('2026', `${before}20<b>26</b></p>`)!, /\[2026\]$/, `at ${length}`)
  }
})

test('words are found by their beginnings, without regard to case and accents', () => {
  assert.equal(snippetOf('ubermut', '<p>Nur Übermut.</p>'), 'Nur [Übermut].')
  assert.equal(snippetOf('read*', PARAGRAPH), 'The “tide” comes and goes, and so do its [readers].')
  assert.equal(snippetOf('eader', PARAGRAPH), undefined)
})
