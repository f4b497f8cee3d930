import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../../support/app.ts'
import { DIALECTS } from '../../support/database.ts'
import { FORM_TYPE, JSON_TYPE } from '../contract-fact.fixture.ts'
import {
  grant,
  newShelf,
  passwordGrant,
  refreshGrant,
  wireClient,
  type Fields,
  type WireClient,
} from './api-client.fixture.ts'
import {
  anything,
  date,
  filled,
  flag,
  listOf,
  mapOf,
  object,
  orNull,
  pageOf,
  TAG,
  text,
  truth,
  whole,
} from './decoder-rules.fixture.ts'

/** Wallabag wallabag contract 13.5 and points of section 16: the libraries for Go, Rust and Python, and wallabag.el. */
for (const dialect of DIALECTS) {
  test(`${dialect}: libraries`, async (t) => {
    const app = await testApp(t, dialect)
    await go(t, app)
    await rust(t, app)
    await python(t, app)
  })
  test(`${dialect}: wallabag.el`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_EXACT_MEMBERS: 'on' } })
    await emacs(t, app)
  })
}

interface Page {
  readonly total: number
  readonly _embedded: { readonly items: readonly WireEntry[] }
}

const LINK = object({ href: filled })
const GO_ENTRY = object({
  id: whole,
  is_archived: flag,
  is_starred: flag,
  is_public: truth,
  user_id: whole,
  user_name: text,
  user_email: text,
  reading_time: whole,
  created_at: date,
  updated_at: date,
  starred_at: orNull(date),
  published_at: orNull(date),
  http_status: orNull(text),
  published_by: orNull(listOf(text)),
  headers: orNull(mapOf(text)),
  annotations: listOf(anything),
  tags: listOf(TAG),
  _links: object({ self: LINK }),
})

async function go(t: TestContext, app: TestApp): Promise<void> {
  const { client, ids } = await newShelf(app, 5, 'form', { 'content-type': JSON_TYPE })
  await t.test('Go: the version without its first and last byte is the version', async () => {
    const { body } = await client.send('GET /api/version')
    assert.match(body.slice(1, -1), /^2\.6\.\d+$/)
  })
  await t.test('Go: the list has links, strict numbers and dates of one layout', async () => {
    const page = await client.read<Page>('GET /api/entries.json?page=1&perPage=500&order=desc', pageOf(GO_ENTRY))
    assert.equal(page._embedded.items.length, ids.length)
    object({ _links: object({ self: LINK, first: LINK, last: LINK }) })(page, 'list')
  })
  await t.test('Go: several addresses, unescaped, and tags without a suffix', async () => {
    const [known, other] = ['https://shelf.example.org/1', 'https://x.example.org/']
    const found = await client.read(`GET /api/entries/exists.json?urls[]=${known}&urls[]=${other}`, mapOf(truth))
    assert.deepEqual(found, { [known!]: true, [other!]: false })
    await client.read('GET /api/tags', listOf(TAG))
  })
  await t.test('Go: saving is 200 with an entry', async () => {
    const { client } = await newShelf(app, 0, 'form', { 'content-type': JSON_TYPE })
    const json = {
      url: 'https://go.example.org/',
      title: 'Go',
      content: '<p>x</p>',
      tags: 'go',
      starred: 0,
      archive: 0,
    }
    await client.read('POST /api/entries.json', object({ id: whole, created_at: date }), { json })
  })
}

/** Fields for which the Rust library sends null when they have no value. It never leaves out a field. */
const RUST_NULLS = {
  title: null,
  content: null,
  language: null,
  preview_picture: null,
  published_at: null,
  authors: null,
  origin_url: null,
  public: null,
}

/** @returns a client of a new user, who has saved an entry with it */
async function rustClient(app: TestApp) {
  const { client } = await newShelf(app, 0, 'json')
  const url = `${app.site.url}/news`
  const json = { ...RUST_NULLS, url, tags: ['Rust', 'crate'], archive: 0, starred: 1 }
  const rule = object({ id: whole, headers: orNull(mapOf(text)) })
  return { client, url, entry: await client.read<WireEntry>('POST /api/entries.json', rule, { json }) }
}

async function rust(t: TestContext, app: TestApp): Promise<void> {
  await t.test('Rust: it saves with nulls and an array of tags', async () => {
    const { entry } = await rustClient(app)
    assert.deepEqual((entry['tags'] as { label: string }[]).map(({ label }) => label).toSorted(), ['crate', 'rust'])
  })
  await t.test('Rust: it sends {} with every GET and DELETE, and words for flags', async () => {
    const { client, url, entry } = await rustClient(app)
    const page = await client.read<Page>(
      'GET /api/entries.json?archive=false&detail=metadata',
      pageOf(object({ id: whole })),
      { json: {} },
    )
    assert.equal(page.total, 0)
    const found = await client.read(`GET /api/entries/exists.json?return_id=1&urls[0]=${url}`, mapOf(orNull(whole)), {
      json: {},
    })
    assert.deepEqual(found, { [url]: entry.id })
  })
  await t.test('Rust: nulls in a change leave everything alone', async () => {
    const { client, entry: saved } = await rustClient(app)
    const changed = { ...RUST_NULLS, tags: null, archive: 1, starred: null }
    const entry = await client.read<WireEntry>(`PATCH /api/entries/${saved.id}.json`, GO_ENTRY, { json: changed })
    assert.deepEqual([entry['is_archived'], entry['is_starred'], (entry['tags'] as unknown[]).length], [1, 1, 2])
  })
  await t.test('Rust: a refusal has the envelope, and an expired token says so', async () => {
    const { client } = await newShelf(app, 0, 'json')
    const stale = await wireClient(app).send('GET /api/entries.json', { json: {}, status: 401 })
    object({ error: filled, error_description: filled })(stale.json(), 'refusal')
    app.clock.advance(3700)
    const expired = await client.send('GET /api/entries.json', { json: {}, status: 401 })
    assert.match(expired.json<{ error_description: string }>().error_description, /expired/)
  })
}

