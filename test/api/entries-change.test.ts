import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

for (const dialect of DIALECTS) {
  test(`${dialect}: reading and changing an entry`, async (t) => {
    const app = await testApp(t, dialect)
    await reading(t, app)
    await nothingToChange(t, app)
    await texts(t, app)
    await flags(t, app)
    await tags(t, app)
    await dates(t, app)
    await content(t, app)
    await addresses(t, app)
    await waysOfAsking(t, app)
    await atOnce(t, app)
  })
}

let count = 0

/** Adds an entry of alice. Advances the clock, so that every later change gets a new timestamp. @returns the entry */
async function anEntry(app: TestApp, fields: Readonly<Record<string, unknown>> = {}): Promise<WireEntry> {
  count += 1
  const given = { title: 'Title', content: '<p>Content</p>', ...fields }
  const saved = await app.save(app.alice, `https://example.org/change/${count}`, given)
  app.clock.advance(60)
  return saved
}

const patchWith = (app: TestApp, id: number, payload: object | string, headers = {}) =>
  app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}.json`, payload, headers })

async function patched(app: TestApp, id: number, payload: object): Promise<WireEntry> {
  return entryOf(await patchWith(app, id, payload))
}

function entryOf(answer: LightMyRequestResponse): WireEntry {
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal(answer.headers['content-type'], 'application/json')
  return answer.json<WireEntry>()
}

async function read(app: TestApp, id: number, query = ''): Promise<WireEntry> {
  return entryOf(await app.ask(app.alice, { url: `/api/entries/${id}${query}` }))
}

async function reading(t: TestContext, app: TestApp): Promise<void> {
  const entry = await anEntry(app)
  await t.test('an entry is read under every suffix and with a doubled slash, with its annotations', async () => {
    const paths = ['', '.json', '.html', '.xml', '.foo'].map((suffix) => `/api/entries/${entry.id}${suffix}`)
    for (const url of [...paths, `/api//entries/${entry.id}.json`]) {
      const answer = await app.ask(app.alice, { url, headers: JSON_TYPE })
      assert.deepEqual(entryOf(answer), { ...entry, annotations: [] }, url)
    }
  })
  await t.test('detail=metadata leaves the content out, and another word is refused', async () => {
    assert.deepEqual(await read(app, entry.id, '?detail=Metadata'), { ...entry, annotations: [], content: null })
    const answer = await app.ask(app.alice, { url: `/api/entries/${entry.id}?detail=some` })
    const message = 'Detail "some" parameter is wrong, allowed: full or metadata'
    assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 400, message }])
  })
  await t.test('an entry that has not changed is 304, until it changes', async () => {
    const url = `/api/entries/${entry.id}`
    const { etag } = (await app.ask(app.alice, { url })).headers
    const headers = { 'if-none-match': String(etag) }
    assert.equal((await app.ask(app.alice, { url, headers })).statusCode, 304)
    await patched(app, entry.id, { starred: 1 })
    assert.equal((await app.ask(app.alice, { url, headers })).statusCode, 200)
  })
  await t.test('a trailing slash leads to the address without it, and unknown ids are 404', async () => {
    const targets = {
      '/api/entries/': '/api/entries',
      '/api/entries/?page=2': '/api/entries?page=2',
      [`/api/entries/${entry.id}/`]: `/api/entries/${entry.id}`,
      '/api/version/': '/api/version',
    }
    for (const [url, location] of Object.entries(targets)) {
      const answer = await app.ask(app.alice, { url })
      assert.deepEqual([answer.statusCode, answer.headers['location']], [301, location])
    }
    assert.equal((await app.ask(app.alice, { url: '/api/entries/999999' })).statusCode, 404)
    assert.equal((await patchWith(app, 999_999, { title: 'x' })).statusCode, 404)
  })
}

