import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { FILES } from '../import-files.fixture.ts'
import { parseWhole } from './parsed-file.fixture.ts'
import { zipOf } from './zip.fixture.ts'

const AT = '2026-03-01T09:30:00.000Z'

const OMNIVORE_HIGHLIGHTS = 'For the talk\n\n\n\n> High and\n> low, é. \n\n#sea #moon\n\nWhy?\n\n> One \n\n'

test('an archive of Omnivore gives every page its content and its highlights', async () => {
  const archive = zipOf([
    { name: 'content/tides-1.html', bytes: Buffer.from('<p>High and low, é.</p>') },
    { name: 'highlights/tides-1.md', bytes: Buffer.from(OMNIVORE_HIGHLIGHTS) },
    { name: 'metadata_0_to_20.json', bytes: Buffer.from(FILES.omnivore) },
  ])
  for (const format of ['omnivore', 'auto'] as const) {
    const { rows, failure } = await parseWhole(archive, format)
    assert.equal(failure, undefined)
    assert.deepEqual(
      rows.map(({ content, contentFile, highlightsFile }) => [content, contentFile, highlightsFile]),
      [
        ['<p>High and low, é.</p>', undefined, undefined],
        [undefined, undefined, undefined],
      ],
    )
    assert.equal(rows[0]!.note, 'For the talk\n\nx')
    assert.deepEqual(
      rows[0]!.annotations?.map(({ quote, text, tags }) => [quote, text, tags]),
      [
        ['High and\nlow, é.', 'Why?', ['sea', 'moon']],
        ['One', '', undefined],
      ],
    )
  }
})

const part = (name: string) =>
  `title,url,time_added,tags,status\n${name},https://example.org/${name},1772357400,,unread\n`

test("an archive of Pocket is read part by part, in the order of the parts' numbers", async () => {
  const archive = zipOf([
    { name: 'part_10.csv', bytes: Buffer.from(part('ten')) },
    { name: 'part_2.csv', bytes: Buffer.from(part('two')) },
    { name: 'annotations/part_0.json', bytes: Buffer.from('[{"title":"x"}]') },
  ])
  const { rows } = await parseWhole(archive, 'pocket')
  assert.deepEqual(
    rows.map(({ title }) => title),
    ['two', 'ten'],
  )
})

test('an archive of Pocket gives the pages their highlights', async () => {
  const highlights = [
    { url: 'https://example.org/two', title: 'two', highlights: [{ quote: 'Some words', created_at: 1_772_357_400 }] },
    { url: 'https://example.org/three', title: 'three', highlights: [{ quote: 'Others', created_at: 0 }] },
  ]
  const archive = zipOf([
    { name: 'annotations/part_000000.json', bytes: Buffer.from(JSON.stringify(highlights)) },
    { name: 'part_000000.csv', bytes: Buffer.from(part('two')) },
  ])
  for (const format of ['pocket', 'pocket_csv', 'auto'] as const) {
    const { rows, failure } = await parseWhole(archive, format)
    assert.equal(failure, undefined)
    const shared = { text: '', color: 'yellow', ranges: '[]' }
    assert.deepEqual(
      rows.map(({ title, annotations }) => [title, annotations]),
      [
        ['two', [{ ...shared, quote: 'Some words', createdAt: AT }]],
        ['three', [{ ...shared, quote: 'Others' }]],
      ],
    )
  }
})

const reason = (file: string) => `The highlights in the file “${file}” can’t be read.`

test('files with highlights that cannot be read are listed, and the pages are imported', async () => {
  // Random text, because the archive is refused if it is compressed too much.
  const tooLong = Buffer.from(randomBytes(8 * 1024 * 1024).toString('base64'))
  const pocket = zipOf([
    { name: 'annotations/part_0.json', bytes: Buffer.from('[{"url": ') },
    { name: 'annotations/part_1.json', bytes: tooLong },
    { name: 'part_0.csv', bytes: Buffer.from(part('two')) },
  ])
  const { rows, broken } = await parseWhole(pocket, 'pocket')
  assert.deepEqual([rows.length, broken], [1, [reason('annotations/part_0.json'), reason('annotations/part_1.json')]])
  const omnivore = zipOf([
    { name: 'highlights/tides-1.md', bytes: tooLong },
    { name: 'metadata_0_to_20.json', bytes: Buffer.from(FILES.omnivore) },
  ])
  const pages = await parseWhole(omnivore, 'omnivore')
  assert.deepEqual(
    pages.rows.map(({ notice }) => notice),
    [reason('highlights/tides-1.md'), undefined],
  )
})

