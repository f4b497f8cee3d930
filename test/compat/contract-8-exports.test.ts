import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { JSON_TYPE, playFacts, type Fact } from './contract-fact.fixture.ts'

/** Wallabag wallabag contract, section 8 and 16.24: exports. */
for (const dialect of DIALECTS) {
  test(`${dialect}: contract 8, exports`, async (t) => {
    const app = await testApp(t, dialect)
    await app.save(app.alice, 'https://news.example.org/tides', {
      title: 'path.html: Été',
      content: '<p>Spring "tide"</p>\n<p>is <b>high</b></p>',
      tags: 'long read,sea',
    })
    const annotation = {
      text: 'why?',
      quote: 'tide',
      ranges: [{ start: '/p[1]', startOffset: 8, end: '/p[1]', endOffset: 12 }],
    }
    await app.ask(app.alice, { method: 'POST', url: '/api/annotations/1', payload: annotation })
    await playFacts(t, app, FORMATS)
    await asJson(t, app)
    await asCsv(t, app)
    await asBook(t, app)
  })
}

const TYPES = {
  epub: ['application/epub+zip', 'binary'],
  pdf: ['application/pdf', 'binary'],
  csv: ['application/csv', 'UTF-8'],
  txt: ['text/plain; charset=UTF-8', 'UTF-8'],
  xml: ['application/xml', 'UTF-8'],
  json: [JSON_TYPE, 'UTF-8'],
  md: ['text/markdown; charset=UTF-8', 'UTF-8'],
} as const

const FORMATS: readonly Fact[] = [
  ...Object.entries(TYPES).map(([format, [type, encoding]]) => ({
    says: `8 ${format}: type, encoding, and the file name to the letter`,
    ask: `GET /api/entries/1/export.${format}`,
    headers: { accept: '*/*' },
    sends: {
      'content-type': type,
      'content-transfer-encoding': encoding,
      'content-disposition': `attachment; filename="pathhtml Ete.${format}"`,
      'content-description': encoding === 'binary' ? 'File Transfer' : undefined,
    },
  })),
  { says: '8 without a suffix it is JSON', ask: 'GET /api/entries/1/export', sends: { 'content-type': JSON_TYPE } },
  {
    says: '8 other formats are 404',
    ask: 'GET /api/entries/1/export.mobi',
    status: 404,
    is: { code: 404, message: 'Not Found' },
  },
  { says: '8 of another one is 404', ask: 'GET /api/entries/1/export.epub', as: 'bob', status: 404 },
  { says: '8 without a token is 401', ask: 'GET /api/entries/1/export.epub', as: 'nobody', status: 401 },
  {
    says: '8 xml: a result with an entry, text in CDATA',
    ask: 'GET /api/entries/1/export.xml',
    text: /<result>\s*<entry>[^]*<title><!\[CDATA\[path\.html: Été\]\]><\/title>/,
  },
  {
    says: '8 txt: the title between two lines of 100 signs',
    ask: 'GET /api/entries/1/export.txt',
    text: /={100}\r?\n\s*path\.html: Été\s*\r?\n={100}/,
  },
  { says: '8 md: the title underlined', ask: 'GET /api/entries/1/export.md', text: /path\.html: Été\r?\n=+\r?\n/ },
]

async function asJson(t: TestContext, app: TestApp): Promise<void> {
  await t.test('8 json: a list of one, without null, with tags as texts and dates with a colon', async () => {
    const entries = (await app.ask(app.alice, { url: '/api/entries/1/export.json' })).json<Record<string, unknown>[]>()
    assert.equal(entries.length, 1)
    const entry = entries[0]!
    assert.deepEqual([entry['tags'], entry['is_archived'], entry['is_public']], [['long read', 'sea'], 0, false])
    assert.match(String(entry['created_at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    for (const name of ['user_name', 'user_email', 'user_id', 'hashed_url', 'hashed_given_url', '_links']) {
      assert.ok(!(name in entry), name)
    }
    assert.ok(!Object.values(entry).includes(null))
    const [note] = entry['annotations'] as Record<string, unknown>[]
    assert.deepEqual(Object.keys(note!).sort(), ['quote', 'ranges', 'text'])
  })
}

async function asCsv(t: TestContext, app: TestApp): Promise<void> {
  await t.test('8 csv: the header, semicolons, doubled quotes, no line breaks within a row', async () => {
    const { body } = await app.ask(app.alice, { url: '/api/entries/1/export.csv' })
    const lines = body.trimEnd().split(/\r?\n/)
    assert.equal(lines[0], 'Title;URL;Content;Tags;"MIME Type";Language;"Creation date"')
    assert.equal(lines.length, 2)
    assert.match(lines[1]!, /;https:\/\/news\.example\.org\/tides;/)
    assert.match(lines[1]!, /Spring ""tide""/)
    assert.match(lines[1]!, /;"long read, sea";/)
    assert.match(lines[1]!, /;"?\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d"?$/)
  })
}

async function asBook(t: TestContext, app: TestApp): Promise<void> {
  await t.test('16.24 epub: the first member is mimetype, stored', async () => {
    const { rawPayload } = await app.ask(app.alice, { url: '/api/entries/1/export.epub' })
    assert.equal(rawPayload.toString('latin1', 0, 4), 'PK\u0003\u0004')
    assert.equal(rawPayload.readUInt16LE(8), 0)
    assert.equal(rawPayload.toString('latin1', 30, 58), 'mimetypeapplication/epub+zip')
  })
  await t.test('8 pdf: it is one', async () => {
    const { rawPayload } = await app.ask(app.alice, { url: '/api/entries/1/export.pdf' })
    assert.equal(rawPayload.toString('latin1', 0, 5), '%PDF-')
  })
}
