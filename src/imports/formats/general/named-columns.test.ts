import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNKNOWN_TIME } from '../../../entries/entry.ts'
import { parseFile } from '../../parsing/parse-file.ts'
import { memorySource, parseWhole } from '../../parsing/parsed-file.fixture.ts'

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

test('the table of Zotero keeps notes, abstracts, tags and the day of saving, and papers have the address of their DOI', async () => {
  const head =
    'Key,Item Type,Author,Title,DOI,Url,Abstract Note,Date,Date Added,Access Date,Notes,Manual Tags,Automatic Tags'
  const web =
    'A1,webpage,"Smith, Ann; Jones, Bob",Tides,,https://news.example.org/tides,In short,2024-03-04,2024-03-05 10:11:12,,<p>Mine</p>,sea; moon,auto'
  const paper = 'A2,journalArticle,,Waves,10.1000/xyz,,,2023,2024-03-06 10:11:12,,,,'
  const { rows, failure } = await parseWhole([head, web, paper].join('\n'), 'auto')
  assert.equal(failure, undefined)
  assert.deepEqual(
    rows.map(({ url, note, tags, authors, createdAt }) => [url, note, tags, authors, createdAt]),
    [
      [
        'https://news.example.org/tides',
        'Mine\n\nIn short',
        ['sea', 'moon', 'auto'],
        ['Smith, Ann', 'Jones, Bob'],
        '2024-03-05T10:11:12.000Z',
      ],
      ['https://doi.org/10.1000/xyz', undefined, undefined, undefined, '2024-03-06T10:11:12.000Z'],
    ],
  )
})

test('the JSON of reference managers keeps authors, days and keywords', async () => {
  const item = {
    type: 'webpage',
    title: 'Tides',
    URL: 'https://news.example.org/tides',
    abstract: 'In short',
    keyword: 'sea, moon',
    author: [{ family: 'Smith', given: 'Ann' }, { literal: 'The Society' }],
    accessed: { 'date-parts': [['2024', 3, 5]] },
    issued: { 'date-parts': [[2024, 3, 4]] },
  }
  const { rows } = await parseWhole(JSON.stringify([item]), 'auto')
  const [{ title, note, tags, authors, createdAt, publishedAt }] = rows as [(typeof rows)[0]]
  assert.deepEqual(
    [title, note, tags, authors, createdAt, publishedAt],
    [
      'Tides',
      'In short',
      ['sea', 'moon'],
      ['Ann Smith', 'The Society'],
      '2024-03-05T00:00:00.000Z',
      '2024-03-04T00:00:00.000Z',
    ],
  )
})

test('a list of feeds is refused with its reason', async () => {
  const opml =
    '<?xml version="1.0"?>\n<opml version="2.0"><head/><body><outline type="rss" text="News" xmlUrl="https://news.example.org/feed"/></body></opml>'
  const { rows, failure } = await parseWhole(opml, 'auto')
  assert.deepEqual([rows, failure], [[], 'The file is a list of feeds, not of saved pages.'])
})

test('a table without a column of addresses is no list of pages', async () => {
  const { rows, failure } = await parseWhole('Name,Date\nTides,2024-03-05\n', 'auto')
  assert.deepEqual(rows, [])
  assert.match(failure ?? '', /format/i)
})

const AT = 'https://news.example.org/tides'

async function onlyRow(file: string) {
  const { rows, broken, failure } = await parseWhole(file, 'auto')
  assert.deepEqual([rows.length, broken, failure], [1, [], undefined], file)
  return rows[0]!
}

const savedOn = async (date: string) => (await onlyRow(`URL,Date\n${AT},"${date}"\n`)).createdAt

test('a day that could be another one is unknown, and the dates of spreadsheets and Diigo are not', async () => {
  const unknown = [
    '03/04/2024',
    '3/4/2024 12:30',
    '04-03-2024',
    '31.02.2024',
    '2024-02-31',
    '13/13/2024',
    '1/2/24',
    '1/2/3',
  ]
  for (const date of unknown) assert.equal(await savedOn(date), UNKNOWN_TIME, date)
  const noon = ['2024/03/25 13:30:00 +0100', '25.3.2024 12:30', '3/25/2024 12:30 PM', 'Mon, 25 Mar 2024 12:30:00 GMT']
  for (const date of [...noon, 'March 25th, 2024 at 12:30 p.m.', '25/03/2024, 12:30:00'])
    assert.equal(await savedOn(date), '2024-03-25T12:30:00.000Z', date)
  for (const date of ['2024-3-4', '4.3.2024', '2024/03/04 0:00', 'Mar 4, 2024', '4 March 2024'])
    assert.equal(await savedOn(date), '2024-03-04T00:00:00.000Z', date)
  assert.equal(await savedOn('03/03/2024'), '2024-03-03T00:00:00.000Z', 'the same day in both orders')
})

test('tags are split as services and spreadsheets write them', async () => {
  const tags = async (cell: string) => (await onlyRow(`URL\tTags\n${AT}\t${cell}\n`)).tags
  for (const cell of ['#sea #moon', '#sea, #moon', "['sea', 'moon']", '{sea,moon}', 'sea; moon', 'sea|moon'])
    assert.deepEqual(await tags(cell), ['sea', 'moon'], cell)
  assert.deepEqual(await tags('C#'), ['c#'])
  assert.deepEqual((await onlyRow(`URL,Tags,Tags\n${AT},sea,moon\n`)).tags, ['sea', 'moon'])
})

