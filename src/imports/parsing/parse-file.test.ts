import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChunkDecoder } from './decode-chunks.ts'
import { FILE_FORMATS } from './file-formats.ts'
import { FILES } from '../import-files.fixture.ts'
import type { FormatName } from '../import-formats.ts'
import { EXPECTED } from './expected-rows.fixture.ts'
import { openParser } from './open-parser.ts'
import { parseWhole } from './parsed-file.fixture.ts'

for (const [name, { rows, broken = [], skipped = [] }] of Object.entries(EXPECTED)) {
  const format = name as keyof typeof FILES
  test(`${name}: everything that the file says is read`, async () => {
    assert.deepEqual(await parseWhole(FILES[format], format), { rows, broken, skipped, failure: undefined })
  })
  test(`${name}: the format is found out from the file`, async () => {
    const { rows: found, failure } = await parseWhole(FILES[format], 'auto')
    assert.equal(failure, undefined)
    assert.deepEqual(found, rows)
  })
}

test('pieces of a file may end anywhere: byte by byte the same is read', () => {
  const text = Object.entries(FILES).map(
    ([name, file]) => [name as FormatName, file.replaceAll('Tides', String.raw`Ti\"\\dés`)] as const,
  )
  for (const [name, file] of [...Object.entries(FILES), ...text] as [FormatName, string][]) {
    assert.deepEqual(
      rawRows(
        name,
        [...Buffer.from(file)].map((byte) => Buffer.of(byte)),
      ),
      rawRows(name, [Buffer.from(file)]),
      name,
    )
  }
})

/** @returns the rows that a format reads from a file that arrives in these pieces */
function rawRows(name: FormatName, pieces: readonly Uint8Array[]): unknown[] {
  const reported: unknown[] = []
  const parser = openParser(FILE_FORMATS[name], {
    row: (raw) => reported.push(raw),
    broken: (reason) => reported.push(reason),
  })
  const decoder = new ChunkDecoder()
  for (const piece of pieces) parser.push(decoder.push(piece))
  parser.push(decoder.end())
  parser.end()
  assert.ok(reported.length > 0)
  return reported
}

test('the format "pocket" covers all formats of Pocket', async () => {
  assert.equal((await parseWhole(FILES.pocket_html, 'pocket')).rows.length, 2)
})

test('invalid header values are left out, and the rest of the row stays', async () => {
  const url = 'https://example.org/'
  const headers = { 'X-A': 'one', 'x-b': 'two\r\nset-cookie: a=b', 'x c': 'three', 'x-d': ['4'] }
  const file = [
    { url, mimetype: 'text/html\r\nset-cookie: a=b', headers },
    { url, mimetype: ' text/html; charset=utf-8\n' },
  ]
  const { rows, failure } = await parseWhole(JSON.stringify(file), 'wallabag-v2')
  assert.equal(failure, undefined)
  assert.deepEqual(
    rows.map(({ mimetype, headers: kept }) => [mimetype, kept]),
    [
      [undefined, '{"x-a":"one"}'],
      ['text/html; charset=utf-8', undefined],
    ],
  )
})

test('a tag that a program took for a number is the text of it, in every format', async () => {
  const url = 'https://example.org/'
  const files = {
    pinboard: [{ href: url, tags: 2024 }],
    delicious: [{ url, tags: [2024] }],
    elcurator: [{ url, tags: 2024 }],
    omnivore: [{ url, labels: [{ name: 2024 }] }],
    'wallabag-v1': [{ url, tags: 2024 }],
    'wallabag-v2': [{ url, tags: [{ label: 2024 }, 'x'] }],
    chrome: { roots: { bar: { children: [{ url, tags: 2024 }] } } },
    firefox: { children: [{ uri: url, tags: 2024 }] },
  }
  for (const [name, file] of Object.entries(files)) {
    const { rows } = await parseWhole(JSON.stringify(file), name as FormatName)
    assert.equal(rows[0]?.tags?.[0], '2024', name)
  }
  const { rows } = await parseWhole(
    `URL,Title,Selection,Folder,Timestamp,Tags\n${url},T,,Unread,,[2024]\n`,
    'instapaper',
  )
  assert.deepEqual(rows[0]?.tags, ['2024'])
})

test('rows without a page are skipped, and rows with a broken address fail', async () => {
  const links = ['about:home', 'data:text/html,x', 'file:///etc/x', 'mailto:a@b', '?abcdef', '/?abcdef', 'JavaScript:x']
  const broken = ['localhost:3000', '/page', '?a=b', 'nothing']
  const file = [...links, ...broken].map((href) => ({ href }))
  const reported = await parseWhole(JSON.stringify(file), 'pinboard')
  assert.deepEqual(
    [reported.rows.length, reported.skipped.length, reported.broken.length],
    [0, links.length, broken.length],
  )
})

test('the name of a user of Linkwarden is no folder, whichever comes first, and uploads are left out', async () => {
  const link = { name: 'Tides', url: 'https://news.example.org/tides', tags: [] }
  const file = {
    name: 'Ada',
    pinnedLinks: [{ name: 'Tides', url: 'https://news.example.org/tides' }],
    collections: [{ name: 'Sea', links: [link, { name: 'Upload', url: '', tags: [] }] }],
  }
  const { rows, broken, skipped } = await parseWhole(JSON.stringify(file), 'auto')
  assert.deepEqual([rows.map(({ tags }) => tags), broken, skipped.length], [[undefined, ['sea']], [], 1])
})

test('the list of a feed reader is known by its id, too', async () => {
  const items = [
    { categories: ['Sea', 'user/1/label/a'], title: 'Tides', canonical: [{ href: 'https://example.org/' }] },
  ]
  const { rows } = await parseWhole(JSON.stringify({ id: 'user/1/state/com.google/starred', items }), 'auto')
  assert.deepEqual(rows[0]?.tags, ['a'])
})
