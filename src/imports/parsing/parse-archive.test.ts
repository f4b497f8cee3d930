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
