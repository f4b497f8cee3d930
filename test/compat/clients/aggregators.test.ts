import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../../support/app.ts'
import { DIALECTS } from '../../support/database.ts'
import { JSON_TYPE } from '../contract-fact.fixture.ts'
import { grant, passwordGrant, refreshGrant, wireClient } from './api-client.fixture.ts'
import { object, text, TOKENS, whole } from './decoder-rules.fixture.ts'

/** Contract, points of section 16: feed readers that save articles. */
for (const dialect of DIALECTS) {
  test(`${dialect}: feed readers`, async (t) => {
    const app = await testApp(t, dialect)
    await freshRss(t, app)
    await tinyTinyRss(t, app)
    await miniflux(t, app)
    await freshWallabag(t, app)
  })
}

const SAVED = object({ id: whole, title: text })
const page = (name: string) => `https://feeds.example.org/${name}`

async function freshRss(t: TestContext, app: TestApp): Promise<void> {
  await t.test('FreshRSS: it refreshes with JSON, then saves an address it has not fetched', async () => {
    const client = wireClient(app, { accept: '*/*', 'content-type': JSON_TYPE })
    const { refresh_token } = await grant(client, 'json', passwordGrant(app, app.alice))
    const { access_token } = await grant(client, 'json', refreshGrant(app, refresh_token))
    const headers = { authorization: `Bearer ${access_token}` }
    const json = { url: `${app.site.url}/article/fresh` }
    const entry = await client.read<WireEntry>('POST /api/entries.json', SAVED, { json, headers })
    assert.equal(entry['title'], 'Article fresh')
  })
}

async function tinyTinyRss(t: TestContext, app: TestApp): Promise<void> {
  await t.test('Tiny Tiny RSS: the token is in the form beside the saved values', async () => {
    const client = wireClient(app, { accept: '*/*' })
    const { access_token } = await grant(client, 'form', passwordGrant(app, app.alice))
    const form = {
      access_token,
      url: `${app.site.url}/article/tiny`,
      title: 'From a feed',
      tags: '',
      starred: '',
      archive: '',
    }
    const entry = await client.read<WireEntry>('POST /api/entries.json', SAVED, { form })
    assert.deepEqual([entry['title'], entry['is_starred'], entry['tags']], ['From a feed', 0, []])
  })
}

async function miniflux(t: TestContext, app: TestApp): Promise<void> {
  await t.test('Miniflux: title and content are stored, and nothing is fetched', async () => {
    const client = wireClient(app, { accept: JSON_TYPE })
    const { access_token } = await grant(client, 'form', passwordGrant(app, app.alice))
    const headers = { authorization: `Bearer ${access_token}` }
    const url = `${app.site.url}/news`
    const json = { url, title: 'From a feed', content: '<p>Text of the feed</p>', tags: 'feed, reader' }
    const entry = await client.read<WireEntry>('POST /api/entries.json', SAVED, { json, headers })
    assert.deepEqual([entry['title'], entry['content']], ['From a feed', '<p>Text of the feed</p>'])
    assert.deepEqual(
      (entry['tags'] as { label: string }[]).map(({ label }) => label),
      ['feed', 'reader'],
    )
    assert.equal(app.site.hits('/news'), 0)
  })
}

async function freshWallabag(t: TestContext, app: TestApp): Promise<void> {
  await t.test('FreshWallabag: its doubled slashes lead where single ones do', async () => {
    const client = wireClient(app, { accept: '*/*' })
    const json = passwordGrant(app, app.alice)
    const { access_token } = await client.read<{ access_token: string }>('POST //oauth/v2/token', TOKENS, { json })
    const headers = { authorization: `Bearer ${access_token}` }
    const fields = { url: page('doubled'), title: 'D', content: '<p>x</p>' }
    await client.read('POST //api/entries.json', SAVED, { json: fields, headers })
    const found = await client.send(`GET /api/entries/exists?url=${page('doubled')}`, { headers })
    assert.deepEqual(found.json(), { exists: true })
  })
}