async function nothingToChange(t: TestContext, app: TestApp): Promise<void> {
  const entry = await anEntry(app, { tags: 'ink', language: 'de', origin_url: 'https://example.org/from' })
  const bodies: Readonly<Record<string, readonly [string | object, Record<string, string>]>> = {
    'an empty JSON body': ['', JSON_TYPE],
    'no body': ['', {}],
    'an empty object': [{}, {}],
    'a list': [['title'], {}],
    'an empty form': ['', FORM],
    'a body of no known kind': ['title=Other', { 'content-type': 'text/plain' }],
    'a form in parts, which is only read on POST': [
      '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nOther\r\n--x--\r\n',
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
    'empty and null fields': [
      { title: '', content: null, tags: '', archive: null, origin_url: '', language: '', authors: '', public: null },
      {},
    ],
    'the values that are there already': [{ title: 'Title', tags: 'INK ', language: 'de', archive: 0 }, {}],
    'values that cannot be used': [
      { language: 'klingon!!', preview_picture: 'javascript:alert(1)', published_at: 'some day', authors: ['x'] },
      {},
    ],
    'fields that nobody may set': [
      { id: 1, user_id: 2, uid: 'x', url: 'https://example.org/other', created_at: '2000-01-01', revision: 1 },
      {},
    ],
  }
  for (const [name, [payload, headers]] of Object.entries(bodies)) {
    await t.test(`${name}: nothing changes, not even updated_at`, async () => {
      const answer = await patchWith(app, entry.id, payload, headers)
      assert.deepEqual(entryOf(answer), { ...entry, annotations: [] })
    })
  }
  await t.test('values in the query are not read', async () => {
    const url = `/api/entries/${entry.id}?title=Other&starred=1`
    assert.equal(entryOf(await app.ask(app.alice, { method: 'PATCH', url }))['title'], 'Title')
  })
}

async function texts(t: TestContext, app: TestApp): Promise<void> {
  const picture = 'https://example.org/p.jpg'
  const cases: Readonly<Record<string, readonly [Record<string, unknown>, Record<string, unknown>]>> = {
    'a title': [{ title: 'Another & <b>bold</b> title' }, { title: 'Another & <b>bold</b> title' }],
    'a title that is a number': [{ title: 1984 }, { title: '1984' }],
    'a language, with an underscore': [{ language: 'pt-BR' }, { language: 'pt_BR' }],
    'the case of a language': [{ language: 'EN' }, { language: 'EN' }],
    'a picture': [{ preview_picture: picture }, { preview_picture: picture }],
    'authors, not trimmed': [{ authors: 'Ines, Tom' }, { published_by: ['Ines', ' Tom'] }],
    'an origin': [{ origin_url: 'https://example.org/feed' }, { origin_url: 'https://example.org/feed' }],
  }
  for (const [name, [fields, expected]] of Object.entries(cases)) {
    await t.test(`${name} is set, and updated_at moves`, async () => {
      const entry = await anEntry(app)
      const { updated_at, ...rest } = await patched(app, entry.id, fields)
      const { updated_at: before, ...same }: Record<string, unknown> = { ...entry, annotations: [], ...expected }
      assert.deepEqual(rest, same)
      assert.ok(String(updated_at) > String(before))
      assert.deepEqual(await read(app, entry.id), { ...rest, updated_at })
    })
  }
  await t.test('a title is cut to its longest, never inside a character', async () => {
    const { id } = await anEntry(app)
    const title = String((await patched(app, id, { title: `x${'🔖'.repeat(2000)}` }))['title'])
    assert.ok(title.length <= 1000 && title.isWellFormed() && title.length > 900)
  })
}

async function flags(t: TestContext, app: TestApp): Promise<void> {
  const spellings: readonly (readonly [unknown, 0 | 1])[] = [
    [1, 1],
    [0, 0],
    ['1', 1],
    ['0', 0],
    [true, 1],
    [false, 0],
    ['false', 1],
    ['', 0],
    ['yes', 1],
    [2, 1],
  ]
  for (const [value, expected] of spellings) {
    await t.test(`archive, starred and public as ${JSON.stringify(value)} mean ${expected}`, async () => {
      const before = expected === 1 ? 0 : 1
      const { id } = await anEntry(app, { archive: before, starred: before, public: before })
      const entry = await patched(app, id, { archive: value, starred: value, public: value })
      const { is_archived, is_starred, is_public, archived_at, starred_at, uid } = entry
      assert.deepEqual([is_archived, is_starred, is_public], [expected, expected, expected === 1])
      for (const member of [archived_at, starred_at, uid]) assert.equal(member !== null, expected === 1)
    })
  }
  await t.test('null and absence leave a flag alone', async () => {
    const { id } = await anEntry(app, { archive: 1, starred: 1, public: 1 })
    const { is_archived, is_starred, is_public } = await patched(app, id, { archive: null, starred: null, title: 'x' })
    assert.deepEqual([is_archived, is_starred, is_public], [1, 1, true])
  })
  await t.test('archived_at and starred_at become now even if the flag was set before', async () => {
    const entry = await anEntry(app, { archive: 1, starred: 1 })
    const again = await patched(app, entry.id, { archive: 1, starred: 1 })
    assert.ok(String(again['archived_at']) > String(entry['archived_at']))
    assert.ok(String(again['starred_at']) > String(entry['starred_at']))
  })
  await t.test('a public link keeps its id, and a new one never is the old one', async () => {
    const { id, uid } = await anEntry(app, { public: 1 })
    assert.equal((await patched(app, id, { public: 1 }))['uid'], uid)
    assert.equal((await patched(app, id, { public: 0 }))['uid'], null)
    const second = (await patched(app, id, { public: 1 }))['uid']
    assert.ok(typeof second === 'string' && second !== uid)
  })
}

const labels = (entry: WireEntry) => (entry['tags'] as { label: string }[]).map(({ label }) => label)

async function tags(t: TestContext, app: TestApp): Promise<void> {
  await t.test('tags replace the whole set, as text or as a list', async () => {
    const { id } = await anEntry(app, { tags: 'one,two' })
    assert.deepEqual(labels(await patched(app, id, { tags: ' Three, two,,TWO ' })), ['three', 'two'])
    const list = ['Four', 'five, six', 7, { a: 1 }]
    assert.deepEqual(labels(await patched(app, id, { tags: list })), ['7', 'five', 'four', 'six'])
  })
  await t.test('tags cannot be cleared by an empty text or list', async () => {
    const entry = await anEntry(app, { tags: 'one' })
    for (const value of ['', ' , ', [], null, true, { a: 1 }]) {
      const again = await patched(app, entry.id, { tags: value })
      assert.deepEqual([labels(again), again['updated_at']], [['one'], entry['updated_at']])
    }
  })
  await t.test('updated_at moves when tags are added, and when they are removed', async () => {
    const entry = await anEntry(app, { tags: 'one' })
    const more = await patched(app, entry.id, { tags: 'one,two' })
    assert.ok(String(more['updated_at']) > String(entry['updated_at']))
    app.clock.advance(60)
    const fewer = await patched(app, entry.id, { tags: 'two' })
    assert.ok(String(fewer['updated_at']) > String(more['updated_at']))
  })
  await t.test('slugs are ASCII, and labels that look alike get a number', async () => {
    const { id } = await anEntry(app)
    const entry = await patched(app, id, { tags: ['C++', 'C#', 'Été!', '日本語', 'a b', 'a/b'] })
    const slugs = Object.fromEntries(
      (entry['tags'] as { label: string; slug: string }[]).map(({ label, slug }) => [label, slug]),
    )
    assert.deepEqual(slugs, {
      'c++': 't:c',
      'c#': 't:c-1',
      'été!': 't:ete',
      日本語: 't:ri-ben-yu',
      'a b': 't:a-b',
      'a/b': 't:a-b-1',
    })
  })
  await t.test('the same label is the same tag on every entry', async () => {
    const [first, second] = [await anEntry(app, { tags: 'shared' }), await anEntry(app, { tags: 'SHARED' })]
    assert.deepEqual(first['tags'], second['tags'])
  })
}

async function dates(t: TestContext, app: TestApp): Promise<void> {
  const cases: readonly (readonly [unknown, string])[] = [
    [1_700_000_000, '2023-11-14T22:13:20+0000'],
    ['1700000000', '2023-11-14T22:13:20+0000'],
    ['2024-05-06T07:08:09+0200', '2024-05-06T05:08:09+0000'],
    ['2024-05-06T07:08:09+02:00', '2024-05-06T05:08:09+0000'],
    ['2024-05-06T07:08:09.123Z', '2024-05-06T07:08:09+0000'],
    ['2024-05-06 07:08', '2024-05-06T07:08:00+0000'],
    ['2024-05-06', '2024-05-06T00:00:00+0000'],
    ['Mon, 06 May 2024 07:08:09 GMT', '2024-05-06T07:08:09+0000'],
    ['6 May 2024', '2024-05-06T00:00:00+0000'],
    ['05.01.2024', '2024-01-05T00:00:00+0000'],
    ['31.10.2024', '2024-10-31T00:00:00+0000'],
    ['Sat Jan 06 2024 03:04:05 GMT+0100 (CET)', '2024-01-06T02:04:05+0000'],
    ['Tue, 02 Jan 2024 03:04:05 EST', '2024-01-02T08:04:05+0000'],
    ['2024-01-02 03:04:05 +0200', '2024-01-02T01:04:05+0000'],
    ['20240105T101112', '2024-01-05T10:11:12+0000'],
    ['20240105', '1970-08-23T06:15:05+0000'],
  ]
  for (const [value, expected] of cases) {
    await t.test(`published_at ${JSON.stringify(value)} is read`, async () => {
      const { id } = await anEntry(app)
      assert.equal((await patched(app, id, { published_at: value }))['published_at'], expected)
    })
  }
  await t.test('an unreadable date is ignored', async () => {
    const entry = await anEntry(app, { published_at: 1 })
    const values = [
      '+25:00',
      '0000-00-00',
      '0999-12-31',
      -31_000_000_000,
      '99999-01-01',
      99_999_999_999_999,
      '2016-12-31T23:59:60Z',
      'x'.repeat(200),
      {},
    ]
    for (const value of values) {
      const again = await patched(app, entry.id, { published_at: value })
      assert.equal(again['published_at'], '1970-01-01T00:00:01+0000', JSON.stringify(value))
    }
  })
}

async function content(t: TestContext, app: TestApp): Promise<void> {
  await t.test('content is cleaned, and brings its reading time and first picture', async () => {
    const { id } = await anEntry(app)
    const html =
      `<p onclick="x()">${'word '.repeat(450)}</p><script>alert(1)</script><img src="/a.png" onerror="x()">` +
      '<a href="javascript:alert(1)">link</a>'
    const entry = await patched(app, id, { content: html })
    assert.doesNotMatch(String(entry['content']), /<script|onclick|onerror|javascript:/)
    assert.match(String(entry['content']), /<img[^>]* src="https:\/\/example\.org\/a\.png"/)
    assert.deepEqual([entry['reading_time'], entry['preview_picture']], [2, 'https://example.org/a.png'])
    assert.equal(entry['title'], 'Title')
  })
  await t.test('new content moves updated_at and is read back', async () => {
    const entry = await anEntry(app)
    const again = await patched(app, entry.id, { content: '<p>Fresh</p>' })
    assert.ok(String(again['updated_at']) > String(entry['updated_at']))
    assert.equal((await read(app, entry.id))['content'], '<p>Fresh</p>')
  })
}

async function addresses(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the address cannot be changed', async () => {
    const entry = await anEntry(app)
    const again = await patched(app, entry.id, { url: 'https://example.org/elsewhere', title: 'Moved' })
    for (const name of ['url', 'given_url', 'hashed_url', 'domain_name']) assert.equal(again[name], entry[name])
  })
  await t.test('an empty origin does not replace the stored one', async () => {
    const { id } = await anEntry(app, { origin_url: 'https://example.org/o' })
    for (const origin_url of ['', null]) {
      assert.equal(
        (await patched(app, id, { origin_url, title: `t${origin_url}` }))['origin_url'],
        'https://example.org/o',
      )
    }
  })
}

