import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../../support/app.ts'
import { DIALECTS } from '../../support/database.ts'
import { grant, newShelf, passwordGrant, wireClient } from './api-client.fixture.ts'
import { anything, date, listOf, object, orNull, pageOf, TAG, text, whole } from './decoder-rules.fixture.ts'

/** Wallabag wallabag contract 13.4, 16.2 and 16.20: KOReader, and tools that send articles to a Kindle. */
for (const dialect of DIALECTS) {
  test(`${dialect}: KOReader`, async (t) => {
    const app = await testApp(t, dialect)
    await download(t, app)
    await upload(t, app)
  })
  test(`${dialect}: kindle-consumer`, async (t) => {
    const app = await testApp(t, dialect)
    await kindle(t, app)
  })
}

const ENTRY = object({ id: whole, title: text, url: text, mimetype: orNull(text), tags: listOf(TAG), updated_at: date })

interface Page {
  readonly pages: number
  readonly _embedded: { readonly items: readonly WireEntry[] }
}

/** KOReader spells the name of this header with a lower-case `t`, and sends no `Accept`. */
const koReader = (app: TestApp, count: number) => newShelf(app, count, 'json', { 'Content-type': 'application/json' })

async function download(t: TestContext, app: TestApp): Promise<void> {
  const { client, ids } = await koReader(app, 5)
  await t.test('an empty first page is 200', async () => {
    const { client } = await koReader(app, 0)
    const page = await client.read<Page>('GET /api/entries.json?archive=0&page=1&perPage=30', pageOf(ENTRY))
    assert.deepEqual([page.pages, page._embedded.items], [1, []])
  })
  await t.test('it pages until 404, and every body begins with a brace', async () => {
    const seen: number[] = []
    for (let page = 1; page <= 3; page++) {
      const answer = await client.send(`GET /api/entries.json?archive=0&page=${page}&perPage=2`)
      assert.equal(answer.body[0], '{')
      pageOf(ENTRY)(answer.json(), 'list')
      seen.push(...answer.json<Page>()._embedded.items.map(({ id }) => id))
    }
    await client.send('GET /api/entries.json?archive=0&page=4&perPage=2', { status: 404 })
    assert.deepEqual(seen, ids.toReversed())
  })
  await t.test('it asks for a tag, and for starred entries', async () => {
    const tagged = await client.read<Page>(
      'GET /api/entries.json?archive=0&page=1&perPage=30&tags=odd,ink',
      pageOf(ENTRY),
    )
    assert.equal(tagged._embedded.items.length, 3)
    const starred = await client.read<Page>(
      'GET /api/entries.json?archive=0&page=1&perPage=30&starred=1',
      pageOf(ENTRY),
    )
    assert.equal(starred._embedded.items.length, 0)
  })
  await t.test('it downloads a book as raw bytes', async () => {
    const { rawPayload } = await client.send(`GET /api/entries/${ids[0]}/export.epub`)
    assert.equal(rawPayload.toString('latin1', 0, 2), 'PK')
  })
}

/** The requests that change an entry, each with its body. */
const CHANGES: readonly (readonly [string, object | undefined])[] = [
  ['POST /api/entries.json', { url: 'https://shelf.example.org/1', tags: 'k' }],
  ['POST /api/entries/ID/tags.json', { tags: 'finished' }],
  ['PATCH /api/entries/ID.json', { archive: 1 }],
  ['DELETE /api/entries/ID.json', undefined],
]

async function upload(t: TestContext, app: TestApp): Promise<void> {
  for (const [request, json] of CHANGES) {
    await t.test(`${request.split(' ')[0]} is 200 with an object: ${JSON.stringify(json) ?? 'no body'}`, async () => {
      const { client, ids } = await koReader(app, 1)
      const answer = await client.send(request.replace('ID', String(ids[0])), json && { json })
      assert.equal(answer.body[0], '{')
      object({ title: text })(answer.json(), request)
    })
  }
  await t.test('a deleted entry is 404', async () => {
    const { client, ids } = await koReader(app, 1)
    await client.send(`DELETE /api/entries/${ids[0]}.json`)
    await client.send(`PATCH /api/entries/${ids[0]}.json`, { json: { archive: 1 }, status: 404 })
  })
}

async function kindle(t: TestContext, app: TestApp): Promise<void> {
  const client = wireClient(app)
  const consumer = async () => {
    const user = await app.newUser()
    const { access_token } = await grant(client, 'query', passwordGrant(app, user))
    const list = () =>
      client.read<Page>(`GET /api/entries.json?access_token=${access_token}&tags=kindle`, pageOf(ENTRY))
    return { user, access_token, list }
  }
  await t.test('with nothing to send there is one page', async () => {
    const { list } = await consumer()
    assert.equal((await list()).pages, 1)
  })
  await t.test('it finds whole labels only, sends the book and takes the tag away', async () => {
    const { user, access_token, list } = await consumer()
    const given = { title: 'T', content: '<p>x</p>' }
    await app.save(user, 'https://a.example.org/1', { ...given, tags: 'kindle-mobi' })
    const { id, tags } = await app.save(user, 'https://a.example.org/2', { ...given, tags: 'kindle' })
    assert.deepEqual(
      (await list())._embedded.items.map((entry) => entry.id),
      [id],
    )
    await client.send(`GET /api/entries/${id}/export.epub?access_token=${access_token}`)
    const [tag] = tags as { id: number }[]
    await client.read(`DELETE /api/entries/${id}/tags/${tag!.id}.json?access_token=${access_token}`, anything)
    assert.deepEqual((await list())._embedded.items, [])
  })
}
