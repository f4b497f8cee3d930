import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../../support/app.ts'
import { DIALECTS } from '../../support/database.ts'
import { JSON_TYPE } from '../contract-fact.fixture.ts'
import {
  grant,
  newShelf,
  passwordGrant,
  refreshGrant,
  signedIn,
  wireClient,
  type WireClient,
} from './api-client.fixture.ts'
import {
  anything,
  date,
  filled,
  flag,
  listOf,
  object,
  orNull,
  pageOf,
  TAG,
  text,
  TOKENS,
  whole,
} from './decoder-rules.fixture.ts'

/** Scripts, bots and bridges. Each uses the API in its own way, and most authors tested theirs with a single server. */
for (const dialect of DIALECTS) {
  test(`${dialect}: scripts and bridges`, async (t) => {
    const app = await testApp(t, dialect)
    await feedFiller(t, app)
    await koboBridge(t, app)
    await highlightPusher(t, app)
    await homeAutomation(t, app)
    await assistant(t, app)
    await npmLibrary(t, app)
    await pythonLibrary(t, app)
  })
}

interface Page {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly _embedded: { readonly items: readonly WireEntry[] }
}

const inQuery = (name: string, value: unknown) => `${name}=${encodeURIComponent(JSON.stringify(value))}`
const labels = (entry: WireEntry) => (entry['tags'] as { label: string }[]).map(({ label }) => label)

async function feedFiller(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a filler from feeds (Go): addresses in objects, then tags, by POST without a body', async () => {
    const { client } = await newShelf(app, 0, 'json', { accept: 'application/json, */*;q=0.5' })
    const urls = [{ url: 'https://feed.example.org/1' }, { url: 'https://feed.example.org/2' }]
    await client.send(`POST /api/entries/lists?${inQuery('urls', urls)}`, { headers: { 'content-length': '0' } })
    const list = urls.map(({ url }) => ({ url, tags: 'feed,new' }))
    await client.send(`POST /api/entries/tags/lists?${inQuery('list', list)}`, { headers: { 'content-length': '0' } })
    const page = await client.read<Page>('GET /api/entries?tags=feed,new', pageOf(anything))
    assert.deepEqual(
      page._embedded.items.map(({ url }) => url),
      urls.map(({ url }) => url).toReversed(),
    )
    const deleted = await client.send(`DELETE /api/entries/list?${inQuery('urls', urls)}`)
    assert.deepEqual(
      deleted.json(),
      urls.map(({ url }) => ({ url, entry: true })),
    )
  })
}

const KOBO_ENTRY = object({ id: whole, title: text, url: text, is_archived: flag, is_starred: flag, updated_at: date })

async function koboBridge(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a bridge for Kobo readers signs in for every call', async () => {
    const { user, ids } = await newShelf(app, 3, 'form')
    const type = { 'content-type': 'application/json; charset=utf-8' }
    const list = '/api/entries?perPage=100&order=asc&detail=metadata&sort=updated&since=0'
    const page = await (await signedIn(app, user, 'form')).read<Page>(`GET ${list}`, pageOf(KOBO_ENTRY))
    assert.deepEqual(
      page._embedded.items.map(({ id }) => id),
      ids,
    )
    assert.equal(page._embedded.items[0]!['content'], null)
    for (const change of [{ archive: 1 }, { starred: 1 }, { archive: 0 }, { starred: 0 }]) {
      await (await signedIn(app, user, 'form')).send(`PATCH /api/entries/${ids[0]}`, { json: change, headers: type })
    }
    const entry = await (await signedIn(app, user, 'form')).read<WireEntry>(`GET /api/entries/${ids[0]}`, KOBO_ENTRY)
    assert.deepEqual([entry['is_archived'], entry['is_starred']], [0, 0])
  })
}

const ANNOTATION = object({
  id: whole,
  text,
  quote: text,
  ranges: listOf(anything),
  created_at: date,
  updated_at: date,
})

