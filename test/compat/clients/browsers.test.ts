import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../../support/app.ts'
import { DIALECTS } from '../../support/database.ts'
import { JSON_TYPE } from '../contract-fact.fixture.ts'
import { grant, newShelf, passwordGrant, wireClient } from './api-client.fixture.ts'
import { anything, flag, listOf, object, orNull, pageOf, TAG, text, truth, whole } from './decoder-rules.fixture.ts'

/** Wallabag wallabag contract 13.3 and 16.13: wallabagger, and the plugins for Obsidian and Logseq. */
for (const dialect of DIALECTS) {
  test(`${dialect}: wallabagger`, async (t) => {
    const app = await testApp(t, dialect)
    await wallabaggerSetUp(t, app)
    await wallabaggerPopup(t, app)
  })
  test(`${dialect}: the plugins of Obsidian and Logseq`, async (t) => {
    const app = await testApp(t, dialect)
    await obsidian(t, app)
    await logseq(t, app)
  })
}

const JSON_HEADERS = { accept: JSON_TYPE, 'content-type': JSON_TYPE, origin: 'moz-extension://1234' }
const PICTURE = orNull((value, path) => assert.match(String(value), /^http/, path))
const ENTRY = object({
  id: whole,
  title: text,
  domain_name: text,
  preview_picture: PICTURE,
  tags: listOf(TAG),
  is_starred: flag,
  is_archived: flag,
})

async function wallabaggerSetUp(t: TestContext, app: TestApp): Promise<void> {
  const client = wireClient(app, JSON_HEADERS)
  await t.test('the page of clients without a login is a redirect or a page, not JSON', async () => {
    const { statusCode } = await app.app.inject({ url: '/developer' })
    assert.ok([200, 302, 303].includes(statusCode), String(statusCode))
  })
  await t.test('the version, split at dots, begins with 2 and is at least 2.4', async () => {
    const [major, minor] = (await client.read<string>('GET /api/version', text)).split('.')
    assert.equal(major, '2')
    assert.ok(Number(minor) >= 4)
  })
  await t.test('every failure is JSON with a text to show', async () => {
    const { body } = await client.send('GET /api/entries/1.json', { status: 401 })
    assert.ok('error_description' in (JSON.parse(body) as object))
    await client.read('POST /oauth/v2/token', object({ error: text }), {
      json: { grant_type: 'password' },
      status: 400,
    })
  })
}

const RAW_URL = 'https://w.example.org/caf%C3%A9?a=1+2'
const TAB = { url: RAW_URL, origin_url: '', title: 'Fetched locally', content: '<p>From the tab</p>' }

/** @returns the popup of a new user's browser */
async function openPopup(app: TestApp) {
  const { client } = await newShelf(app, 0, 'json', JSON_HEADERS)
  const lookUp = () =>
    client.read<{ exists: boolean }>(
      `GET /api/entries/exists.json?hashed_url=${hash('sha1', RAW_URL)}`,
      object({ exists: truth }),
    )
  const saveTab = () => client.read<WireEntry>('POST /api/entries.json', ENTRY, { json: TAB })
  const change = (id: number, json: object) => client.read<WireEntry>(`PATCH /api/entries/${id}.json`, ENTRY, { json })
  return { client, lookUp, saveTab, change }
}

