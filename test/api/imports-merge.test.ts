import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

interface WireImport {
  readonly id: number
  readonly state: string
  readonly imported: number
  readonly merged: number
  readonly skipped: number
  readonly failed: number
  readonly errors: readonly { readonly row: number; readonly reason: string }[]
}

interface Sync {
  readonly revision: string
  readonly changes: readonly { readonly type: string; readonly id: number; readonly object: unknown }[]
}

interface SyncedEntry {
  readonly url: string
  readonly title: string
  readonly note: string | null
  readonly is_archived: number
  readonly is_starred: number
  readonly starred_at: string | null
  readonly tags: readonly { readonly label: string }[]
  readonly annotations: readonly Annotation[]
}

interface Annotation {
  readonly quote: string
  readonly text: string
  readonly ranges: readonly unknown[]
}

const GIVEN = { title: 'Mine', content: '<p>High and low tides.</p>', tags: 'sea' }
const MERGED = 'Merged: this page was already saved, and the file had something to add.'
const SKIPPED = 'Skipped: this page was already saved.'

/** Imports rows in the format of Dogear's own export. */
async function importRows(app: TestApp, user: TestUser, rows: readonly object[]): Promise<WireImport> {
  const sent = { headers: { 'content-type': 'application/octet-stream' }, payload: JSON.stringify(rows) }
  const url = '/api/imports?format=wallabag-v2&fetch=0'
  const answer = await app.ask(user, { method: 'POST', url, ...sent })
  assert.equal(answer.statusCode, 201, answer.body)
  for (;;) {
    const job = (await app.ask(user, { url: `/api/imports/${answer.json<WireImport>().id}` })).json<WireImport>()
    if (!/waiting|running/.test(job.state)) return job
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

async function sync(app: TestApp, user: TestUser): Promise<Sync> {
  return (await app.ask(user, { url: '/api/sync' })).json<Sync>()
}

async function entryAt(app: TestApp, user: TestUser, url: string): Promise<SyncedEntry> {
  const { changes } = await sync(app, user)
  const entries = changes.filter(({ type }) => type === 'entries').map(({ object }) => object as SyncedEntry)
  const found = entries.filter((entry) => entry.url === url)
  assert.equal(found.length, 1, url)
  return found[0]!
}

const counts = ({ imported, merged, skipped, failed }: WireImport) => [imported, merged, skipped, failed]
const labels = ({ tags }: SyncedEntry) => tags.map(({ label }) => label)
const passages = ({ annotations }: SyncedEntry) => annotations.map(({ quote, text }) => [quote, text])

for (const dialect of DIALECTS) {
  test(`${dialect}: an import adds what it contains to pages that are already saved`, async (t) => {
    const app = await testApp(t, dialect)
    await savedPages(t, app, app.alice)
    await repeatedPages(t, app, app.bob)
    await limits(t, app, app.carol)
  })
}

async function savedPages(t: TestContext, app: TestApp, user: TestUser): Promise<void> {
  const url = 'https://example.org/saved'
  const row = {
    url: `${url}?utm_source=file`,
    title: 'Of the file',
    note: 'For the talk',
    tags: ['sea', 'Moon'],
    is_starred: 1,
    starred_at: '2020-01-02T03:04:05Z',
    is_archived: 1,
    content: '<p>Another text.</p>',
    annotations: [{ text: 'why?', quote: 'High and low', color: 'pink' }],
  }
  const { id } = await app.save(user, url, GIVEN)
  const job = await importRows(app, user, [row])
  await t.test('tags, note, highlights and star are added, and everything else stays', async () => {
    assert.deepEqual(counts(job), [0, 1, 0, 0])
    assert.deepEqual(job.errors, [{ row: 1, reason: MERGED }])
    const entry = await entryAt(app, user, url)
    assert.deepEqual([entry.title, entry.note, entry.is_archived, entry.is_starred], ['Mine', 'For the talk', 0, 1])
    assert.equal(entry.starred_at, '2020-01-02T03:04:05+0000')
    assert.deepEqual([labels(entry), passages(entry)], [['moon', 'sea'], [['High and low', 'why?']]])
    assert.equal(entry.annotations[0]?.ranges.length, 1, 'the highlight is found in the stored text')
    const read = (await app.ask(user, { url: `/api/entries/${id}` })).json<{ content: string }>()
    assert.match(read.content, /High and low tides/)
  })
  await t.test('the same file again changes nothing', async () => {
    const before = await sync(app, user)
    const job = await importRows(app, user, [row])
    assert.deepEqual(counts(job), [0, 0, 1, 0])
    assert.deepEqual(job.errors, [{ row: 1, reason: SKIPPED }])
    assert.deepEqual(await sync(app, user), before)
  })
  await t.test('another note becomes a paragraph of its own, and a shorter file removes nothing', async () => {
    const job = await importRows(app, user, [
      { url, note: 'For', annotations: [{ text: '', quote: 'High and low' }] },
      { url, note: 'For the talk', is_starred: 0, tags: [] },
    ])
    assert.deepEqual(counts(job), [0, 1, 1, 0])
    const entry = await entryAt(app, user, url)
    assert.equal(entry.note, 'For the talk\n\nFor')
    assert.deepEqual([labels(entry), passages(entry)], [['moon', 'sea'], [['High and low', 'why?']]])
    assert.equal(entry.is_starred, 1)
  })
  await t.test('the added data is found by the search', async () => {
    for (const query of ['note:talk', 'tag:moon', 'why', 'is:starred has:note']) {
      const answer = await app.ask(user, { url: `/api/search?term=${encodeURIComponent(query)}` })
      assert.equal(answer.json<{ total: number }>().total, 1, query)
    }
  })
}

async function repeatedPages(t: TestContext, app: TestApp, user: TestUser): Promise<void> {
  const url = 'https://example.org/twice'
  const rows = [
    { url, title: 'First', tags: ['a'], note: 'One', annotations: [{ text: '', quote: 'x' }] },
    { url: `${url}?fbclid=1`, title: 'Second', tags: ['b'], note: 'Two', is_starred: 1 },
    {
      url: `${url}#:~:text=x`,
      title: 'Third',
      tags: ['a', 'b'],
      note: 'Two',
      annotations: [{ text: 'n', quote: 'x' }],
    },
    { url, title: 'Fourth', note: 'One' },
  ]
  await t.test('bookmarks of one address in one file become one entry with what all of them contain', async () => {
    const job = await importRows(app, user, rows)
    assert.deepEqual(counts(job), [1, 2, 1, 0])
    assert.deepEqual(job.errors, [
      { row: 2, reason: MERGED },
      { row: 3, reason: MERGED },
      { row: 4, reason: SKIPPED },
    ])
    const entry = await entryAt(app, user, url)
    assert.deepEqual([entry.title, entry.note, entry.is_starred], ['First', 'One\n\nTwo', 1])
    assert.deepEqual(
      [labels(entry), passages(entry)],
      [
        ['a', 'b'],
        [
          ['x', ''],
          ['x', 'n'],
        ],
      ],
    )
    const before = await sync(app, user)
    assert.deepEqual(counts(await importRows(app, user, rows)), [0, 0, 4, 0])
    assert.deepEqual(await sync(app, user), before)
  })
}

async function limits(t: TestContext, app: TestApp, user: TestUser): Promise<void> {
  const url = 'https://example.org/full'
  await t.test(
    'an entry does not exceed its limits, a long note is kept as an annotation, and losses are listed',
    async () => {
      const tags = Array.from({ length: 99 }, (_, number) => `tag ${number}`)
      await importRows(app, user, [{ url, title: 'Full', note: 'a'.repeat(99_000), tags }])
      const annotations = Array.from({ length: 1000 }, (_, number) => ({ text: '', quote: `quote ${number}` }))
      const rows = [
        { url, note: 'b'.repeat(2000), tags: ['one', 'two'] },
        { url, annotations },
      ]
      const job = await importRows(app, user, rows)
      assert.deepEqual(counts(job), [0, 2, 0, 0])
      assert.deepEqual(job.errors, [
        { row: 1, reason: 'Imported without some tags: a page can have at most 100.' },
        { row: 2, reason: 'Imported without some highlights: a page can have at most 1000.' },
      ])
      const entry = await entryAt(app, user, url)
      assert.deepEqual([entry.tags.length, entry.annotations.length], [100, 1000])
      assert.deepEqual(passages(entry)[0], ['', 'b'.repeat(2000)])
      const before = await sync(app, user)
      assert.deepEqual(counts(await importRows(app, user, rows)), [0, 0, 2, 0])
      assert.deepEqual(await sync(app, user), before)
    },
  )
  await t.test('the list of an import has room for failed rows beside many pages that were already saved', async () => {
    const pages = Array.from({ length: 1200 }, (_, number) => ({ url: `https://example.org/many/${number}` }))
    await importRows(app, user, pages)
    const job = await importRows(app, user, [...pages, { url: 'nonsense' }])
    assert.deepEqual(counts(job), [0, 0, 1200, 1])
    assert.deepEqual(
      [job.errors.length, job.errors.at(-1)],
      [501, { row: 1201, reason: '“nonsense” isn’t a web address.' }],
    )
  })
}