async function highlightPusher(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an incremental reader pushes a highlight, finds it by the filter and takes it back', async () => {
    const { client, ids } = await newShelf(app, 3, 'form', { accept: JSON_TYPE })
    const [major, minor] = (await client.read<string>('GET /api/version.json', text)).split('.').map(Number)
    assert.ok(major === 2 && minor! >= 6, 'older servers are not asked for annotated entries')
    const json = { text: '', quote: 'Text 1', ranges: [] }
    const { id } = await client.read<{ id: number }>(`POST /api/annotations/${ids[0]}.json`, ANNOTATION, { json })
    const query = 'annotations=1&detail=metadata&order=asc&page=1&perPage=100&since=1&sort=updated'
    const page = await client.read<Page>(
      `GET /api/entries.json?${query}`,
      pageOf(object({ annotations: listOf(ANNOTATION) })),
    )
    assert.deepEqual([page.total, page._embedded.items[0]!.id], [1, ids[0]])
    await client.read(`DELETE /api/annotations/${id}.json`, anything)
    await client.read(`DELETE /api/annotations/${id}.json`, anything, { status: 404 })
  })
  await t.test('it tags and stars with forms, and takes a tag by the id that the list of tags names', async () => {
    const { client, ids } = await newShelf(app, 1, 'form', { accept: JSON_TYPE })
    await client.send(`PATCH /api/entries/${ids[0]}.json`, { form: { starred: '1' } })
    await client.send(`POST /api/entries/${ids[0]}/tags.json`, { form: { tags: 'due' } })
    const tags = await client.read<{ id: number; label: string }[]>('GET /api/tags.json', listOf(TAG))
    const due = tags.find(({ label }) => label === 'due')
    const entry = await client.read<WireEntry>(
      `DELETE /api/entries/${ids[0]}/tags/${due!.id}.json`,
      object({ tags: listOf(TAG) }),
    )
    assert.deepEqual([labels(entry).includes('due'), entry['is_starred']], [false, 1])
  })
}

async function homeAutomation(t: TestContext, app: TestApp): Promise<void> {
  const anybody = wireClient(app, { accept: '*/*' })
  await t.test('home automation: the old access token goes along with a refresh', async () => {
    const { access_token, refresh_token } = await grant(anybody, 'json', passwordGrant(app, app.alice))
    const json = { ...refreshGrant(app, refresh_token), access_token }
    await anybody.read('POST /oauth/v2/token', TOKENS, { json })
  })
  await t.test('home automation: a double slash in the path, and null for unset values', async () => {
    const { client } = await newShelf(app, 0, 'json', { accept: '*/*' })
    const unknown = { title: null, content: null, tags: '', authors: '', language: null, preview_picture: null }
    const json = { url: `${app.site.url}/article/home`, archive: 0, starred: 0, public: 0, ...unknown }
    const saved = await client.read<WireEntry>('POST /api//entries.json', object({ id: whole, content: filled }), {
      json,
    })
    const list = 'archived=1&starred=0&sort=created&order=asc&page=1&perPage=30&tags=&since=0&detail=full'
    const page = await client.read<Page>(`GET /api//entries.json?${list}`, pageOf(anything))
    assert.ok(page._embedded.items.some(({ id }) => id === saved.id))
    const changed = await client.read<WireEntry>(`PATCH /api//entries/${saved.id}.json`, anything, {
      json: { ...unknown, starred: 1 },
    })
    assert.deepEqual(
      [changed['title'], changed['content'], changed['is_starred']],
      [saved['title'], saved['content'], 1],
    )
    await client.send(`GET /api//entries/${saved.id}/export.txt`)
    await client.read(`DELETE /api//entries/${saved.id}.json`, anything)
  })
}

async function assistant(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an assistant asks for addresses in a list, and searches for those that it misses', async () => {
    const { client } = await newShelf(app, 3, 'form', { accept: '*/*' })
    const [known, missed] = ['https://shelf.example.org/2', 'https://shelf.example.org/none']
    const query = new URLSearchParams([
      ['return_id', '1'],
      ['urls[]', known!],
      ['urls[]', missed!],
    ])
    const found = (await client.send(`GET /api/entries/exists?${query}`)).json<Record<string, number | null>>()
    assert.deepEqual([typeof found[known!], found[missed!]], ['number', null])
    const search = (term: string) =>
      client.read<Page>(`GET /api/search?${new URLSearchParams({ term, perPage: '10' })}`, pageOf(ARTICLE))
    assert.deepEqual(
      (await search(known!))._embedded.items.map(({ id }) => id),
      [found[known!]],
    )
    assert.equal((await search(missed!)).total, 0)
    const since = await client.read<Page>(
      'GET /api/entries?archive=0&perPage=100&since=1700000000.123456&order=desc&detail=metadata',
      pageOf(ARTICLE),
    )
    assert.equal(since.total, 3)
  })
}

