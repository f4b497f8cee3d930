import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, held, NEWS } from '../support/site.ts'
import { dumpTables } from './dump-tables.fixture.ts'

const GIVEN = { title: 'Title', content: '<p>Content</p>', tags: 'ink,paper' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

for (const dialect of DIALECTS) {
  test(`${dialect}: deleting entries`, async (t) => {
    const app = await testApp(t, dialect)
    await answers(t, app)
    await refusals(t, app)
    await leftovers(t, app)
    await duringFetch(t, app)
  })

  test(`${dialect}: with DOGEAR_EXACT_MEMBERS no member is left out`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_EXACT_MEMBERS: 'on' } })
    const saved = await app.save(app.alice, 'https://example.org/exact', GIVEN)
    assert.equal(saved['annotations'], null)
    const listed = (await app.ask(app.alice, { url: `/api/entries/${saved.id}` })).json<WireEntry>()
    assert.deepEqual(Object.keys(saved), Object.keys(listed))
    const deleted = await remove(app, saved.id)
    assert.deepEqual(deleted.json(), { ...saved, annotations: [] })
    assert.deepEqual(deleted.json<Record<string, unknown>>()['_links'], { self: { href: `/api/entries/${saved.id}` } })
  })
}

const remove = (app: TestApp, id: number | string, query = '') =>
  app.ask(app.alice, { method: 'DELETE', url: `/api/entries/${id}${query}` })

async function answers(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the answer is the entry without its id, with annotations and the path of all entries', async () => {
    for (const query of ['', '.json', '?expect=entry', '.html?expect=entry']) {
      const { id, ...saved } = await app.save(app.alice, 'https://example.org/a', GIVEN)
      const answer = await remove(app, id, query)
      assert.equal(answer.headers['content-type'], 'application/json')
      const expected = { ...saved, annotations: [], _links: { self: { href: '/api/entries/' } } }
      assert.deepEqual([answer.statusCode, answer.json()], [200, expected])
    }
  })
  await t.test('expect=id answers the id alone', async () => {
    const { id } = await app.save(app.alice, 'https://example.org/a', GIVEN)
    const answer = await remove(app, id, '?expect=id')
    assert.deepEqual([answer.statusCode, answer.body], [200, `{"id":${id}}`])
  })
  await t.test('bodies are accepted and ignored', async () => {
    const bodies = [
      { headers: { 'content-type': 'application/json' }, payload: '' },
      { headers: { 'content-type': 'application/json' }, payload: '{}' },
      { headers: { 'content-type': 'application/json' }, payload: '{"expect":"id"}' },
      { headers: FORM, payload: 'expect=id' },
    ]
    for (const body of bodies) {
      const { id } = await app.save(app.alice, 'https://example.org/a', GIVEN)
      const answer = await app.ask(app.alice, { method: 'DELETE', url: `/api/entries/${id}`, ...body })
      assert.deepEqual([answer.statusCode, answer.json<WireEntry>()['title']], [200, 'Title'])
    }
  })
}

async function refusals(t: TestContext, app: TestApp): Promise<void> {
  await t.test('another value of expect is refused, and nothing is deleted', async () => {
    const { id } = await app.save(app.alice, 'https://example.org/kept', GIVEN)
    for (const word of ['all', '', 'ID']) {
      const answer = await remove(app, id, `?expect=${word}`)
      const message = `expect: 'id' or 'entry' expected, ${word} given`
      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 400, message }])
    }
    assert.equal((await remove(app, id)).statusCode, 200)
  })
  await t.test('of several deletions one is 200, the others 404', async () => {
    const { id } = await app.save(app.alice, 'https://example.org/twice', GIVEN)
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await remove(app, id)).statusCode))
    assert.deepEqual(statuses.sort(), [200, 404, 404, 404, 404])
    const again = await remove(app, id)
    assert.deepEqual([again.statusCode, again.body], [404, '{"code":404,"message":"Not Found"}'])
  })
}

async function leftovers(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a deleted entry leaves only its tombstone and those of its tags', async () => {
    const { id, tags } = await app.save(app.alice, `${app.site.url}/news`, { tags: 'alone' })
    assert.equal((await remove(app, id)).statusCode, 200)
    const tables = await dumpTables(app.database)
    for (const table of ['entry_content', 'entry_address', 'entry_tag', 'capture', 'capture_body']) {
      assert.deepEqual(tables[table], [], table)
    }
    const tombstones = tables['tombstone']!.map((row) => JSON.parse(row) as { kind: string; object_id: number })
    const has = (kind: string, object: number) =>
      tombstones.some((stone) => stone.kind === kind && stone.object_id === object)
    assert.ok(has('entry', id))
    assert.ok(has('tag', (tags as { id: number }[])[0]!.id))
  })
  await t.test('ids are not used again, and the address makes a new entry', async () => {
    const first = await app.save(app.alice, 'https://example.org/again', GIVEN)
    await remove(app, first.id)
    const second = await app.save(app.alice, 'https://example.org/again', GIVEN)
    assert.ok(second.id > first.id)
    await remove(app, second.id)
  })
  await t.test('a tag stays while another entry has it', async () => {
    const [first, second] = [
      await app.save(app.alice, 'https://example.org/1', { ...GIVEN, tags: 'both' }),
      await app.save(app.alice, 'https://example.org/2', { ...GIVEN, tags: 'both' }),
    ]
    await remove(app, first.id)
    const kept = (await app.ask(app.alice, { url: `/api/entries/${second.id}` })).json<WireEntry>()
    assert.deepEqual(kept['tags'], second['tags'])
    await remove(app, second.id)
  })
}

async function duringFetch(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an entry that is deleted while its page is fetched stays deleted', async () => {
    const late = held(answering(articlePage(NEWS)))
    app.site.page('/late', late.answer)
    const saving = app.ask(app.alice, {
      method: 'POST',
      url: '/api/entries',
      payload: { url: `${app.site.url}/late`, tags: 'gone' },
    })
    while (app.site.hits('/late') === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    const { _embedded } = (await app.ask(app.alice, { url: '/api/entries' })).json<{
      _embedded: { items: WireEntry[] }
    }>()
    assert.equal(_embedded.items.length, 1)
    assert.equal((await remove(app, _embedded.items[0]!.id)).statusCode, 200)
    late.release()
    assert.equal((await saving).statusCode, 404)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const tables = await dumpTables(app.database)
    for (const table of ['entry', 'entry_content', 'entry_tag', 'tag', 'capture']) assert.deepEqual(tables[table], [])
  })
}
