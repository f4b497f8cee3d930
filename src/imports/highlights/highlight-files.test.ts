import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormatChoice } from '../import-formats.ts'
import { parseWhole } from '../parsing/parsed-file.fixture.ts'
import {
  KINDLE_LINES,
  kindleFile,
  KOBO_BOOK,
  koboDatabase,
  koboHighlight,
  koreaderDocument,
} from './highlight-files.fixture.ts'

const read = async (file: string | Uint8Array, format: FormatChoice) => {
  const { documents = [], ...rest } = await parseWhole(file, format)
  return { documents, ...rest }
}

test('Kindle: the kind and the time of a clipping are read in each language', async () => {
  for (const [line, kind, time] of KINDLE_LINES) {
    const { documents, failure } = await read(kindleFile([line]), 'auto')
    assert.equal(failure, undefined, line)
    const [one] = documents
    assert.deepEqual([one?.title, one?.author], ['Tides (and why)', 'Ada (A.) Byron'])
    assert.equal(one?.annotations[0]?.[kind], 'text', line)
    assert.equal(one.annotations[0].createdAt, time && `${time}.000Z`, line)
  }
})

test('Kindle: bookmarks are left out, notes join their highlights, and clippings of a book are one document', async () => {
  const highlight = '- Your Highlight on page 1 | location 10-12 | Added on Monday, 30 December 2024 14:46:33'
  const file = [
    kindleFile([highlight], 'One (A)'),
    kindleFile(['- Your Highlight on location 99 | Added on Monday'], 'Two'),
    kindleFile(['- Your Note on page 1 | location 12 | Added on Monday'], 'One (A)'),
    kindleFile(['- Your Note on page 1 | location 13 | Added on Monday'], 'One (A)'),
    kindleFile(['- Your Bookmark on page 1 | location 12 | Added on Monday'], 'One (A)').replace('text', ''),
  ].join('')
  const { documents } = await read(file, 'kindle')
  assert.deepEqual(
    documents.map(({ title, annotations }) => [title, annotations.map(({ quote, text }) => [quote, text])]),
    [
      [
        'One',
        [
          ['text', 'text'],
          ['', 'text'],
        ],
      ],
      ['Two', [['text', '']]],
    ],
  )
})

test('KOReader: one document or several, with notes, colours and about where the page is', async () => {
  const one = koreaderDocument(
    { title: 'Tides', file: '/mnt/us/[w-id_7] Tides.epub', partial_md5_checksum: 'A'.repeat(32) },
    [
      ['High and low', { note: 'Mine', color: 'olive', page: 2 }],
      ['again', { page: 'xii' }],
    ],
  )
  const { documents } = await read(JSON.stringify({ ...one, created_on: 1, version: 'json/1.0.0' }), 'auto')
  const xpointer = '/body/DocFragment[2]/body/p[1]/text().0'
  assert.deepEqual(documents, [
    {
      title: 'Tides',
      author: 'Ada Byron',
      fileName: '[w-id_7] Tides.epub',
      hash: 'a'.repeat(32),
      annotations: [
        {
          text: 'Mine',
          quote: 'High and low',
          ranges: '[]',
          color: 'green',
          createdAt: '2026-03-01T09:30:00.000Z',
          share: 0.375,
          xpointer,
        },
        { text: '', quote: 'again', ranges: '[]', color: 'yellow', createdAt: '2026-03-01T09:30:00.000Z', xpointer },
      ],
    },
  ])
  const several = {
    created_on: 1,
    version: 'json/1.0.0',
    documents: [one, koreaderDocument({ title: 'Empty' }, []), 7],
  }
  const list = await read(JSON.stringify(several, null, 2), 'auto')
  assert.deepEqual([list.documents.length, list.failure], [1, undefined])
  assert.equal((await read('{"entries":', 'koreader')).failure, 'The file isn’t valid JSON.')
})

