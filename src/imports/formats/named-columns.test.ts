import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseWhole } from '../parsing/parsed-file.fixture.ts'

test('the CSV of wallabag comes back with its text, tags and date', async () => {
  const file =
    'Title;URL;Content;Tags;"MIME Type";Language;"Creation date"\n' +
    'Tides;https://news.example.org/tides;"<p>Twice ""a"" day; always</p>";"sea, long read";text/html;en;"05/03/2024 04:05:06"\n'
  const { rows, failure } = await parseWhole(file, 'auto')
  assert.equal(failure, undefined)
  assert.deepEqual(rows, [
    {
      url: 'https://news.example.org/tides',
      host: 'news.example.org',
      title: 'Tides',
      content: '<p>Twice "a" day; always</p>',
      tags: ['sea', 'long read'],
      language: 'en',
      isArchived: false,
      isStarred: false,
      createdAt: '2024-03-05T04:05:06.000Z',
    },
  ])
})

test('cells may be separated by tabs, and all columns for notes become the note', async () => {
  const file = 'Page URL\tDescription\tComments\nhttps://news.example.org/tides\tWhy they come\tAsk Ada\n'
  const { rows } = await parseWhole(file, 'auto')
  assert.equal(rows[0]?.note, 'Why they come\n\nAsk Ada')
})

test('a table without a column of addresses is no list of pages', async () => {
  const { rows, failure } = await parseWhole('Name,Date\nTides,2024-03-05\n', 'auto')
  assert.deepEqual(rows, [])
  assert.match(failure ?? '', /format/i)
})
