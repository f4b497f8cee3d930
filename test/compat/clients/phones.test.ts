import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../../support/app.ts'
import { DIALECTS } from '../../support/database.ts'
import { JSON_TYPE } from '../contract-fact.fixture.ts'
import {
  grant,
  newShelf,
  passwordGrant,
  refreshGrant,
  wireClient,
  type Tokens,
  type WireClient,
} from './api-client.fixture.ts'
import {
  anything,
  date,
  decimal,
  filled,
  flag,
  listOf,
  mapOf,
  object,
  orNull,
  pageOf,
  perhaps,
  TAG,
  text,
  truth,
  whole,
  type Rule,
} from './decoder-rules.fixture.ts'

/** Wallabag wallabag contract 13.1 and 13.2: the Java library as used by the Android app, and the iOS app. */
for (const dialect of DIALECTS) {
  test(`${dialect}: the Android app`, async (t) => {
    const app = await testApp(t, dialect)
    await androidTokens(t, app)
    await androidSync(t, app)
    await androidChanges(t, app)
    await androidNotes(t, app)
  })
  test(`${dialect}: the iOS app`, async (t) => {
    const app = await testApp(t, dialect)
    await iosSync(t, app)
    await iosChanges(t, app)
  })
}

const RANGE = object({ startOffset: filled, endOffset: filled, start: perhaps(text), end: perhaps(text) })
const NOTE = object({ id: whole, text, quote: text, created_at: date, updated_at: date, ranges: listOf(RANGE) })
/** Rejects values that would crash or mislead the Java decoder. */
const ANDROID_ENTRY = object({
  id: whole,
  is_archived: flag,
  is_starred: flag,
  is_public: truth,
  title: perhaps(text),
  url: text,
  given_url: perhaps(text),
  origin_url: perhaps(text),
  content: perhaps(text),
  tags: listOf(TAG),
  created_at: date,
  updated_at: date,
  published_at: perhaps(date),
  starred_at: perhaps(date),
  archived_at: perhaps(date),
  published_by: perhaps(listOf(perhaps(text))),
  annotations: perhaps(listOf(NOTE)),
  reading_time: whole,
  domain_name: perhaps(text),
  language: perhaps(text),
  mimetype: perhaps(text),
  preview_picture: perhaps(text),
  http_status: perhaps(text),
})

interface Page {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly _embedded: { readonly items: readonly WireEntry[] }
}

async function androidTokens(t: TestContext, app: TestApp): Promise<void> {
  const bare = wireClient(app, { accept: '*/*' })
  await t.test('its first call has no token and gets 401', async () => {
    await bare.send('GET /api/entries.json?page=1', { status: 401 })
  })
  await t.test('the version, compared as text, keeps its features on', async () => {
    const version = await bare.read<string>('GET /api/version.json', text)
    assert.ok(version >= '2.4.0' && version < '3', version)
  })
  await t.test('a refresh that fails is 400 exactly, and the password grant follows', async () => {
    const refused = await bare.send('POST /oauth/v2/token', { form: refreshGrant(app, 'stale'), status: 400 })
    assert.equal(refused.json<{ error: string }>().error, 'invalid_grant')
    const { refresh_token }: Tokens = await grant(bare, 'form', passwordGrant(app, app.alice))
    await grant(bare, 'form', refreshGrant(app, refresh_token))
  })
}

const ANDROID_HEADERS = { accept: '*/*' }

const readPage = (client: WireClient, query: string) =>
  client.read<Page>(`GET /api/entries.json?${query}`, pageOf(ANDROID_ENTRY))