test('a document with many highlights becomes several rows, and loses none', async () => {
  const quotes = Array.from({ length: 1201 }, (_, index) => `quote ${index}`)
  const { documents } = await read(JSON.stringify(koreaderDocument({ title: 'T' }, quotes)), 'auto')
  assert.deepEqual(
    documents.map(({ annotations }) => annotations.length),
    [500, 500, 201],
  )
})

test('Readwise: the rows of a book are one document, and broken rows are reported', async () => {
  const head =
    'Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags'
  const rows = [
    '"High, and\nlow",Tides,Ada,,Mine,blue,"sea, moon",page,2,2026-03-01 09:30:00+00:00,x',
    'Else,Other,,,,,,,,,',
    'Again,Tides,Ada,,,,,,,,',
  ]
  const { documents } = await read([head, ...rows, ''].join('\n'), 'readwise')
  assert.deepEqual(documents[0], {
    title: 'Tides',
    author: 'Ada',
    annotations: [
      {
        text: 'Mine',
        quote: 'High, and\nlow',
        ranges: '[]',
        color: 'blue',
        tags: ['sea', 'moon'],
        createdAt: '2026-03-01T09:30:00.000Z',
      },
      { text: '', quote: 'Again', ranges: '[]', color: 'yellow' },
    ],
  })
  assert.equal(documents.length, 2)
  assert.equal((await read([head, 'a,"b'].join('\n'), 'auto')).broken.length, 1)
})

test('Kobo: the highlights and notes of its database, with colours', async () => {
  const highlights = [
    koboHighlight(1, 'High and low', { note: 'Mine', color: 1 }),
    koboHighlight(2, 'gone', { hidden: 'true' }),
    koboHighlight(3, ''),
  ]
  const bytes = koboDatabase(KOBO_BOOK + highlights.join(''))
  // The header of a database with a write-ahead log.
  bytes.fill(2, 18, 20)
  const { documents, failure } = await read(bytes, 'auto')
  assert.equal(failure, undefined)
  assert.deepEqual(documents, [
    {
      title: 'Tides',
      author: 'Ada Byron',
      fileName: 'Tides.kepub.epub',
      annotations: [
        {
          text: 'Mine',
          quote: 'High and low',
          ranges: '[]',
          color: 'pink',
          createdAt: '2026-03-01T09:30:00.000Z',
          share: 0.5,
        },
      ],
    },
  ])
})

const bookmark = (columns: string) => `create table Bookmark (${columns});`

test('Kobo: hostile and damaged databases are refused', async () => {
  const columns = 'VolumeID, Text, Annotation, DateCreated, ChapterProgress'
  const content = 'create table content (ContentID, ContentType, Title, Attribution);'
  const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select'
  const databases = {
    'no tables': 'create table x (y)',
    'a view': `${content} create view Bookmark as ${endless} i VolumeID, 'x' Text, '' Annotation, '' DateCreated, 0 ChapterProgress from n`,
    'a generated column': `${content} ${bookmark('VolumeID, Text as (hex(zeroblob(1e8))), Annotation, DateCreated, ChapterProgress')}`,
    'a virtual table': `${bookmark(columns)} create virtual table content using fts5(ContentID, ContentType, Title, Attribution)`,
    'a missing column': `${bookmark('VolumeID')} ${content}`,
  }
  for (const [name, tables] of Object.entries(databases)) {
    const { failure } = await read(koboDatabase('', tables), 'auto')
    assert.equal(failure, 'The file isn’t a readable database of a Kobo.', name)
  }
  const whole = koboDatabase(
    KOBO_BOOK + Array.from({ length: 400 }, (_, id) => koboHighlight(id, 'High'.repeat(50))).join(''),
  )
  for (const length of [16, 100, 4096, whole.length >> 1]) {
    assert.notEqual((await read(whole.subarray(0, length), 'auto')).failure, undefined, String(length))
  }
  assert.match((await read(whole, 'pocket')).failure ?? '', /appears to be SQLITE, not CSV/)
})