async function wallabaggerPopup(t: TestContext, app: TestApp): Promise<void> {
  await t.test('it looks for the hash of the raw address, saves, and finds it', async () => {
    const { lookUp, saveTab } = await openPopup(app)
    assert.equal((await lookUp()).exists, false)
    const entry = await saveTab()
    assert.deepEqual([entry['title'], entry['content']], ['Fetched locally', '<p>From the tab</p>'])
    assert.equal((await lookUp()).exists, true)
  })
  await t.test('it sends back everything that it stored', async () => {
    const { saveTab, change } = await openPopup(app)
    const { id } = await saveTab()
    const entry = await change(id, { title: 'Kept', starred: 1, archive: 0, tags: 'a,b' })
    assert.deepEqual([entry['title'], entry['is_starred'], entry['is_archived']], ['Kept', 1, 0])
    const fewer = await change(id, { tags: 'b' })
    assert.deepEqual(
      (fewer['tags'] as { label: string }[]).map(({ label }) => label),
      ['b'],
    )
  })
  await t.test('opening the popup again makes no second entry and keeps the state', async () => {
    const { client, saveTab, change } = await openPopup(app)
    const { id } = await saveTab()
    await change(id, { title: 'Kept', starred: 1 })
    const again = await client.read<WireEntry>('POST /api/entries.json', ENTRY, { json: { url: RAW_URL } })
    assert.deepEqual([again.id, again['title'], again['is_starred']], [id, 'Kept', 1])
  })
  await t.test('it lists tags, takes one away and deletes, with the type JSON and no body', async () => {
    const { client, lookUp, saveTab, change } = await openPopup(app)
    const { id } = await saveTab()
    await change(id, { tags: 'b' })
    const tags = await client.read<{ id: number }[]>('GET /api/tags.json', listOf(object({ id: whole, label: text })))
    const after = await client.read<WireEntry>(`DELETE /api/entries/${id}/tags/${tags[0]!.id}.json`, ENTRY)
    assert.deepEqual(after['tags'], [])
    await client.read(`DELETE /api/entries/${id}.json`, anything)
    assert.equal((await lookUp()).exists, false)
  })
}

interface Page {
  readonly pages: number
  readonly _embedded: { readonly items: readonly WireEntry[] }
}

async function obsidian(t: TestContext, app: TestApp): Promise<void> {
  const list = pageOf(object({ id: whole, title: text, is_archived: flag, tags: listOf(TAG) }))
  await t.test('Obsidian: an empty list ends at page 1', async () => {
    const { client } = await newShelf(app, 0, 'form')
    assert.equal((await client.read<Page>('GET /api/entries.json?tags=&since=0&archive=0', list)).pages, 1)
  })
  await t.test('Obsidian: all pages are read, and the last one is known before it is passed', async () => {
    const { client, ids } = await newShelf(app, 5, 'form')
    const seen: number[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const got = await client.read<Page>(`GET /api/entries.json?tags=&page=${page}&perPage=2`, list)
      pages = got.pages
      seen.push(...got._embedded.items.map(({ id }) => id))
    }
    assert.deepEqual(seen, ids.toReversed())
  })
  await t.test('Obsidian: it refreshes with a form that it does not encode', async () => {
    const client = wireClient(app)
    const { refresh_token } = await grant(client, 'form', passwordGrant(app, app.alice))
    const raw = `grant_type=refresh_token&client_id=${app.client.id}&client_secret=${app.client.secret}`
    await client.send('POST /oauth/v2/token', { form: `${raw}&refresh_token=${refresh_token}` })
  })
}

async function logseq(t: TestContext, app: TestApp): Promise<void> {
  const origin = { origin: 'lsp://logseq.io' }
  await t.test('Logseq: a page of another origin may ask, after a preflight without a token', async () => {
    for (const [path, method] of [
      ['/api/entries/1', 'PATCH'],
      ['/api/entries/1', 'DELETE'],
      ['/oauth/v2/token', 'POST'],
    ] as const) {
      const headers = {
        ...origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type',
      }
      const answer = await app.app.inject({ method: 'OPTIONS', url: path, headers })
      assert.equal(answer.statusCode, 200)
      assert.ok(String(answer.headers['access-control-allow-methods']).split(', ').includes(method))
    }
  })
  await t.test('Logseq: it lists and archives', async () => {
    const { client } = await newShelf(app, 1, 'json', { ...origin, 'content-type': JSON_TYPE })
    const list = await client.send('GET /api/entries.json?perPage=1&archive=0')
    assert.equal(list.headers['access-control-allow-origin'], '*')
    const [entry] = list.json<Page>()._embedded.items
    const done = await client.read<WireEntry>(`PATCH /api/entries/${entry!.id}.json`, object({ is_archived: flag }), {
      json: { archive: 1 },
    })
    assert.equal(done['is_archived'], 1)
  })
}