const SAFARI_BOOKMARKS = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<HTML><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8"><Title>Bookmarks</Title><H1>Bookmarks</H1>
<DT><H3 FOLDED>Lamps</H3><DL><p><DT><A HREF="https://a.example/oil">Oil</A></DL><p>
<DT><H3 FOLDED id="com.apple.ReadingList">Reading List</H3><DL><p><DT><A HREF="https://a.example/later">Later</A></DL><p>
</HTML>`
const SAFARI_HISTORY = JSON.stringify({
  metadata: { browser_name: 'Safari', data_type: 'history', schema_version: 1 },
  history: [{ url: 'https://a.example/visited', title: 'Visited', time_usec: 1_732_999_000_000_000, visit_count: 3 }],
})
const SAFARI_PASSWORDS =
  'Title,URL,Username,Password,Notes,OTPAuth\na.example (ann),https://a.example/,ann,not-a-real-one,,\n'

test('of the data that Safari exports, only the bookmarks and the reading list are read', async () => {
  const archive = zipOf([
    { name: 'Bookmarks.html', bytes: Buffer.from(SAFARI_BOOKMARKS) },
    { name: 'Extensions.json', bytes: Buffer.from('{"metadata":{"data_type":"extensions"},"extensions":[]}') },
    { name: 'History.json', bytes: Buffer.from(SAFARI_HISTORY) },
    { name: 'Passwords.csv', bytes: Buffer.from(SAFARI_PASSWORDS) },
  ])
  const { rows, skipped, failure } = await parseWhole(archive, 'auto')
  assert.equal(failure, undefined)
  assert.deepEqual(
    rows.map(({ url, tags }) => [url, tags]),
    [
      ['https://a.example/oil', ['lamps']],
      ['https://a.example/later', ['reading list']],
    ],
  )
  assert.deepEqual(
    skipped,
    ['Extensions.json', 'History.json', 'Passwords.csv'].map(
      (file) => `Skipped: the file “${file}” in the archive isn’t a list of saved pages.`,
    ),
  )
})

test('a file of passwords is refused in every format, and a history unless a format is chosen', async () => {
  for (const format of ['auto', 'csv'] as const) {
    const { rows, failure } = await parseWhole(SAFARI_PASSWORDS, format)
    assert.deepEqual([rows, failure], [[], 'The file contains passwords, not saved pages. Nothing was imported.'])
  }
  const items = JSON.stringify([{ url: 'https://a.example/', login: 'ann', password: 'not-a-real-one', note: 'x' }])
  assert.match((await parseWhole(items, 'auto')).failure ?? '', /passwords/)
  const history = await parseWhole(SAFARI_HISTORY, 'auto')
  assert.deepEqual(
    [history.rows, history.failure],
    [[], 'The file contains the history of a browser, not saved pages.'],
  )
  assert.equal((await parseWhole(SAFARI_HISTORY, 'json')).rows.length, 1)
})

test('a book with the title "Password" is no table of passwords', async () => {
  const clippings =
    'Password\n- Your Highlight on page 4 | Added on Monday, March 4, 2024 10:11:12 AM\n\nThe key\n==========\n'
  const { documents, failure } = await parseWhole(clippings, 'auto')
  assert.deepEqual([documents?.length, failure], [1, undefined])
})

test('an archive without any list of pages is refused', async () => {
  const archive = zipOf([{ name: 'PaymentCards.json', bytes: Buffer.from('{"payment_cards":[]}') }])
  const { rows, skipped, failure } = await parseWhole(archive, 'auto')
  assert.deepEqual([rows, skipped, failure], [[], [], 'The file format couldn’t be recognised.'])
})
