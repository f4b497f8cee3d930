import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DIALECTS } from '../support/database.ts'
import { GERMAN, JAPANESE, leadingTo, NEWS, RUSSIAN, startSite, type Site } from '../support/site.ts'
import { hiddenField } from '../web/inject-browser.fixture.ts'
import { browserSession } from './browser-session.fixture.ts'
import { runServer } from './running-server.fixture.ts'

/** Follows the interface specification from start to end with the real program, like a new user. */
for (const dialect of DIALECTS) {
  test(`${dialect}: the interface specification holds from the first visit to the last deletion`, async (t) => {
    const server = await runServer(t, dialect, { DOGEAR_FETCH_ALLOW: '127.0.0.1' })
    const site = await startSite(t)
    const base = server.address
    const client = await firstVisit(base, server.setupAddress)
    const token = await tokenOf(base, client)
    const play: Play = { base, token, site }
    await checkEmptyList(play)
    const entry = await savePages(play)
    await tokens(t, base, client)
    await saved(t, play, entry)
    await listing(t, play, entry)
    await presenting(t, play)
    await deletion(t, play, entry)
    await t.test('the program ends without an error', async () => assert.equal(await server.stop(), 0))
  })
}

const ADA = { username: 'ada', password: 'ink on paper, twice' }

interface Client {
  readonly client_id: string
  readonly client_secret: string
}

interface Play {
  readonly base: string
  readonly token: string
  readonly site: Site
}

type Json = Record<string, unknown>

/** Creates the first account on the page at the printed address, and then a client. */
async function firstVisit(base: string, setupAddress: string): Promise<Client> {
  const reader = browserSession(base)
  const page = await (await reader.get(setupAddress)).text()
  const fields = { code: hiddenField(page, 'code'), _csrf_token: hiddenField(page, '_csrf_token') }
  const made = await reader.post('/setup', { ...fields, ...ADA, email: '' })
  assert.deepEqual([made.status, made.headers.get('location')], [303, '/'])
  assert.equal((await reader.get('/')).status, 200)
  const again = await fetch(setupAddress, { redirect: 'manual' })
  assert.deepEqual([again.status, again.headers.get('location')], [302, '/login'])
  return createClient(reader)
}

/** Creates a client with the form at `/developer/client/create`, which takes any redirect URL and shows id and secret. */
async function createClient(reader: ReturnType<typeof browserSession>): Promise<Client> {
  const page = await (await reader.get('/developer/client/create')).text()
  assert.match(page, /name="client\[redirect_uris\]"/)
  const made = await reader.post('/developer/client/create', {
    'client[name]': 'Desktop',
    'client[redirect_uris]': 'app.desktop:/anything',
    'client[_token]': hiddenField(page, 'client[_token]'),
  })
  assert.equal(made.status, 200)
  const codes = [...(await made.text()).matchAll(/<strong><code>([^<]+)<\/code><\/strong>/g)].map((match) => match[1]!)
  assert.equal(codes[0], 'Desktop')
  assert.match(codes[1]!, /^\d+_[0-9a-z]{50}$/)
  assert.match(codes[2]!, /^[0-9a-z]{50}$/)
  return { client_id: codes[1]!, client_secret: codes[2]! }
}

async function tokenOf(base: string, client: Client): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', ...client, ...ADA })
  const answer = await fetch(`${base}/oauth/v2/token`, { method: 'POST', body })
  return String(((await answer.json()) as Json)['access_token'])
}