const ARTICLE = object({
  id: whole,
  title: text,
  url: text,
  content: orNull(text),
  created_at: date,
  http_status: orNull(text),
})

const NPM_HEADERS = { accept: JSON_TYPE, 'content-type': JSON_TYPE, 'accept-encoding': 'gzip, deflate' }

async function npmLibrary(t: TestContext, app: TestApp): Promise<void> {
  const { user, client } = await newShelf(app, 0, 'json', NPM_HEADERS)
  const { id } = await app.save(user, 'https://npm.example.org/', { title: 'N', content: '<p>x</p>', tags: 'a' })
  await t.test('the npm library adds tags by sending all of them, and removes several at once', async () => {
    const had = await client.read<{ label: string }[]>(`GET /api/entries/${id}/tags.json`, listOf(TAG))
    const all = [...had.map(({ label }) => label), 'b c', 'd'].join(',')
    await client.read(`PATCH /api/entries/${id}.json`, anything, { json: { tags: all } })
    const tags = await client.read<{ id: number; label: string }[]>(`GET /api/entries/${id}/tags.json`, listOf(TAG))
    assert.deepEqual(tags.map(({ label }) => label).toSorted(), ['a', 'b c', 'd'])
    await dropAtOnce(
      client,
      id,
      tags.filter(({ label }) => label !== 'b c'),
    )
    assert.deepEqual(labels(await client.read<WireEntry>(`GET /api/entries/${id}.json`, anything)), ['b c'])
  })
  await t.test('it asks whether an address exists without encoding it', async () => {
    assert.deepEqual((await client.send('GET /api/entries/exists.json?url=https://npm.example.org/')).json(), {
      exists: true,
    })
  })
}

async function dropAtOnce(client: WireClient, id: number, tags: readonly { readonly id: number }[]): Promise<void> {
  await Promise.all(tags.map((tag) => client.read(`DELETE /api/entries/${id}/tags/${tag.id}.json`, anything)))
}

/** @returns the library of Python with a token of a new user, and an entry that it has saved */
async function pythonEntry(app: TestApp) {
  const client = wireClient(app, { accept: '*/*' })
  const { access_token } = await grant(client, 'query', passwordGrant(app, await app.newUser()))
  const url = 'https://python.example.org/'
  const form = { access_token, url, title: 'P', content: '<p>x</p>', tags: 'a, b', starred: '', archive: '' }
  const { id } = await client.read<WireEntry>('POST /api/entries.json', object({ id: whole }), { form })
  return { client, access_token, url, id }
}

async function pythonLibrary(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the library of Python sends all its fields, empty or not, and its token among them', async () => {
    const { client, access_token, id } = await pythonEntry(app)
    const nothing = { access_token, title: '', archive: '0', star: '0', delete: '0' }
    const same = await client.read<WireEntry>(`PATCH /api/entries/${id}.json`, anything, { form: nothing })
    assert.deepEqual([same['title'], labels(same), same['is_archived']], ['P', ['a', 'b'], 0])
    const list = 'archive=0&star=0&delete=0&sort=created&order=desc&page=1&perPage=30&tags=&since=0'
    const request = `GET /api/entries.json?access_token=${access_token}&${list}`
    const page = await client.read<Page>(request, pageOf(anything))
    assert.equal(page._embedded.items[0]!.id, id)
  })
  await t.test(
    'it asks for one address with an empty list beside it, and deletes with the token in a header',
    async () => {
      const { client, access_token, url, id } = await pythonEntry(app)
      const query = `access_token=${access_token}&${new URLSearchParams({ url })}&urls=`
      const found = await client.send(`GET /api/entries/exists.json?${query}`)
      assert.deepEqual(found.json(), { exists: true })
      const headers = { authorization: `Bearer ${access_token}` }
      await client.read(`DELETE /api/entries/${id}.json`, anything, { headers })
    },
  )
}
