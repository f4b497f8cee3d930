import assert from 'node:assert/strict'
import { test } from 'node:test'
import MarkdownIt from 'markdown-it'
import type { ListedAnnotation } from '../../annotations/listed-annotation.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { readZip } from '../epub/read-zip.fixture.ts'
import { annotationFile } from './annotation-file.ts'

const BASE: ListedAnnotation = {
  id: 1,
  entryId: 1 as EntryId,
  entryTitle: 'Sea',
  url: 'https://example.org/sea',
  siteName: 'example.org',
  authors: [],
  tags: [],
  ownTags: [],
  quote: 'the newest passage',
  text: '',
  color: 'yellow',
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
}

test('in Markdown files, the note of an article comes before its passages, whose order stays', async () => {
  const list = [
    BASE,
    { ...BASE, id: 4, entryId: 2 as EntryId, entryTitle: 'Wall', quote: 'of another article' },
    { ...BASE, id: null, quote: '', color: '', text: 'about the whole page' },
    { ...BASE, id: 2, quote: 'an older passage' },
  ]
  const order = /Sea[^]*about the whole page[^]*the newest passage[^]*an older passage/
  const whole = (await annotationFile('md', list, 'https://dogear.test')).toString()
  assert.match(whole, order)
  assert.match(whole, /an older passage[^]*Wall[^]*of another article/)
  const files = readZip(await annotationFile('zip', list, 'https://dogear.test'))
  assert.match(files.find(({ name }) => name === 'Sea.md')!.bytes.toString(), order)
})

test('in Markdown files, nothing in a passage is markup, in CommonMark or Obsidian', async () => {
  const quote = [
    'costs $5 or $6, ~100~ == no highlight == and %% no comment %%, 1 = 1 and 5 %',
    '1. first',
    '- item',
    '=',
    '===',
  ].join('\n')
  const list = [{ ...BASE, quote, ownTags: ['sea & tides', '1984', '!!', 'größe/klein', '🌊'] }]
  const text = (await annotationFile('md', list, 'https://dogear.test')).toString()
  for (const line of [
    String.raw`> costs \$5 or \$6, \~100\~ \=\= no highlight \=\= and \%\% no comment \%\%, 1 = 1 and 5 %`,
    String.raw`> 1\. first`,
    String.raw`> \- item`,
    String.raw`> \=`,
    String.raw`> \=\=\=`,
  ]) {
    assert.ok(text.includes(`\n${line}\n`), `${line} in ${text}`)
  }
  const shown = new MarkdownIt().render(text)
  assert.match(
    shown,
    /<blockquote>\s*<p>costs \$5 or \$6, ~100~ == no highlight == and %% no comment %%, 1 = 1 and 5 %/,
  )
  assert.match(shown, /1\. first\n- item\n=\n===<\/p>/)
  assert.match(text, /#sea-tides · #\\_1984 · #größe\/klein · #🌊\n/)
})