async function androidSync(t: TestContext, app: TestApp): Promise<void> {
  const { client, ids } = await newShelf(app, 5, 'form', ANDROID_HEADERS)
  await t.test('it counts, then reads all pages until page equals pages', async () => {
    assert.equal((await readPage(client, 'page=1&perPage=1&sort=created&order=desc&detail=metadata&since=0')).total, 5)
    const seen: number[] = []
    for (let number = 1, pages = 1; number <= pages; number++) {
      const got = await readPage(client, `page=${number}&perPage=2&sort=created&order=asc&detail=full&since=0`)
      pages = got.pages
      seen.push(...got._embedded.items.map(({ id }) => id))
    }
    assert.deepEqual(seen, ids)
  })
  await t.test('it requests changes since a time, and a changed tag counts', async () => {
    const { client, ids } = await newShelf(app, 3, 'form', ANDROID_HEADERS)
    const since = Math.floor(app.clock.now().getTime() / 1000) + 1
    app.clock.advance(5)
    await client.send(`PATCH /api/entries/${ids[1]}.json`, { form: { tags: 'later' } })
    const changed = await readPage(client, `page=1&perPage=30&sort=updated&order=asc&detail=full&since=${since}`)
    assert.deepEqual(
      changed._embedded.items.map(({ id }) => id),
      [ids[1]],
    )
  })
  await t.test('it sweeps with many hashes, and checks each miss by the tags of the entry', async () => {
    const known = ids.map((_, index) => hash('sha1', `https://shelf.example.org/${index + 1}`))
    const invented = Array.from({ length: 85 }, (_, index) => hash('sha1', String(index)))
    const query = [...known, ...invented].map((text) => `hashed_urls[]=${text}`).join('&')
    assert.ok(query.length > 4000)
    const found = await client.read<Record<string, boolean>>(`GET /api/entries/exists.json?${query}`, mapOf(truth))
    assert.deepEqual(
      Object.entries(found)
        .filter(([, is]) => is)
        .map(([key]) => key),
      known,
    )
    await client.read(`GET /api/entries/${ids[0]}/tags.json`, listOf(TAG))
    await client.send('GET /api/entries/99999/tags.json', { status: 404 })
  })
  await t.test('its health check with an invented address is 2xx', async () => {
    await client.read('GET /api/entries/exists.json?url=http%3A%2F%2Finvented.example%2F', object({ exists: truth }))
  })
}

/** @returns the app of a new user, and an entry that it has saved */
async function androidEntry(app: TestApp) {
  const { client } = await newShelf(app, 0, 'form', ANDROID_HEADERS)
  const url = `${app.site.url}/news`
  const form = { url, origin_url: 'https://o.example.org/', archive: '0', starred: '1', tags: 'a, b' }
  return { client, entry: await client.read<WireEntry>('POST /api/entries.json', ANDROID_ENTRY, { form }) }
}

async function androidChanges(t: TestContext, app: TestApp): Promise<void> {
  await t.test('it saves with a form', async () => {
    const { entry } = await androidEntry(app)
    assert.deepEqual([entry['is_starred'], entry['is_archived']], [1, 0])
  })
  await t.test('it changes with a form', async () => {
    const { client, entry: saved } = await androidEntry(app)
    const form = { archive: '1', starred: '0', title: 'Mine', tags: 'c' }
    const entry = await client.read<WireEntry>(`PATCH /api/entries/${saved.id}.json`, ANDROID_ENTRY, { form })
    assert.deepEqual([entry['is_archived'], entry['is_starred'], entry['title']], [1, 0, 'Mine'])
    assert.equal((entry['tags'] as unknown[]).length, 1)
  })
  await t.test('it takes tags away, fetches again, lists tags', async () => {
    const { client, entry } = await androidEntry(app)
    const [tag] = await client.read<{ id: number }[]>(`GET /api/entries/${entry.id}/tags.json`, listOf(TAG))
    await client.read(`DELETE /api/entries/${entry.id}/tags/${tag!.id}.json`, ANDROID_ENTRY)
    await client.read(`PATCH /api/entries/${entry.id}/reload.json`, ANDROID_ENTRY)
    await client.read('GET /api/tags.json', listOf(TAG))
  })
  await t.test('it downloads files', async () => {
    const { client, entry } = await androidEntry(app)
    for (const format of ['pdf', 'epub', 'txt', 'json', 'xml', 'csv']) {
      const { rawPayload } = await client.send(`GET /api/entries/${entry.id}/export.${format}`)
      assert.ok(rawPayload.length > 50, format)
    }
  })
  await t.test('it deletes by id, and a second deletion is 404', async () => {
    const { client, entry } = await androidEntry(app)
    const request = `DELETE /api/entries/${entry.id}.json?expect=id`
    assert.equal((await client.read<{ id: number }>(request, object({ id: whole }))).id, entry.id)
    await client.send(request, { status: 404 })
  })
}

