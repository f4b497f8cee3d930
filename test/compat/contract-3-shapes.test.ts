import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { playFacts, type Fact } from './contract-fact.fixture.ts'

/** Wallabag wallabag contract, section 3 and 16.16: members, their order and their types. */
for (const dialect of DIALECTS) {
  test(`${dialect}: contract 3, shapes`, async (t) => {
    const app = await testApp(t, dialect)
    await members(t, app)
    await types(t, app)
    await playFacts(t, app, SLUGS, { A: 1 })
    await wholeAnswers(t, app)
  })
  test(`${dialect}: contract 16, exact members by setting`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_EXACT_MEMBERS: 'on' } })
    const saved = await app.save(app.alice, 'https://a.example.org/x', FULL)
    assert.deepEqual(Object.keys(saved), MEMBERS)
    const deleted = await app.ask(app.alice, { method: 'DELETE', url: `/api/entries/${saved.id}` })
    assert.deepEqual(Object.keys(deleted.json<object>()), MEMBERS)
  })
}

/** The list in wallabag contract 16.16, word for word. */
const MEMBERS = (
  'is_archived, is_starred, user_name, user_email, user_id, tags, is_public, id, uid, title, url, hashed_url, ' +
  'origin_url, given_url, hashed_given_url, archived_at, content, created_at, updated_at, published_at, published_by, ' +
  'starred_at, annotations, mimetype, language, reading_time, domain_name, preview_picture, http_status, headers, _links'
).split(', ')

const FULL = {
  title: 'On tides',
  content: '<p>Text</p>',
  archive: 1,
  starred: 1,
  public: 1,
  tags: 'Long Read',
  authors: 'Ada',
  language: 'en',
  published_at: 1767225600,
  origin_url: 'https://o.example.org/',
  preview_picture: 'https://p.example.org/p.jpg',
}

type Json = Readonly<Record<string, unknown>>

async function members(t: TestContext, app: TestApp): Promise<void> {
  const ask = async (method: 'GET' | 'PATCH' | 'POST' | 'DELETE', url: string, payload?: object): Promise<Json> => {
    const answer = await app.ask(app.alice, { method, url, ...(payload && { payload }) })
    assert.equal(answer.statusCode, 200, `${method} ${url}: ${answer.body}`)
    return answer.json<Json>()
  }
  const saved = await app.save(app.alice, 'https://a.example.org/x', FULL)
  await t.test('14.2 the response to a save contains every member except annotations, in order', () => {
    const expected = MEMBERS.filter((name) => name !== 'annotations')
    assert.deepEqual(Object.keys(saved), expected)
    assert.equal(saved.id, 1)
  })
  await t.test('16.16 every other response has all 31 members, in order, and no more', async () => {
    const tag = (await ask('POST', '/api/entries/1/tags', { tags: 'spare' }))['tags'] as { id: number; label: string }[]
    const spare = tag.find(({ label }) => label === 'spare')!.id
    const list = (await ask('GET', '/api/entries'))['_embedded'] as { items: Json[] }
    const answers = [
      list.items[0]!,
      await ask('GET', '/api/entries/1'),
      await ask('GET', '/api/entries/1?detail=metadata'),
      await ask('PATCH', '/api/entries/1', {}),
      await ask('POST', '/api/entries/1/tags', { tags: '' }),
      await ask('DELETE', `/api/entries/1/tags/${spare}`),
    ]
    assert.equal(MEMBERS.length, 31)
    for (const answer of answers) assert.deepEqual(Object.keys(answer), MEMBERS)
  })
  await t.test('14.1 the response to a deletion contains every member except the id, in order', async () => {
    const { id } = await app.save(app.alice, 'https://a.example.org/gone', { title: 'G', content: '<p>x</p>' })
    const expected = MEMBERS.filter((name) => name !== 'id')
    assert.deepEqual(Object.keys(await ask('DELETE', `/api/entries/${id}`)), expected)
  })
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/

async function types(t: TestContext, app: TestApp): Promise<void> {
  const entry = (await app.ask(app.alice, { url: '/api/entries/1' })).json<Json>()
  await t.test('3.1 flags are 0 and 1, is_public a boolean, reading_time a whole number', () => {
    assert.deepEqual([entry['is_archived'], entry['is_starred'], entry['is_public']], [1, 1, true])
    assert.ok(Number.isInteger(entry['reading_time']))
  })
  await t.test('3.1 a uid is a text that needs no encoding, and cannot be guessed', () => {
    assert.match(String(entry['uid']), /^[0-9a-f]{32}$/)
  })
  await t.test('3.2 dates have an offset without a colon and no fraction', () => {
    for (const name of ['created_at', 'updated_at', 'archived_at', 'starred_at'])
      assert.match(String(entry[name]), DATE)
    assert.equal(entry['published_at'], '2026-01-01T00:00:00+0000')
  })
  await t.test('5.1 hashes are the SHA-1 of the address', () => {
    assert.equal(entry['hashed_url'], hash('sha1', 'https://a.example.org/x', 'hex'))
    assert.equal(entry['hashed_given_url'], entry['hashed_url'])
  })
  await t.test('3.1 the rest', () => {
    const { tags, published_by, headers, http_status, _links, domain_name } = entry
    assert.deepEqual(tags, [{ id: 1, label: 'long read', slug: 't:long-read' }])
    assert.deepEqual([published_by, headers, http_status, domain_name], [['Ada'], null, null, 'a.example.org'])
    assert.deepEqual(_links, { self: { href: '/api/entries/1' } })
  })
}

const slug = (label: string, expected: string): Fact => ({
  says: `3.3 the slug of ${label} is ${expected}`,
  ask: 'PATCH /api/entries/{A}',
  json: { tags: [label] },
  has: { tags: [{ label: label.toLowerCase(), slug: expected }] },
})

const SLUGS: readonly Fact[] = [
  slug('C++', 't:c'),
  slug('Été!', 't:ete'),
  slug('日本語', 't:ri-ben-yu'),
  slug('a b', 't:a-b'),
]

async function wholeAnswers(t: TestContext, app: TestApp): Promise<void> {
  await t.test('16.23 an answer begins with its first character and ends with its last', async () => {
    for (const path of ['entries', 'entries/1', 'tags', 'version', 'info', 'config', 'user']) {
      const { rawPayload } = await app.ask(app.alice, { url: `/api/${path}` })
      const [first, last] = [String.fromCharCode(rawPayload[0]!), String.fromCharCode(rawPayload.at(-1)!)]
      assert.ok(['{}', '[]', '""'].includes(first + last), `${path}: ${first}…${last}`)
    }
  })
}