test('pages are archived that spreadsheets and saved-again exports show as read', async () => {
  const isArchived = async (name: string, cell: string) => (await onlyRow(`URL,${name}\n${AT},${cell}\n`)).isArchived
  for (const cell of ['2024-03-04', '3/4/2024', 'x', 'WAHR', 'TRUE', 'checked'])
    assert.equal(await isArchived('Read', cell), true)
  for (const cell of ['', 'no', 'FALSCH', 'later']) assert.equal(await isArchived('Read', cell), false)
  for (const cell of ['Completed', 'Finished', 'Read']) assert.equal(await isArchived('Status', cell), true)
  for (const cell of ['1', '200', 'To Read', 'Unread']) assert.equal(await isArchived('Status', cell), false)
  const row = await onlyRow(`URL;Title;Selection;Folder\n${AT};Tides;;Archive\n`)
  assert.deepEqual([row.isArchived, row.tags], [true, undefined])
})

test('the first row may have spaces, a line for Excel above it, and separators in quotation marks', async () => {
  const heads = [
    'Title , URL , Notes',
    '"Title", "URL", "Notes"',
    'sep=,\nTitle,URL,Notes',
    '"sep=,"\r\nTitle,URL,Notes',
  ]
  for (const head of heads) {
    const row = await onlyRow(`${head}\nTides, ${AT}, "high, low"\n`)
    assert.deepEqual([row.url, row.title, row.note], [AT, 'Tides', 'high, low'], head)
  }
  assert.equal((await onlyRow(`sep=;\r\nTitle;URL\r\nTides;${AT}\r\n`)).url, AT)
  assert.equal((await onlyRow(`"a;b;c;d","URL"\nTides,${AT}\n,\n`)).url, AT)
})

test('an address keeps its commas, may lack the scheme, and comes before other text', async () => {
  assert.equal((await onlyRow(`URL\n${AT}?at=1,2\n`)).url, `${AT}?at=1,2`)
  const bare = await onlyRow('Link,Title\nwww.example.org/a,Tides\n')
  assert.deepEqual([bare.url, bare.givenUrl], ['https://www.example.org/a', 'www.example.org/a'])
  assert.equal((await onlyRow(`Address,Website\n"12 Main St",${AT}\n`)).url, AT)
})

test('addresses with notes are no table, even if a note is the name of a column', async () => {
  const { rows, failure } = await parseWhole(`${AT}, link\nhttps://news.example.org/old\n`, 'auto')
  assert.deepEqual(rows, [])
  assert.match(failure ?? '', /format/i)
})

test('a list of addresses below a comment that ends like a first row stays one', async () => {
  let format = ''
  for (const end of ['\n', '\r'])
    for await (const rows of parseFile(
      memorySource(`# My list, URL${end}${AT}${end}`),
      'auto',
      (name) => (format = name),
    ))
      assert.deepEqual([rows.length, format], [1, 'addresses'])
})

test('the highlights that Dogear exports as CSV come back, without making notes and dates of their pages', async () => {
  const heads = ['Quote,Note,Color,Title,URL,Created', 'Highlight,Note,Colour,Title,URL,Date']
  for (const head of heads) {
    const row = await onlyRow(`${head}\n"High, low",Why?,blue,'-5 degrees,${AT},2024-03-04T05:06:07.000Z\n`)
    const [highlight] = row.annotations ?? []
    assert.deepEqual(
      [highlight?.quote, highlight?.text, highlight?.color, highlight?.createdAt],
      ['High, low', 'Why?', 'blue', '2024-03-04T05:06:07.000Z'],
    )
    assert.deepEqual([row.note, row.createdAt, row.title], [undefined, undefined, '-5 degrees'])
  }
})

test('objects of any JSON file are pages if they have an address, and the others of the file are none', async () => {
  const pages = [
    { uri: AT, Title: 'Tides', Labels: ['sea'], addedOn: 1, authors: [{ name: 'Ada' }, 'Bo'], read_at: 1_772_357_400 },
    { name: 'no page' },
  ]
  for (const text of [JSON.stringify(pages), JSON.stringify({ version: 2, folders: [{ name: 'a' }], links: pages })]) {
    const { rows, broken, failure } = await parseWhole(text, 'auto')
    assert.deepEqual([failure, broken], [undefined, []])
    assert.deepEqual(
      rows.map(({ url, title, tags, authors, isArchived }) => ({ url, title, tags, authors, isArchived })),
      [{ url: AT, title: 'Tides', tags: ['sea'], authors: ['Ada', 'Bo'], isArchived: true }],
    )
  }
  const { rows } = await parseWhole(JSON.stringify([AT, 'https://news.example.org/old']), 'auto')
  assert.deepEqual(
    rows.map(({ url }) => url),
    [AT, 'https://news.example.org/old'],
  )
})

test('the lists of OneTab have the titles of their pages', async () => {
  const { rows } = await parseWhole(`${AT} | Tides | and why\n\nhttps://news.example.org/old | Old\n`, 'auto')
  assert.deepEqual(
    rows.map(({ url, linkText, note }) => [url, linkText, note]),
    [
      [AT, 'Tides | and why', undefined],
      ['https://news.example.org/old', 'Old', undefined],
    ],
  )
})
