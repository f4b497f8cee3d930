import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { FILES } from '../../src/imports/import-files.fixture.ts'
import { WRITTEN_BY_USERS } from '../../src/imports/written-by-users.fixture.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn } from '../web/inject-browser.fixture.ts'

interface WireImport {
  readonly id: number
  readonly state: string
  readonly imported: number
  readonly skipped: number
  readonly failed: number
  readonly errors: readonly { readonly row: number; readonly reason: string }[]
}

interface SyncedEntry {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly note: string | null
  readonly created_at: string
  readonly is_archived: number
  readonly is_starred: number
  readonly tags: readonly { readonly label: string }[]
  readonly annotations: readonly { readonly quote: string; readonly text: string; readonly color: string }[]
}

const UNKNOWN = '1970-01-01T00:00:00+0000'

async function importFile(app: TestApp, user: TestUser, payload: string, query = 'format=auto&fetch=0') {
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await app.ask(user, { method: 'POST', url: `/api/imports?${query}`, payload, headers })
  assert.equal(answer.statusCode, 201, answer.body)
  for (;;) {
    const url = `/api/imports/${answer.json<WireImport>().id}`
    const job = (await app.ask(user, { url })).json<WireImport>()
    if (!/waiting|running/.test(job.state)) return job
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** @returns the entries in the order of their ids, and the shares of their reading positions */
async function library(app: TestApp, user: TestUser) {
  const answer = await app.ask(user, { url: '/api/sync?types=entries,progress' })
  const { changes } = answer.json<{ changes: { type: string; id: number; object: unknown }[] }>()
  const of = (type: string) => changes.filter((one) => one.type === type).toSorted((one, other) => one.id - other.id)
  return {
    entries: of('entries').map(({ object }) => object as SyncedEntry),
    progress: of('progress').map(({ id, object }) => [id, (object as { share: number }).share]),
  }
}

const labels = ({ tags }: SyncedEntry) => tags.map(({ label }) => label).toSorted()
const counts = ({ state, imported, skipped, failed }: WireImport) => [state, imported, skipped, failed]

for (const dialect of DIALECTS) {
  test(`${dialect}: imports keep what users have written`, async (t) => {
    const app = await testApp(t, dialect)
    await bookmarks(t, app, app.alice)
    await pinboardAndRaindrop(t, app, app.bob)
    await readingPositions(t, app, app.carol)
    await roundTrip(t, app, app.carol)
  })
}

async function bookmarks(t: TestContext, app: TestApp, user: TestUser): Promise<void> {
  const job = await importFile(app, user, WRITTEN_BY_USERS.bookmarks)
  await t.test('a bookmark file keeps folders, descriptions and dates, and lists what was left out', async () => {
    assert.deepEqual(counts(job), ['done', 8, 3, 0])
    assert.deepEqual(job.errors, [
      { row: 8, reason: 'Skipped: bookmarklets can’t be imported.' },
      { row: 9, reason: 'Skipped: saved browser searches can’t be imported.' },
      { row: 11, reason: 'Skipped: this page was already saved.' },
    ])
    const { entries } = await library(app, user)
    assert.deepEqual(
      entries.map((one) => [one.title, labels(one), one.note, one.created_at]),
      [
        ['In a folder within one without a name', ['photos'], null, '2023-07-22T16:31:14+0000'],
        ['Milliseconds', ['work/later'], null, '2023-07-22T16:31:15+0000'],
        [
          'Microseconds',
          ['a', 'b/c', 'd e', 'home/later'],
          'A note with <b>escaped</b> text',
          '2023-07-22T16:31:16+0000',
        ],
        ['The <script> element in HTML', [], 'About <script and more text', UNKNOWN],
        ["The 'Physical Things'", [], null, UNKNOWN],
        ['Sails', ['boat', 'sea'], '<blockquote>Has anyone found it?</blockquote>', '2024-09-20T16:41:12+0000'],
        [
          'In a long folder',
          ['a folder whose name is much longer than forty characters as one finds in old browsers'],
          null,
          '2024-09-20T16:41:13+0000',
        ],
        ['Route', [], null, '2024-09-20T16:41:15+0000'],
      ],
    )
    assert.equal(entries.at(-1)!.url, 'https://a.example/8?x=1&y=2#!/route/9')
  })
  await t.test('folders and notes are found, and an unknown date is not shown', async () => {
    const found = async (query: string) => {
      const answer = await app.ask(user, { url: `/api/search?term=${encodeURIComponent(query)}` })
      const { _embedded: list } = answer.json<{ _embedded: { items: SyncedEntry[] } }>()
      return list.items.map(({ title }) => title).toSorted()
    }
    assert.deepEqual(await found('tag:work/*'), ['Milliseconds'])
    assert.deepEqual(await found('note:escaped'), ['Microseconds'])
    assert.equal((await found('has:note')).length, 3)
    const browser = await signedIn(app, user)
    const { entries } = await library(app, user)
    for (const path of [`/view/${entries[3]!.id}`, `/view/${entries[3]!.id}/info`, '/all/list?sort=oldest']) {
      const { statusCode, body } = await browser.get(path)
      assert.equal(statusCode, 200)
      assert.doesNotMatch(body, /1970|56 years/, path)
    }
    assert.match((await browser.get(`/view/${entries[3]!.id}/info`)).body, /Date unknown/)
    assert.match((await browser.get(`/view/${entries[2]!.id}`)).body, /Saved <time datetime="2023-07-22/)
  })
}

async function pinboardAndRaindrop(t: TestContext, app: TestApp, user: TestUser): Promise<void> {
  await t.test('Pinboard: descriptions, private tags and unknown dates', async () => {
    assert.deepEqual(counts(await importFile(app, user, WRITTEN_BY_USERS.pinboard)), ['done', 2, 0, 0])
    const { entries } = await library(app, user)
    assert.deepEqual(
      entries.map((one) => [one.title, one.note, labels(one), one.created_at, one.is_archived]),
      [
        ['Pin one', 'A note', ['.private', 'bar', 'baz', 'foo', 'for:someone'], '2011-04-05T06:07:08+0000', 0],
        ['2', null, [], UNKNOWN, 1],
      ],
    )
  })
  await t.test('Raindrop.io: notes, excerpts, collections, and highlights that find their place later', async () => {
    assert.deepEqual(counts(await importFile(app, user, WRITTEN_BY_USERS.raindrop)), ['done', 2, 0, 0])
    const [one, two] = (await library(app, user)).entries.slice(-2)
    assert.deepEqual([one!.note, labels(one!), one!.is_starred], ['My note\n\nAn excerpt', ['a', 'b/c'], 1])
    assert.deepEqual([labels(two!), two!.created_at], [['parent/child'], '2019-02-28T23:59:59+0000'])
    assert.deepEqual(
      one!.annotations.map(({ quote, text, color }) => [quote, text, color]),
      [
        ['First words', 'Mine', 'yellow'],
        ['Others', '', 'yellow'],
      ],
    )
    const browser = await signedIn(app, user)
    const view = async () => (await browser.get(`/view/${one!.id}`)).body
    assert.match(await view(), /First words[^]*Mine/)
    const payload = { content: '<p>These are the first words. First words of all.</p>' }
    await app.ask(user, { method: 'PATCH', url: `/api/entries/${one!.id}`, payload })
    assert.match(await view(), /<mark[^>]*>First words/)
    assert.match(await view(), /no longer in the text[^]*Others/)
    assert.match((await browser.get('/annotations')).body, /First words[^]*Mine/)
  })
}

async function readingPositions(t: TestContext, app: TestApp, user: TestUser): Promise<void> {
  await t.test('reading progress is imported, and items of feeds are counted', async () => {
    const job = await importFile(app, user, FILES.readwise)
    assert.deepEqual(counts(job), ['done', 2, 1, 0])
    assert.deepEqual(job.errors, [{ row: 3, reason: 'Skipped: items of feeds aren’t saved pages.' }])
    const { entries, progress } = await library(app, user)
    assert.deepEqual(progress, [
      [entries[0]!.id, 0.4],
      [entries[1]!.id, 1],
    ])
    const content = '<p>Ten short paragraphs.</p>'.repeat(10)
    await app.ask(user, { method: 'PATCH', url: `/api/entries/${entries[0]!.id}`, payload: { content } })
    const { body } = await (await signedIn(app, user)).get(`/view/${entries[0]!.id}`)
    assert.match(body, /data-reader-progress-block-value="3" data-reader-progress-share-value="0.4"/)
  })
  await t.test('a page that exceeds a limit is imported, and what is left out is listed', async () => {
    const tags = Array.from({ length: 101 }, (_, index) => `tag ${index}`)
    const rows = [
      { url: 'https://limits.example/1', title: 'Tags', tags },
      {
        url: 'https://limits.example/2',
        title: 'Note',
        note: 'x'.repeat(100_001),
        tags: [...'abc'].flatMap((letter) => Array.from({ length: 40 }, (_, at) => letter + at)),
      },
    ]
    const job = await importFile(app, user, JSON.stringify(rows), 'format=wallabag-v2&fetch=0')
    assert.deepEqual(counts(job), ['done', 2, 0, 0])
    assert.deepEqual(job.errors, [
      { row: 1, reason: 'Imported without some tags: a page can have at most 100.' },
      {
        row: 2,
        reason:
          'Imported without some tags: a page can have at most 100.\n' +
          'Imported with a shortened note: notes have at most 100000 characters.',
      },
    ])
  })
}

const written = ({ note, annotations }: SyncedEntry) => [
  note,
  annotations.map(({ quote, text, color }) => [quote, text, color]),
]

async function roundTrip(t: TestContext, app: TestApp, user: TestUser): Promise<void> {
  await t.test('an export of Dogear brings the notes and colours back', async () => {
    const own = [
      {
        url: 'https://own.example/',
        title: 'Own',
        note: 'For the talk\n\nPage two',
        content: '<p>High and low.</p>',
        annotations: [{ text: 'why?', quote: 'High', color: 'pink', created_at: '2020-01-02T03:04:05Z' }],
      },
    ]
    await importFile(app, user, JSON.stringify(own), 'format=wallabag-v2&fetch=0')
    const before = (await library(app, user)).entries.at(-1)!
    const { rows } = (await app.ask(user, { url: `/api/annotations/${before.id}` })).json<{
      rows: { ranges: unknown }[]
    }>()
    assert.deepEqual(rows[0]?.ranges, [{ start: '/p[1]', startOffset: '0', end: '/p[1]', endOffset: '4' }])
    const file = (await app.ask(user, { url: `/api/entries/${before.id}/export.json` })).body
    const browser = await signedIn(app, user)
    const token = hiddenField((await browser.get(`/view/${before.id}`)).body, 'token')
    await browser.post(`/delete/${before.id}`, { token, back: '/' })
    await importFile(app, user, file)
    const after = (await library(app, user)).entries.at(-1)!
    assert.notEqual(after.id, before.id)
    assert.deepEqual(written(after), ['For the talk\n\nPage two', [['High', 'why?', 'pink']]])
    assert.deepEqual(written(after), written(before))
  })
}