async function androidNotes(t: TestContext, app: TestApp): Promise<void> {
  await t.test('it makes, reads, changes and deletes notes with offsets as numbers', async () => {
    const { client, ids } = await newShelf(app, 1, 'form', ANDROID_HEADERS)
    const [id] = ids
    const ranges = [{ start: '/p[1]', startOffset: 0, end: '/p[1]', endOffset: 4 }]
    const json = { text: 'so', quote: 'Text', ranges }
    const note = await client.read<{ id: number }>(`POST /api/annotations/${id}.json`, NOTE, { json })
    const all = object({ total: whole, rows: listOf(NOTE) })
    assert.equal((await client.read<{ total: number }>(`GET /api/annotations/${id}.json`, all)).total, 1)
    await client.read(`PUT /api/annotations/${note.id}.json`, NOTE, { json: { text: 'no' } })
    await client.read(`DELETE /api/annotations/${note.id}.json`, object({ text, quote: text }))
  })
}

const IOS_HEADERS = { accept: JSON_TYPE, 'content-type': JSON_TYPE }
const IOS_ENTRY = object({
  id: whole,
  is_archived: flag,
  is_starred: flag,
  created_at: date,
  updated_at: date,
  tags: listOf(TAG),
  title: orNull(text),
})
const IOS_CONFIG: Rule = object({
  id: whole,
  items_per_page: whole,
  language: text,
  feed_limit: whole,
  reading_speed: decimal,
  action_mark_as_read: whole,
  list_mode: whole,
})

async function iosSync(t: TestContext, app: TestApp): Promise<void> {
  const { client, ids } = await newShelf(app, 5, 'json', IOS_HEADERS)
  await t.test('it reads pages until an answer does not decode, with the type JSON and no body', async () => {
    const seen: number[] = []
    let number = 1
    for (; number < 20; number++) {
      const answer = await client.send(`GET /api/entries.json?page=${number}&perPage=2&order=desc`, {
        status: number > 3 ? 404 : 200,
      })
      if (answer.statusCode !== 200) break
      const body = answer.json<Page>()
      pageOf(IOS_ENTRY)(body, 'list')
      seen.push(...body._embedded.items.map(({ id }) => id))
    }
    assert.equal(number, 4)
    assert.deepEqual(seen, ids.toReversed())
  })
  await t.test('it reads tags and settings', async () => {
    await client.read('GET /api/tags', listOf(TAG))
    await client.read('GET /api/config', IOS_CONFIG)
  })
}

async function iosChanges(t: TestContext, app: TestApp): Promise<void> {
  await t.test('it saves with nulls, changes flags, adds and takes tags', async () => {
    const { client, ids } = await newShelf(app, 1, 'json', IOS_HEADERS)
    const [id] = ids
    const json = { url: 'https://ios.example.org/', title: 'Given', content: '<p>x</p>' }
    await client.read('POST /api/entries', IOS_ENTRY, { json })
    await client.read('POST /api/entries', IOS_ENTRY, { json: { ...json, title: null, content: null } })
    const entry = await client.read<WireEntry>(`PATCH /api/entries/${id}.json`, IOS_ENTRY, {
      json: { archive: 1, starred: 0 },
    })
    assert.equal(entry['is_archived'], 1)
    const tagged = await client.read<WireEntry>(`POST /api/entries/${id}/tags`, IOS_ENTRY, { json: { tags: 'x' } })
    const tag = (tagged['tags'] as { id: number; label: string }[]).find(({ label }) => label === 'x')!
    await client.read(`DELETE /api/entries/${id}/tags/${tag.id}`, IOS_ENTRY)
  })
  await t.test('it deletes with the type JSON and no body', async () => {
    const { client, ids } = await newShelf(app, 1, 'json', IOS_HEADERS)
    const [id] = ids
    await client.read(`DELETE /api/entries/${id}`, anything)
    const deleted = await client.send(`DELETE /api/entries/${id}`, { status: 404 })
    assert.equal(deleted.headers['content-type'], JSON_TYPE)
  })
  await t.test('a wrong password has error and error_description to show', async () => {
    const client = wireClient(app, IOS_HEADERS)
    const json = { grant_type: 'password', client_id: '1_a', client_secret: 'b', username: 'alice', password: 'c' }
    const refused = await client.send('POST /oauth/v2/token', { json, status: 400 })
    object({ error: filled, error_description: filled })(refused.json(), 'refusal')
  })
}
