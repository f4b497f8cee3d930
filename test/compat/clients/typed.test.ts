import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../../support/app.ts'
import { DIALECTS } from '../../support/database.ts'
import { newShelf, passwordGrant, wireClient, type WireClient } from './api-client.fixture.ts'
import { anything, date, filled, flag, listOf, object, orNull, text, TOKENS, whole } from './decoder-rules.fixture.ts'

/** Commands from wallabag's documentation: HTTPie for the first steps, and curl. */
for (const dialect of DIALECTS) {
  test(`${dialect}: typed at a shell`, async (t) => {
    const app = await testApp(t, dialect)
    await signIn(t, app)
    await empty(t, app)
    await first(t, app)
    await byCurl(t, app)
    await last(t, app)
  })
}

/** HTTPie sends fields as JSON and uses this `Accept` header. */
const HTTPIE = {
  accept: 'application/json, */*;q=0.5',
  'user-agent': 'HTTPie/3.2.4',
  'accept-encoding': 'gzip, deflate',
}
const CURL = { accept: '*/*', 'user-agent': 'curl/8.5.0' }

const ENTRY = object({
  content: filled,
  created_at: date,
  updated_at: date,
  domain_name: filled,
  is_archived: flag,
  is_starred: flag,
  language: orNull(text),
  mimetype: filled,
  preview_picture: orNull(text),
  reading_time: whole,
  tags: listOf(anything),
  title: filled,
  url: filled,
  user_email: text,
  user_id: whole,
  user_name: filled,
  _links: object({ self: object({ href: filled }) }),
})

async function signIn(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a token: five members, not to be stored', async () => {
    const answer = await wireClient(app, HTTPIE).send('POST /oauth/v2/token', { json: passwordGrant(app, app.alice) })
    TOKENS(answer.json(), 'token')
    const { scope, expires_in } = answer.json<Record<string, unknown>>()
    assert.deepEqual(Object.keys(answer.json<object>()).toSorted(), NAMES)
    assert.deepEqual([scope, expires_in], [null, 3600])
    assert.deepEqual([answer.headers['cache-control'], answer.headers['pragma']], ['no-store, private', 'no-cache'])
  })
}

/** @returns a client of a new user, who types the commands */
const newTypist = async (app: TestApp) => (await newShelf(app, 0, 'json', HTTPIE)).client

const saveNews = (app: TestApp, typist: WireClient) =>
  typist.read<WireEntry>('POST /api/entries.json', ENTRY, { json: { url: `${app.site.url}/news` } })

const NAMES = ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type']

async function empty(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a fresh account has an empty list, member by member', async () => {
    const page = { href: `${app.baseUrl}/api/entries?page=1&perPage=30` }
    const links = { self: page, first: page, last: page }
    const list = { page: 1, limit: 30, pages: 1, total: 0, _links: links, _embedded: { items: [] } }
    assert.deepEqual((await (await newTypist(app)).send('GET /api/entries.json')).json(), list)
  })
}

async function first(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the first entry has every member but annotations', async () => {
    const entry = await saveNews(app, await newTypist(app))
    assert.equal('annotations' in entry, false)
    assert.deepEqual([entry['url'], entry['tags'], entry['_links']], [`${app.site.url}/news`, [], self(entry.id)])
  })
}

const self = (id: number | '') => ({ self: { href: `/api/entries/${id}` } })

async function byCurl(t: TestContext, app: TestApp): Promise<void> {
  const curl = wireClient(app, CURL)
  await t.test('curl: a token for an address, and lists behind .html with the token in the query', async () => {
    const user = await app.newUser()
    const { access_token: token } = await curl.read<{ access_token: string }>(
      `GET /oauth/v2/token?${new URLSearchParams(passwordGrant(app, user))}`,
      TOKENS,
    )
    await app.save(user, `${app.site.url}/news`)
    for (const more of ['', `&url=${app.site.url}/news`]) {
      const { total } = await curl.read<{ total: number }>(
        `GET /api/entries.html?access_token=${token}${more}`,
        anything,
      )
      assert.equal(total, 1)
    }
  })
}

async function last(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a deleted entry is returned without its id, and the list is empty again', async () => {
    const typist = await newTypist(app)
    const { id } = await saveNews(app, typist)
    const deleted = await typist.read<WireEntry>(`DELETE /api/entries/${id}.json`, ENTRY)
    assert.deepEqual(['id' in deleted, deleted['annotations'], deleted['_links']], [false, [], self('')])
    assert.equal((await typist.send('GET /api/entries.json')).json<{ total: number }>().total, 0)
  })
}