/** @returns the error code in the response to an invalid token request by GET */
async function refusal(client: WireClient, fields: Fields): Promise<string> {
  const query = new URLSearchParams(fields)
  return (await client.send(`GET /oauth/v2/token?${query}`, { status: 400 })).json<{ error: string }>().error
}

const pythonShelf = (app: TestApp, count: number) => newShelf(app, count, 'query', { accept: '*/*' })

async function python(t: TestContext, app: TestApp): Promise<void> {
  await t.test('Python: refused credentials are 400, with the word that it looks for', async () => {
    const client = wireClient(app, { accept: '*/*' })
    assert.equal(await refusal(client, { ...passwordGrant(app, app.alice), password: 'wrong' }), 'invalid_grant')
    assert.equal(await refusal(client, { ...passwordGrant(app, app.alice), client_secret: 'wrong' }), 'invalid_client')
  })
  await t.test('Python: without a terminal it asks for the largest number of entries', async () => {
    const { client } = await pythonShelf(app, 5)
    const query = 'perPage=9223372036854775807&detail=metadata&order=desc&sort=created&archive=0&starred=0'
    const page = await client.read<Page>(`GET /api/entries.json?${query}`, pageOf(object({ id: whole, title: text })))
    assert.equal(page.total, 5)
    assert.ok(page._embedded.items.every((entry) => entry['content'] === null))
  })
  await t.test('Python: the name of a file is in quotes', async () => {
    const { client, ids } = await pythonShelf(app, 1)
    const { headers } = await client.send(`GET /api/entries/${ids[0]}/export.epub`)
    assert.match(String(headers['content-disposition']), /^attachment; filename="[^"]+\.epub"$/)
  })
  await t.test('Python: it removes labels, and deletes without an expect parameter', async () => {
    const { client, ids } = await pythonShelf(app, 2)
    await client.read('DELETE /api/tags/label.json?tags=odd', listOf(object({ label: text, slug: text })))
    await client.read(`DELETE /api/entries/${ids[0]}.json`, object({ title: text }))
    await client.send(`GET /api/entries/${ids[0]}.json`, { status: 404 })
  })
}

/** Members by position. wallabag.el stores them in database columns in this order. */
const POSITIONS = { is_archived: 0, user_id: 4, id: 7, title: 9, content: 16, annotations: 22, _links: 30 }

function atTheirPlaces(entry: object): void {
  const names = Object.keys(entry)
  assert.equal(names.length, 31)
  for (const [name, position] of Object.entries(POSITIONS)) assert.equal(names[position], name)
}

const E_FIELDS = 'url=https%3A%2F%2Fe.example.org%2F&title=E&content=%3Cp%3Ex%3C%2Fp%3E'

/** @returns wallabag.el with tokens of a new user, and an entry that it has saved */
async function emacsClient(app: TestApp) {
  const client = wireClient(app, { 'content-type': JSON_TYPE })
  const tokens = await grant(client, 'query', passwordGrant(app, await app.newUser()))
  const send = async (request: string, fields = '', { access_token } = tokens) => {
    const form = `access_token=${access_token}&${fields}`
    return (await client.send(request, { form, headers: { 'content-type': FORM_TYPE } })).json<WireEntry>()
  }
  return { client, tokens, send, saved: await send('POST /api/entries.json', E_FIELDS) }
}

async function emacs(t: TestContext, app: TestApp): Promise<void> {
  await t.test('it saves and changes with the token in the form, and counts members', async () => {
    const { client, tokens, send, saved } = await emacsClient(app)
    atTheirPlaces(saved)
    atTheirPlaces(await send(`PATCH /api/entries/${saved.id}.json`, 'starred=1'))
    const page = await client.read<Page>(
      `GET /api/entries.json?access_token=${tokens.access_token}&sort=created&perPage=1`,
      pageOf(GO_ENTRY),
    )
    assert.equal(page._embedded.items[0]!.id, saved.id)
    atTheirPlaces(page._embedded.items[0]!)
  })
  await t.test('it refreshes by GET, looks for a word in the refusal, and deletes', async () => {
    const { client, tokens, send, saved } = await emacsClient(app)
    const refused = await client.send('GET /api/entries.json?access_token=stale', { status: 401 })
    assert.match(refused.body, /invalid_grant/)
    const fresh = await grant(client, 'query', refreshGrant(app, tokens.refresh_token))
    atTheirPlaces(await send(`DELETE /api/entries/${saved.id}.json`, '', fresh))
  })
  await t.test('ids grow and are not used again', async () => {
    const { send, saved } = await emacsClient(app)
    await send(`DELETE /api/entries/${saved.id}.json`)
    const next = await send('POST /api/entries.json', E_FIELDS)
    assert.ok(next.id > saved.id)
  })
}
