import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChunkDecoder } from './decode-chunks.ts'
import { FILE_FORMATS } from './file-formats.ts'
import { FILES } from '../import-files.fixture.ts'
import type { FormatName } from '../format-list.ts'
import type { ImportRow } from '../import-row.ts'
import { openParser } from './open-parser.ts'
import { parseWhole } from './parsed-file.fixture.ts'

const AT = '2026-03-01T09:30:00.000Z'
const TIDES = { url: 'https://news.example.org/tides', host: 'news.example.org' }
const page = (path: string, rest: Partial<ImportRow> = {}) => ({
  url: `https://news.example.org/${path}`,
  host: 'news.example.org',
  ...rest,
})
const later = (seconds: number) => new Date(Date.parse(AT) + seconds * 1000).toISOString()

/** The rows that the files of the fixture contain. */
const EXPECTED: Readonly<
  Record<
    keyof typeof FILES,
    { readonly rows: readonly object[]; readonly broken?: readonly string[]; readonly skipped?: readonly string[] }
  >
> = {
  pocket: {
    rows: [
      { ...TIDES, title: 'Tides, and why', tags: ['sea', 'long read'], isArchived: false, createdAt: AT },
      page('bare', { isArchived: true, createdAt: later(1) }),
      page('quoted', { title: 'A "quoted" title', isArchived: false, createdAt: later(2) }),
    ],
    broken: ['The row has no address.'],
  },
  readwise: {
    rows: [
      { ...TIDES, title: 'Tides', tags: ['sea', "ada's moon"], isArchived: false, createdAt: AT, progress: 0.4 },
      page('old', { title: 'Old', isArchived: true, createdAt: later(1), progress: 1 }),
    ],
    skipped: ['Skipped: items of feeds aren’t saved pages.'],
  },
  raindrop: {
    rows: [
      {
        ...TIDES,
        title: 'Tides, and why',
        tags: ['sea', 'moon'],
        isStarred: true,
        createdAt: AT,
        previewPicture: 'https://news.example.org/p.png',
        note: 'note\n\nAn excerpt',
      },
      page('old', { title: 'Old', tags: ['recipes'], isStarred: false, createdAt: later(1) }),
    ],
  },
  readeck: {
    rows: [
      { ...TIDES, title: 'Tides', tags: ['sea', 'moon'], isArchived: false, isStarred: true, createdAt: AT },
      page('old', { title: 'Old', isArchived: true, isStarred: false, createdAt: later(1) }),
    ],
  },
  karakeep: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        isArchived: false,
        createdAt: AT,
        collections: ['k1', 'k2'],
      },
      page('old', { title: 'Old', isArchived: true, createdAt: later(1), note: 'x' }),
    ],
    skipped: ['Skipped: notes and files without a web address can’t be imported.'],
  },
  linkding: {
    rows: [
      {
        ...TIDES,
        title: 'Tides & why',
        tags: ['sea', 'moon'],
        isArchived: false,
        createdAt: AT,
        note: 'What they are',
      },
      page('old', { title: 'Old', isArchived: true, createdAt: later(1) }),
    ],
  },
  matter: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        authors: ['Ada'],
        isArchived: false,
        isStarred: true,
        createdAt: AT,
      },
      page('old', { title: 'Old', isArchived: true, isStarred: false, createdAt: later(1) }),
    ],
  },
  goodlinks: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        authors: ['Ada'],
        isArchived: false,
        isStarred: true,
        createdAt: later(0.25),
        note: 'x',
      },
      page('old', {
        title: 'Old',
        isArchived: true,
        isStarred: false,
        createdAt: later(1),
        archivedAt: '2026-03-02T09:30:00.000Z',
      }),
    ],
  },
  linkwarden: {
    rows: [
      { ...TIDES, title: 'Tides', tags: ['sea'], note: 'Why they come', createdAt: AT },
      page('old', { title: 'Old', tags: ['long reads'], createdAt: later(1) }),
      page('old', { title: 'Old', isStarred: true }),
    ],
    skipped: ['Skipped: notes and files without a web address can’t be imported.'],
  },
  feed_reader: {
    rows: [
      {
        ...TIDES,
        title: 'Tides & “why”: 1 < 2 &amp;',
        tags: ['sea & shore'],
        authors: ['Ada Example', "Jo O'Neill"],
        isArchived: true,
        isStarred: true,
        createdAt: AT,
        publishedAt: '2026-02-28T09:13:20.000Z',
      },
      page('old', { title: 'Old', isArchived: false, isStarred: false, createdAt: later(1) }),
    ],
    broken: ['The row has no address.'],
  },
  csv: {
    rows: [
      {
        ...TIDES,
        title: 'Tides; and why',
        tags: ['work/later', 'sea', 'long read'],
        note: 'High "and" low',
        isArchived: true,
        isStarred: true,
        createdAt: AT,
      },
      page('old', { title: 'Old', isArchived: false, isStarred: false, createdAt: later(1) }),
    ],
    broken: ['The row has no address.'],
  },
  addresses: {
    rows: [{ ...TIDES }, page('old', { linkText: 'Old' }), page('bare', { givenUrl: 'news.example.org/bare' })],
    broken: ['The row has no address.'],
  },
  pocket_html: {
    rows: [
      { ...TIDES, linkText: 'Tides & why', tags: ['sea', 'long read'], isArchived: false, createdAt: AT },
      page('old', { isArchived: true, createdAt: later(1) }),
    ],
  },
  shaarli: {
    rows: [{ ...TIDES, linkText: 'Tides', tags: ['sea', 'moon'], createdAt: AT, note: 'What they are' }],
    skipped: [
      'Skipped: bookmarklets can’t be imported.',
      'Skipped: this Shaarli note has no full address. Export again with the option to prepend the Shaarli address to note ' +
        'links.',
    ],
  },
  instapaper: {
    rows: [
      page('mine', { title: 'Mine', tags: ['recipes'], isArchived: false, isStarred: false, msBeforeImport: 4 }),
      page('star', { title: 'Star', isArchived: true, isStarred: true, createdAt: later(2), msBeforeImport: 3 }),
      page('read', { title: 'Read', isArchived: true, isStarred: false, createdAt: later(1), msBeforeImport: 2 }),
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        isArchived: false,
        isStarred: false,
        createdAt: AT,
        msBeforeImport: 1,
        note: 'High and low',
      },
    ],
  },
  pinboard: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        isArchived: false,
        createdAt: AT,
        note: 'High and low,\n<b>twice</b> a day',
      },
      page('old', { title: 'Old', isArchived: true, createdAt: later(1) }),
    ],
    broken: ['The row isn’t a JSON object.'],
  },
  readability: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        isArchived: false,
        isStarred: true,
        starredAt: '2026-03-03T09:30:00.000Z',
        createdAt: AT,
      },
      page('old', { title: 'Old', isArchived: true, isStarred: false }),
    ],
  },
  delicious: { rows: [{ ...TIDES, title: 'Tides', tags: ['sea', 'moon'], createdAt: AT, note: 'For the talk' }] },
  elcurator: {
    rows: [{ ...TIDES, title: 'Tides', tags: ['sea'], isStarred: true, createdAt: AT, note: 'For the talk' }],
  },
  firefox: {
    rows: [
      { ...TIDES, title: 'Tides', tags: ['sea', 'moon'], createdAt: AT, note: 'High and low' },
      page('deep', { title: 'Deep', tags: ['folder'] }),
    ],
    skipped: ['Skipped: saved browser searches can’t be imported.'],
  },
  chrome: {
    rows: [
      { ...TIDES, title: 'Tides', createdAt: AT },
      page('deep', { title: 'Deep', tags: ['work/later perhaps'], createdAt: '1970-01-01T00:00:00.000Z' }),
    ],
  },
  'wallabag-v1': {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        isArchived: true,
        isStarred: false,
        content: '<p>High and low.</p>',
      },
      page('none', { isArchived: false, isStarred: true }),
    ],
  },
  'wallabag-v2': {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'long read'],
        isArchived: true,
        isStarred: true,
        createdAt: AT,
        archivedAt: '2026-03-02T08:30:00.000Z',
        starredAt: '2026-03-03T09:30:00.000Z',
        content: '<p>High and <b>low</b>.</p><script>bad()</script>',
        authors: ['Ada'],
        publishedAt: '2026-02-01T00:00:00.000Z',
        language: 'en',
        mimetype: 'text/html',
        previewPicture: 'https://news.example.org/p.png',
        originUrl: 'https://social.example.org/1',
        givenUrl: 'https://go.example.org/t',
        uid: '5b0e7d1c3a9f40.12345678',
        httpStatus: '200',
        headers: '{"content-type":"text/html"}',
        note: 'For the talk',
        annotations: [
          {
            text: 'why?',
            quote: 'High',
            color: 'pink',
            ranges: '[{"start":"/p[1]","startOffset":"0","end":"/p[1]","endOffset":"4"}]',
          },
        ],
      },
      page('wall', { title: 'Wall' }),
    ],
  },
  omnivore: {
    rows: [
      {
        ...TIDES,
        title: 'Tides',
        tags: ['sea', 'moon'],
        isArchived: true,
        createdAt: AT,
        authors: ['Ada'],
        publishedAt: '2026-02-01T00:00:00.000Z',
        previewPicture: 'https://news.example.org/p.png',
        contentFile: 'content/tides-1.html',
        highlightsFile: 'highlights/tides-1.md',
        note: 'x',
        progress: 0.03,
      },
      page('two', {
        title: 'Two',
        isArchived: false,
        contentFile: 'content/two.html',
        highlightsFile: 'highlights/two.md',
      }),
    ],
  },
}

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