async function waysOfAsking(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a form has the same effect as JSON', async () => {
    const { id } = await anEntry(app)
    const payload = 'title=By+form&archive=1&starred=&tags[]=One&tags[]=two&public=0'
    const entry = entryOf(await patchWith(app, id, payload, FORM))
    assert.deepEqual([entry['title'], entry['is_archived'], entry['is_starred']], ['By form', 1, 0])
    assert.deepEqual(labels(entry), ['one', 'two'])
  })
  await t.test('the name of the content type may be written in any case, with parameters', async () => {
    const { id } = await anEntry(app)
    for (const type of ['Application/JSON', 'application/json; charset=utf-8', 'application/vnd.api+json']) {
      const entry = entryOf(await patchWith(app, id, JSON.stringify({ title: type }), { 'content-type': type }))
      assert.equal(entry['title'], type)
    }
  })
  await t.test('POST with an override is PATCH', async () => {
    const { id } = await anEntry(app)
    const url = `/api/entries/${id}`
    const headers = { 'x-http-method-override': 'patch' }
    const byHeader = await app.ask(app.alice, { method: 'POST', url, headers, payload: { title: 'By header' } })
    assert.equal(entryOf(byHeader)['title'], 'By header')
    const payload = '_method=PATCH&title=By+field'
    const byField = await app.ask(app.alice, { method: 'POST', url, headers: FORM, payload })
    assert.equal(entryOf(byField)['title'], 'By field')
  })
}

async function atOnce(t: TestContext, app: TestApp): Promise<void> {
  await t.test('changes at the same time to different fields are all kept', async () => {
    const { id } = await anEntry(app)
    const changes = [
      { title: 'New' },
      { archive: 1 },
      { starred: 1 },
      { tags: 'a,b' },
      { language: 'fr' },
      { public: 1 },
    ]
    await Promise.all(changes.map((change) => patched(app, id, change)))
    const { title, is_archived, is_starred, language, is_public, ...entry } = await read(app, id)
    assert.deepEqual([title, is_archived, is_starred, language, is_public], ['New', 1, 1, 'fr', true])
    assert.deepEqual(labels(entry as WireEntry), ['a', 'b'])
  })
  await t.test('a new tag on many entries at once is created once', async () => {
    const entries = await Promise.all(Array.from({ length: 10 }, () => anEntry(app)))
    const changed = await Promise.all(entries.map(({ id }) => patched(app, id, { tags: 'brand new' })))
    assert.equal(new Set(changed.map(({ tags }) => JSON.stringify(tags))).size, 1)
  })
}
