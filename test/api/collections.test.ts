import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

interface WireCollection {
  readonly id: number
  readonly name: string
  readonly query: string
  readonly sort: string
  readonly public_url: string | null
  readonly [member: string]: unknown
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

for (const dialect of DIALECTS) {
  test(`${dialect}: collections in the API`, async (t) => {
    const app = await testApp(t, dialect)
    const ids: number[] = []
    for (const [index, tags] of ['sea', 'sea,town', 'town', ''].entries()) {
      const fields = { title: `entry ${index}`, content: '<p>Of the tide</p>', tags, archive: index === 1 ? '1' : '0' }
      ids.push((await app.save(app.alice, `https://example.org/${index}`, fields)).id)
    }
    const foreign = await app.save(app.bob, 'https://example.org/bob', { title: 'bob', content: '<p>x</p>' })
    await t.test('a collection is created, read, changed and deleted', () => lifecycle(app))
    await t.test('wrong input is refused without effect', () => refusals(app))
    await t.test('entries are added, reordered and removed', () => picking(app, ids, foreign.id))
    await t.test('lists take a collection, also with other filters, a query and an order', () => listing(app, ids))
    await t.test('a limit in the query bounds the list on every page', () => limiting(app, ids))
    await t.test('feeds and files have the entries in the order of the collection', () => outlets(app, ids))
    await t.test('a collection that names itself, or many others, ends', () => nesting(app))
  })
}

async function call(app: TestApp, method: Method, path: string, payload?: object) {
  return app.ask(app.alice, { method, url: `/api/collections${path}`, ...(payload && { payload }) })
}

async function make(app: TestApp, payload: object): Promise<WireCollection> {
  const answer = await call(app, 'POST', '', payload)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<WireCollection>()
}

async function titles(app: TestApp, query: string): Promise<unknown[]> {
  const answer = await app.ask(app.alice, { url: `/api/entries?${query}` })
  assert.equal(answer.statusCode, 200, answer.body)
  const { _embedded } = answer.json<{ _embedded: { items: WireEntry[] } }>()
  return _embedded.items.map(({ title }) => title)
}

async function lifecycle(app: TestApp): Promise<void> {
  const made = await make(app, { name: '  Night \n reading ', query: 'is:unread', icon: 'coffee', published: 1 })
  assert.deepEqual(
    [made.name, made.query, made['icon'], made.sort, made['layout'], made['pinned']],
    ['Night reading', 'is:unread', 'coffee', 'newest', null, true],
  )
  assert.match(made.public_url!, /^http:\/\/dogear\.test\/c\/[0-9a-z]{30}$/)
  const texts = { description: 'For the last hour of the day', curator: ' Ann  B. ' }
  const introduced = (await call(app, 'PATCH', `/${made.id}`, texts)).json<WireCollection>()
  assert.deepEqual([introduced['description'], introduced['curator']], [texts.description, 'Ann B.'])
  assert.equal((await call(app, 'PATCH', `/${made.id}`, { curator: 'x'.repeat(101) })).statusCode, 400)
  const changed = await call(app, 'PATCH', `/${made.id}`, { name: 'Bedtime', layout: 'rows', published: 0, pinned: 0 })
  const { public_url: address, ...rest } = changed.json<WireCollection>()
  assert.deepEqual([address, rest['layout'], rest['pinned'], rest.query], [null, 'rows', false, 'is:unread'])
  assert.deepEqual((await call(app, 'GET', '')).json<WireCollection[]>(), [{ ...rest, public_url: null }])
  assert.equal((await call(app, 'DELETE', `/${made.id}`)).json<WireCollection>().name, 'Bedtime')
  assert.equal((await call(app, 'GET', `/${made.id}`)).statusCode, 404)
}

async function refusals(app: TestApp): Promise<void> {
  const { id } = await make(app, { name: 'Größe' })
  const wrong: object[] = [
    {},
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { name: 'GROSSE' },
    { name: 'a', query: 'é'.repeat(2049) },
    { name: 'a', icon: '../x' },
    { name: 'a', sort: 'random' },
    { name: 'a', layout: 'wide' },
  ]
  for (const payload of wrong) assert.equal((await call(app, 'POST', '', payload)).statusCode, 400)
  const bodies: object[] = [{}, { entries: [] }, { entries: 'a' }, { entries: [0] }, { entries: [1.5] }]
  for (const payload of [...bodies, { entries: Array.from({ length: 1001 }, (_, index) => index + 1) }]) {
    assert.equal((await call(app, 'POST', `/${id}/entries`, payload)).statusCode, 400)
  }
  assert.equal((await call(app, 'GET', '')).json<unknown[]>().length, 1)
  assert.equal((await call(app, 'DELETE', `/${id}`)).statusCode, 200)
}

async function picking(app: TestApp, ids: readonly number[], foreign: number): Promise<void> {
  const { id } = await make(app, { name: 'Picked' })
  const add = await call(app, 'POST', `/${id}/entries`, { entries: [ids[2], ids[0], foreign, 999_999, ids[2]] })
  assert.deepEqual(add.json(), { changed: 2 })
  assert.deepEqual((await call(app, 'POST', `/${id}/entries`, { entries: `${ids[0]},${ids[3]}` })).json(), {
    changed: 1,
  })
  assert.deepEqual(await titles(app, `collection=${id}`), ['entry 2', 'entry 0', 'entry 3'])
  await call(app, 'PATCH', `/${id}/entries/${ids[3]}`, { before: ids[0] })
  assert.deepEqual(await titles(app, `collection=${id}`), ['entry 2', 'entry 3', 'entry 0'])
  await call(app, 'PATCH', `/${id}/entries/${ids[2]}`, { to: 'last' })
  assert.deepEqual(await titles(app, `collection=${id}`), ['entry 3', 'entry 0', 'entry 2'])
  assert.deepEqual(await titles(app, `collection=${id}&perPage=1&page=3`), ['entry 2'])
  assert.equal((await call(app, 'PATCH', `/${id}/entries/${ids[1]}`, { to: 'first' })).statusCode, 404)
  assert.deepEqual((await call(app, 'DELETE', `/${id}/entries`, { entries: [ids[3], ids[1]] })).json(), { changed: 1 })
  assert.deepEqual(await titles(app, `collection=${id}`), ['entry 0', 'entry 2'])
}

async function listing(app: TestApp, ids: readonly number[]): Promise<void> {
  const picked = await make(app, { name: 'Shelf' })
  await call(app, 'POST', `/${picked.id}/entries`, { entries: [ids[0], ids[2]] })
  const smart = await make(app, { name: 'Tide', query: 'tide -tag:town', sort: 'oldest' })
  await call(app, 'POST', `/${smart.id}/entries`, { entries: [ids[1]] })
  assert.deepEqual(await titles(app, `collection=${smart.id}`), ['entry 0', 'entry 1', 'entry 3'])
  assert.deepEqual(await titles(app, `collection=${smart.id}&archive=1`), ['entry 1'])
  assert.deepEqual(await titles(app, `collection=${smart.id}&order=desc`), ['entry 3', 'entry 1', 'entry 0'])
  assert.deepEqual(await titles(app, `collection=${picked.id}&order=desc`), ['entry 2', 'entry 0'])
  assert.deepEqual(await titles(app, `collection=${picked.id}&q=${encodeURIComponent('in:tide')}`), ['entry 0'])
  await call(app, 'PATCH', `/${smart.id}`, { sort: 'manual' })
  assert.deepEqual(await titles(app, `collection=${smart.id}`), ['entry 1', 'entry 3', 'entry 0'])
  assert.deepEqual(await titles(app, `collection=${smart.id}&perPage=2&page=2`), ['entry 0'])
  assert.equal((await app.ask(app.alice, { url: '/api/entries?collection=999999' })).statusCode, 404)
  assert.equal((await app.ask(app.bob, { url: `/api/entries?collection=${smart.id}` })).statusCode, 404)
}

async function limiting(app: TestApp, ids: readonly number[]): Promise<void> {
  const { id } = await make(app, { name: 'Three oldest', query: 'sort:saved-asc limit:3' })
  const answer = await app.ask(app.alice, { url: `/api/entries?collection=${id}&perPage=2&page=2` })
  const { total, pages, _embedded } = answer.json<{ total: number; pages: number; _embedded: { items: WireEntry[] } }>()
  assert.deepEqual([total, pages, _embedded.items.map((entry) => entry.id)], [3, 2, [ids[2]]])
}

async function outlets(app: TestApp, ids: readonly number[]): Promise<void> {
  const { id } = await make(app, { name: 'Low tide' })
  await call(app, 'POST', `/${id}/entries`, { entries: [ids[1], ids[3], ids[0]] })
  const { renewFeedToken } = await import('../../src/users/feed-token.ts')
  const token = await renewFeedToken(app.services, app.alice.id)
  const atom = await app.app.inject({ url: `/feed/alice/${token}/collections/${id}` })
  assert.equal(atom.statusCode, 200, atom.body)
  assert.deepEqual(
    [...atom.body.matchAll(/<title type="html"><!\[CDATA\[(.*?)\]\]>/g)].map((match) => match[1]),
    ['entry 1', 'entry 3', 'entry 0'],
  )
  const json = await app.app.inject({ url: `/feed/alice/${token}/collections/${id}?format=json` })
  assert.equal(json.headers['content-type'], 'application/feed+json')
  const feed = json.json<{ version: string; items: { title: string; external_url: string }[] }>()
  assert.equal(feed.version, 'https://jsonfeed.org/version/1.1')
  assert.deepEqual(
    feed.items.map(({ title }) => title),
    ['entry 1', 'entry 3', 'entry 0'],
  )
  assert.equal((await app.app.inject({ url: `/feed/alice/${token}/collections/999999` })).statusCode, 404)
}

async function nesting(app: TestApp): Promise<void> {
  await make(app, { name: 'Shallow', query: 'tide' })
  const { id } = await make(app, { name: 'Loop', query: 'in:loop OR in:deep OR tag:sea' })
  await make(app, { name: 'Deep', query: Array.from({ length: 60 }, () => 'in:loop in:deep in:shallow').join(' OR ') })
  assert.deepEqual(await titles(app, `collection=${id}`), ['entry 1', 'entry 0'])
  const deep = (await call(app, 'GET', '')).json<WireCollection[]>().find(({ name }) => name === 'Deep')!
  assert.deepEqual(await titles(app, `collection=${deep.id}`), [])
}