async function tokens(t: TestContext, base: string, client: Client): Promise<void> {
  const parameters = { grant_type: 'password', ...client, ...ADA }
  const query = new URLSearchParams(parameters)
  const asked: Readonly<Record<string, () => Promise<Response>>> = {
    'POST with a form': () => fetch(`${base}/oauth/v2/token`, { method: 'POST', body: query }),
    'POST with JSON': () =>
      fetch(`${base}/oauth/v2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(parameters),
      }),
    'POST with query parameters': () => fetch(`${base}/oauth/v2/token?${query}`, { method: 'POST' }),
    GET: () => fetch(`${base}/oauth/v2/token?${query}`),
  }
  for (const [way, ask] of Object.entries(asked)) {
    await t.test(`a token is obtained by ${way}`, async () => {
      const answer = await ask()
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'application/json')
      assert.equal(answer.headers.get('cache-control'), 'no-store, private')
      assert.equal(answer.headers.get('pragma'), 'no-cache')
      const body = (await answer.json()) as Json
      const expected = ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type']
      assert.deepEqual(Object.keys(body).sort(), expected)
      assert.deepEqual([body['expires_in'], body['token_type'], body['scope']], [3600, 'bearer', null])
      for (const name of ['access_token', 'refresh_token']) assert.match(String(body[name]), /^[\w-]{40,}$/)
    })
  }
}

/** Checks that a list without entries is page 1 of 1. */
async function checkEmptyList({ base, token }: Play): Promise<void> {
  const href = `${base}/api/entries?page=1&perPage=30`
  assert.deepEqual(await ask(`${base}/api/entries.json`, token), {
    page: 1,
    limit: 30,
    pages: 1,
    total: 0,
    _links: { self: { href }, first: { href }, last: { href } },
    _embedded: { items: [] },
  })
}

/** The response to the first save, and the responses to the others by path. */
interface Saved {
  readonly first: Json
  readonly others: ReadonlyMap<string, Json>
}

async function savePages({ base, token, site }: Play): Promise<Saved> {
  const news = new URLSearchParams({ url: `${site.url}/news` })
  const first = await ask(`${base}/api/entries.json`, token, { method: 'POST', body: news })
  site.page('/old-address', leadingTo('/article/redirected'))
  const others = new Map<string, Json>()
  for (const [path, { suffix }] of Object.entries(OTHERS)) {
    const body = JSON.stringify({ url: site.url + path })
    const headers = { 'content-type': 'application/json', accept: 'text/html' }
    others.set(path, await ask(`${base}/api/entries${suffix}`, token, { method: 'POST', body, headers }))
  }
  return { first, others }
}

async function saved(t: TestContext, { site }: Play, { first: entry, others }: Saved): Promise<void> {
  await t.test('a page is saved with its title, text and metadata', () => {
    const url = `${site.url}/news`
    assertEntry(entry, { withId: true, withAnnotations: false })
    const { id, title, domain_name, language, mimetype, preview_picture, reading_time, user_email } = entry
    assert.deepEqual(
      { url: entry['url'], title, domain_name, language, mimetype, preview_picture, user_email },
      {
        url,
        title: 'Harbour town rebuilds its sea wall by hand',
        domain_name: '127.0.0.1',
        language: 'en_GB',
        mimetype: 'text/html; charset=utf-8',
        preview_picture: `${site.url}/img/wall.jpg`,
        user_email: '',
      },
    )
    assert.ok(Number(reading_time) >= 2, `reading time ${reading_time}`)
    assert.match(String(entry['content']), /<p>Forty volunteers met every Saturday/)
    assert.doesNotMatch(String(entry['content']), /<script|onclick|onerror|script text/)
    assert.deepEqual(entry['_links'], { self: { href: `/api/entries/${id}` } })
  })
  for (const [path, { title, suffix, url = path }] of Object.entries(OTHERS)) {
    await t.test(`${path} is saved at /api/entries${suffix} as "${title}"`, () => {
      const other = others.get(path)!
      assert.deepEqual([other['title'], other['url']], [title, site.url + url])
      if (path !== '/broken') assertEntry(other, { withId: true, withAnnotations: false })
    })
  }
}

/** The saved pages besides `/news`, each with its expected title and URL, and the suffix of the request path. */
const OTHERS: Readonly<Record<string, { readonly title: string; readonly suffix: string; readonly url?: string }>> = {
  '/windows-1252': { title: GERMAN.title, suffix: '.html' },
  '/shift-jis': { title: JAPANESE.title, suffix: '' },
  '/utf-16': { title: RUSSIAN.title, suffix: '.json' },
  '/lying': { title: RUSSIAN.title, suffix: '.html' },
  '/gzip': { title: NEWS.title, suffix: '.json' },
  '/old-address': { title: 'Article redirected', suffix: '.json', url: '/article/redirected' },
  '/slow': { title: 'Slow but sure', suffix: '' },
  '/broken': { title: 'broken', suffix: '.json' },
}
const TOTAL = 1 + Object.keys(OTHERS).length

/** Asserts the presence, type and format of every field in the specification. */
function assertEntry(entry: Json, { withId, withAnnotations }: { withId: boolean; withAnnotations: boolean }): void {
  for (const name of ['url', 'title', 'content', 'domain_name', 'user_name', 'user_email']) {
    assert.equal(typeof entry[name], 'string', name)
  }
  for (const name of ['language', 'mimetype', 'preview_picture']) assert.equal(typeof entry[name], 'string', name)
  for (const name of ['reading_time', 'user_id']) assert.ok(Number.isInteger(entry[name]), name)
  for (const name of ['created_at', 'updated_at']) {
    assert.match(String(entry[name]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/, name)
  }
  assert.deepEqual([entry['is_archived'], entry['is_starred'], entry['tags']], [0, 0, []])
  assert.equal(entry['user_name'], ADA.username)
  assert.equal(Number.isInteger(entry['id']), withId)
  assert.equal('id' in entry, withId)
  assert.deepEqual(entry['annotations'], withAnnotations ? [] : undefined)
}

async function listing(t: TestContext, { base, token, site }: Play, { first: entry }: Saved): Promise<void> {
  await t.test('the list has the saved entries, newest first', async () => {
    const list = await ask(`${base}/api/entries.json`, token)
    assert.deepEqual([list['page'], list['limit'], list['pages'], list['total']], [1, 30, 1, TOTAL])
    const items = itemsOf(list)
    assert.equal(items.length, TOTAL)
    assert.equal(items[0]!['given_url'], `${site.url}/broken`)
    assert.deepEqual(items.at(-1), { ...entry, annotations: [] })
    for (const item of items.slice(1)) assertEntry(item, { withId: true, withAnnotations: true })
  })
  await t.test('page and perPage page it, and the links say so', async () => {
    const address = (page: number) => ({ href: `${base}/api/entries?page=${page}&perPage=4` })
    const links = { self: address(2), first: address(1), last: address(3), next: address(3), previous: address(1) }
    const list = await ask(`${base}/api/entries.html?page=2&perPage=4`, token)
    assert.deepEqual([list['page'], list['limit'], list['pages'], list['total']], [2, 4, 3, TOTAL])
    assert.deepEqual(list['_links'], links)
    assert.equal(itemsOf(list).length, 4)
  })
  await t.test('a url in the query of the list is ignored', async () => {
    const list = await ask(`${base}/api/entries?url=${encodeURIComponent(`${site.url}/other`)}`, token)
    assert.equal(list['total'], TOTAL)
  })
}

async function presenting(t: TestContext, { base, token }: Play): Promise<void> {
  await t.test('the token is accepted as a bearer and in the query, and is required', async () => {
    const inQuery = await fetch(`${base}/api/entries.json?access_token=${token}`)
    assert.equal(inQuery.status, 200)
    assert.equal(((await inQuery.json()) as Json)['total'], TOTAL)
    assert.equal((await fetch(`${base}/api/entries.json`)).status, 401)
  })
  await t.test('every API method is listed at /api/doc', async () => {
    const page = await fetch(`${base}/api/doc`)
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    const { paths } = (await (await fetch(`${base}/api/doc.json`)).json()) as { paths: Record<string, Json> }
    const listed = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((m) => `${m} ${path}`))
    for (const method of ['post /oauth/v2/token', 'get /api/entries', 'delete /api/entries/{entry}']) {
      assert.ok(listed.includes(method), `${method} is not among ${listed.join(', ')}`)
    }
  })
}

async function deletion(t: TestContext, { base, token }: Play, { first: entry }: Saved): Promise<void> {
  await t.test(
    'the response to a deletion contains the entry without its id, and the list no longer contains it',
    async () => {
      const deleted = await ask(`${base}/api/entries/${entry['id']}.json`, token, { method: 'DELETE' })
      assertEntry(deleted, { withId: false, withAnnotations: true })
      const { id, _links, ...rest } = entry
      assert.ok(Number.isInteger(id) && _links)
      assert.deepEqual(deleted, { ...rest, annotations: [], _links: { self: { href: '/api/entries/' } } })
      const ids = itemsOf(await ask(`${base}/api/entries.json`, token)).map((item) => item['id'])
      assert.ok(ids.length > 0 && !ids.includes(id))
    },
  )
  await t.test('the suffix html deletes too', async () => {
    for (const { id } of itemsOf(await ask(`${base}/api/entries.json`, token))) {
      await ask(`${base}/api/entries/${String(id)}.html`, token, { method: 'DELETE' })
    }
    assert.equal((await ask(`${base}/api/entries.json`, token))['total'], 0)
  })
}

const itemsOf = (list: Json): Json[] => (list['_embedded'] as { items: Json[] }).items

/** @returns the body of a response, which must have the success status and content type of the specification */
async function ask(address: string, token: string, init: RequestInit = {}): Promise<Json> {
  const headers = { authorization: `Bearer ${token}`, ...init.headers }
  const answer = await fetch(address, { ...init, headers })
  assert.equal(answer.headers.get('content-type'), 'application/json')
  assert.equal(answer.status, 200)
  return (await answer.json()) as Json
}
