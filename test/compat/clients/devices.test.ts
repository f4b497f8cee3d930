import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../../support/app.ts'
import { DIALECTS } from '../../support/database.ts'
import { shelve, signedIn, wireClient, grant, passwordGrant, type WireClient } from './api-client.fixture.ts'
import { anything, date, listOf, object, orNull, pageOf, TAG, text, whole } from './decoder-rules.fixture.ts'

/** Wallabag wallabag contract 13.4, 16.2 and 16.20: KOReader, and tools that send articles to a Kindle. */
for (const dialect of DIALECTS) {
  test(`${dialect}: KOReader`, async (t) => {
    const app = await testApp(t, dialect)
    // KOReader spells the name of this header with a lower-case `t`, and sends no `Accept`.
    const client = await signedIn(app, 'json', { 'Content-type': 'application/json' })
    await emptyShelf(t, client)
    const ids = await shelve(app, 5)
    await download(t, client, ids)
    await upload(t, client, ids[0]!)
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

async function emptyShelf(t: TestContext, client: WireClient): Promise<void> {
  await t.test('an empty first page is 200', async () => {
    const page = await client.read<Page>('GET /api/entries.json?archive=0&page=1&perPage=30', pageOf(ENTRY))
    assert.deepEqual([page.pages, page._embedded.items], [1, []])
  })
}

async function download(t: TestContext, client: WireClient, ids: readonly number[]): Promise<void> {
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

async function upload(t: TestContext, client: WireClient, id: number): Promise<void> {
  const changes = [
    ['POST /api/entries.json', { url: 'https://shelf.example.org/1', tags: 'k' }],
    [`POST /api/entries/${id}/tags.json`, { tags: 'finished' }],
    [`PATCH /api/entries/${id}.json`, { archive: 1 }],
    [`DELETE /api/entries/${id}.json`, undefined],
  ] as const
  for (const [request, json] of changes) {
    await t.test(`${request.split(' ')[0]} is 200 with an object: ${JSON.stringify(json) ?? 'no body'}`, async () => {
      const answer = await client.send(request, json && { json })
      assert.equal(answer.body[0], '{')
      object({ title: text })(answer.json(), request)
    })
  }
  await t.test('a deleted entry is 404', async () => {
    await client.send(`PATCH /api/entries/${id}.json`, { json: { archive: 1 }, status: 404 })
  })
}

async function kindle(t: TestContext, app: TestApp): Promise<void> {
  const client = wireClient(app)
  const { access_token } = await grant(client, 'query', passwordGrant(app))
  const list = (query = '') =>
    client.read<Page>(`GET /api/entries.json?access_token=${access_token}&tags=kindle${query}`, pageOf(ENTRY))
  await t.test('with nothing to send there is one page', async () => assert.equal((await list()).pages, 1))
  await t.test('it finds whole labels only, sends the book and takes the tag away', async () => {
    const given = { title: 'T', content: '<p>x</p>' }
    await app.save(app.alice, 'https://a.example.org/1', { ...given, tags: 'kindle-mobi' })
    const { id, tags } = await app.save(app.alice, 'https://a.example.org/2', { ...given, tags: 'kindle' })
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
