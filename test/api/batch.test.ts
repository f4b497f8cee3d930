import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const GIVEN = { title: 'Title', content: '<p>Content</p>' }
const page = (name: string) => `https://example.org/${name}`

for (const dialect of DIALECTS) {
  test(`${dialect}: many entries by one call`, async (t) => {
    const app = await testApp(t, dialect)
    await saving(t, app)
    await deleting(t, app)
    await tagging(t, app)
    await credentials(t, app)
    await faults(t, app)
  })
}

function call(app: TestApp, method: 'POST' | 'DELETE', path: string, list: readonly [string, unknown]) {
  const [name, value] = list
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return app.ask(app.alice, { method, url: `/api/entries/${path}?${name}=${encodeURIComponent(text)}` })
}

async function saving(t: TestContext, app: TestApp): Promise<void> {
  await t.test('known and new addresses are answered with their ids, in order', async () => {
    const { id } = await app.save(app.alice, page('known'), GIVEN)
    const urls = [`${app.site.url}/news`, page('known'), `${app.site.url}/news`]
    const answer = await call(app, 'POST', 'lists', ['urls', urls])
    assert.equal(answer.statusCode, 200)
    const items = answer.json<{ url: string; entry: number }[]>()
    assert.deepEqual(
      items.map(({ url }) => url),
      urls,
    )
    assert.equal(items[1]!.entry, id)
    assert.ok(items[0]!.entry > id)
    assert.equal(items[2]!.entry, items[0]!.entry)
  })

  await t.test('a body is ignored, and an empty or missing list gets an empty response', async () => {
    const url = '/api/entries/lists'
    const payload = { urls: [page('in-a-body')] }
    assert.deepEqual((await app.ask(app.alice, { method: 'POST', url, payload })).json(), [])
    assert.deepEqual((await call(app, 'POST', 'lists', ['urls', []])).json(), [])
    assert.deepEqual((await app.ask(app.alice, { url: `/api/entries/exists?url=${page('in-a-body')}` })).json(), {
      exists: false,
    })
  })

  await t.test('more than ten are refused in wallabag’s words, and so is a list with one bad address', async () => {
    const eleven = Array.from({ length: 11 }, (_, index) => page(`many-${index}`))
    const refused = await call(app, 'POST', 'lists', ['urls', eleven])
    assert.deepEqual(refused.json(), { code: 400, message: 'API limit reached' })
    const bad = await call(app, 'POST', 'lists', ['urls', [page('good'), 'no address']])
    assert.equal(bad.statusCode, 400)
    for (const url of [page('many-0'), page('good')]) {
      assert.deepEqual((await app.ask(app.alice, { url: `/api/entries/exists?url=${url}` })).json(), { exists: false })
    }
  })
}

async function deleting(t: TestContext, app: TestApp): Promise<void> {
  await t.test('each address says whether its entry was there', async () => {
    await app.save(app.alice, page('gone'), GIVEN)
    await app.save(app.bob, page('of-bob'), GIVEN)
    const urls = [page('gone'), page('of-bob'), page('gone'), page('never')]
    const answer = await call(app, 'DELETE', 'list', ['urls', urls])
    assert.deepEqual(
      answer.json<{ entry: boolean }[]>().map(({ entry }) => entry),
      [true, false, false, false],
    )
    const { total } = (await app.ask(app.bob, { url: '/api/entries' })).json<{ total: number }>()
    assert.equal(total, 1)
  })

  await t.test('an unreadable list is refused', async () => {
    assert.deepEqual((await call(app, 'DELETE', 'list', ['urls', '[broken'])).json(), [])
    assert.deepEqual((await app.ask(app.alice, { method: 'DELETE', url: '/api/entries/list' })).json(), [])
  })
}

async function tagging(t: TestContext, app: TestApp): Promise<void> {
  await t.test('tags are added and removed by address', async () => {
    const { id } = await app.save(app.alice, page('tagged'), { ...GIVEN, tags: 'kept' })
    const list = [
      { url: page('tagged'), tags: 'One, two' },
      { url: page('never'), tags: 'three' },
    ]
    const added = await call(app, 'POST', 'tags/lists', ['list', list])
    assert.deepEqual(added.json(), [
      { url: page('tagged'), entry: id },
      { url: page('never'), entry: false },
    ])
    assert.deepEqual((await labelsOf(app, id)).toSorted(), ['kept', 'one', 'two'])
    const taken = await call(app, 'DELETE', 'tags/list', ['list', [{ url: page('tagged'), tags: 'one,unknown' }]])
    assert.deepEqual(taken.json(), [{ url: page('tagged'), entry: id }])
    assert.deepEqual((await labelsOf(app, id)).toSorted(), ['kept', 'two'])
  })
}

async function credentials(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an address with credentials, which are dropped, finds its entry in every call', async () => {
    const url = 'http://user:pw@u.example.org/x'
    const [saved] = (await call(app, 'POST', 'lists', ['urls', [url]])).json<{ entry: number }[]>()
    const found = [{ url, entry: saved!.entry }]
    const list = [{ url, tags: 'one' }]
    assert.deepEqual((await call(app, 'POST', 'tags/lists', ['list', list])).json(), found)
    assert.deepEqual(await labelsOf(app, saved!.entry), ['one'])
    assert.deepEqual((await call(app, 'DELETE', 'tags/list', ['list', list])).json(), found)
    assert.deepEqual(await labelsOf(app, saved!.entry), [])
    assert.deepEqual((await call(app, 'DELETE', 'list', ['urls', [url]])).json(), [{ url, entry: true }])
  })
}

async function faults(t: TestContext, app: TestApp): Promise<void> {
  const wrong: readonly (readonly ['POST' | 'DELETE', string, string, unknown])[] = [
    ['POST', 'lists', 'urls', '[broken'],
    ['POST', 'lists', 'urls', '{"a":1}'],
    ['POST', 'lists', 'urls', [{ address: page('object') }]],
    ['POST', 'lists', 'urls', [1]],
    ['DELETE', 'list', 'urls', '"text"'],
    ['DELETE', 'list', 'urls', [null]],
    ['POST', 'tags/lists', 'list', [page('text')]],
    ['POST', 'tags/lists', 'list', [{ tags: 'a' }]],
    ['DELETE', 'tags/list', 'list', '{"url":"x"}'],
    ['DELETE', 'tags/list', 'list', Array.from({ length: 501 }, () => ({ url: 'x', tags: '' }))],
  ]
  await t.test('a list of the wrong kind is refused without effect', async () => {
    const before = await countOf(app)
    for (const [method, path, name, value] of wrong) {
      const answer = await call(app, method, path, [name, value])
      assert.equal(answer.statusCode, 400, `${method} ${path} ${JSON.stringify(value).slice(0, 40)}`)
      assert.equal(answer.json<{ code: number }>().code, 400)
    }
    assert.equal(await countOf(app), before)
  })
}

async function countOf(app: TestApp): Promise<number> {
  return (await app.ask(app.alice, { url: '/api/entries' })).json<{ total: number }>().total
}

async function labelsOf(app: TestApp, id: number): Promise<string[]> {
  const answer = await app.ask(app.alice, { url: `/api/entries/${id}` })
  return answer.json<{ tags: { label: string }[] }>().tags.map(({ label }) => label)
}
