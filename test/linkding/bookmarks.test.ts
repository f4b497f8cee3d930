import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { InjectOptions } from 'fastify'
import type { AppScope } from '../../src/users/passwords/app-scopes.ts'
import { createAppPassword, listAppPasswords } from '../../src/users/passwords/app-password.ts'
import { openSession } from '../../src/users/sessions/session.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const LIST = '/linkding/api/bookmarks/'

interface Bookmark {
  readonly id: number
  readonly title: string
  readonly notes: string
  readonly is_archived: boolean
  readonly tag_names: readonly string[]
}

interface List {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: readonly Bookmark[]
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the API of linkding`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_SAVE_WAIT_SECONDS: '0' } })
    await keys(t, app)
    await reading(t, app)
    await changes(t, app)
  })

  test(`${dialect}: with DOGEAR_LINKDING=off, no address of it exists`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_LINKDING: 'off' } })
    const { send } = await userWithKey(app)
    assert.equal((await send({ url: LIST })).statusCode, 404)
  })

  test(`${dialect}: saves, searches and calls have the usual limits`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_RATE_LIMITS: 'on', DOGEAR_SAVE_WAIT_SECONDS: '0' } })
    const { send } = await userWithKey(app)
    for (let call = 0; call < 30; call++) assert.equal((await send({ url: `${LIST}?q=tea` })).statusCode, 200)
    const refused = await send({ url: `${LIST}?q=tea` })
    assert.deepEqual([refused.statusCode, Number(refused.headers['retry-after']) > 0], [429, true])
    assert.equal((await send({ url: LIST })).statusCode, 200)
    const guess = () => app.app.inject({ url: LIST, headers: { authorization: 'Token 1-0000-0000-0000-0000-0000' } })
    for (let call = 0; call < 300; call++) assert.equal((await guess()).statusCode, 401)
    assert.equal((await guess()).statusCode, 429)
  })
}

async function keys(t: TestContext, app: TestApp): Promise<void> {
  await t.test('only app passwords are keys: no account password, access token or cookie', async () => {
    const { user, key } = await userWithKey(app)
    const session = await openSession(app.services, {
      userId: user.id,
      userAgent: 'test',
      address: '127.0.0.1',
      isRemembered: false,
    })
    const token = await app.token(user)
    const bare = key.replace(/^\d+-/, '')
    for (const headers of [
      { authorization: `Token ${user.password}` },
      { authorization: `Token ${token}` },
      { authorization: `Bearer ${token}` },
      { authorization: `Token ${bare}` },
      { authorization: `Token ${app.bob.id}-${bare}` },
      { authorization: `Basic ${Buffer.from(`${user.username}:${key}`).toString('base64')}` },
      { cookie: `session=${session.token}` },
    ]) {
      assert.equal((await app.app.inject({ url: LIST, headers })).statusCode, 401, JSON.stringify(headers))
    }
    for (const scheme of ['Token', 'token', 'Bearer']) {
      const answer = await app.app.inject({ url: LIST, headers: { authorization: `${scheme} ${key}` } })
      assert.equal(answer.statusCode, 200, scheme)
    }
  })
  await t.test('the scopes of the key decide, and a refusal changes nothing', async () => {
    const { user, send } = await userWithKey(app, ['read'])
    const { id } = await app.save(user, 'https://example.org/a', { title: 'A', content: '<p>C</p>' })
    for (const request of [
      { method: 'POST', url: LIST, payload: { url: 'http://127.0.0.1:1/b' } },
      { method: 'PATCH', url: `${LIST}${id}/`, payload: { title: 'B' } },
      { method: 'POST', url: `${LIST}${id}/archive/` },
      { method: 'DELETE', url: `${LIST}${id}/` },
    ] as const) {
      const refused = await send(request)
      assert.equal(refused.statusCode, 403, `${request.method} ${request.url}`)
      assert.match(refused.json<{ detail: string }>().detail, /lacks the scope "(?:save|write)"/)
    }
    const list = (await send({ url: LIST })).json<List>()
    assert.deepEqual([list.count, list.results[0]?.title, list.results[0]?.is_archived], [1, 'A', false])
    const saver = await userWithKey(app, ['save'])
    assert.equal((await saver.send({ url: LIST })).statusCode, 403)
    const saved = await saver.send({ method: 'POST', url: LIST, payload: { url: 'http://127.0.0.1:1/c' } })
    assert.equal(saved.statusCode, 201)
  })
  await t.test('the use of a key is recorded, a revoked or expired key is refused', async () => {
    const { user, send } = await userWithKey(app, undefined, 30)
    const used = async () => (await app.database.read((db) => listAppPasswords(db, user.id)))[0]!.lastUsedAt
    assert.equal(await used(), null)
    assert.equal((await send({ url: LIST })).statusCode, 200)
    const first = await used()
    assert.ok(first !== null)
    app.clock.advance(60)
    await send({ url: LIST })
    assert.equal(await used(), first)
    app.clock.advance(30 * 86_400)
    assert.equal((await send({ url: LIST })).statusCode, 401)
    assert.equal(await used(), first)
  })
}

async function reading(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a list has an entity tag, which changes with the list', async () => {
    const { user, send } = await userWithKey(app)
    const { id } = await app.save(user, 'https://example.org/a', { title: 'A', content: '<p>C</p>' })
    const titles = async (headers = {}) => {
      const response = await send({ url: LIST, headers })
      const { etag } = response.headers
      const found = response.statusCode === 200 ? response.json<List>().results.map(({ title }) => title) : []
      return { status: response.statusCode, etag, found }
    }
    const first = await titles()
    assert.deepEqual(await titles(), first)
    assert.equal((await titles({ 'if-none-match': first.etag })).status, 304)
    await send({ method: 'PATCH', url: `${LIST}${id}/`, payload: { title: 'B' } })
    assert.deepEqual((await titles({ 'if-none-match': first.etag })).found, ['B'])
  })
  await t.test('searches find by words, tags, operators in any case and keywords', async () => {
    const { user, send } = await userWithKey(app)
    const save = (name: string, fields: object) =>
      app.save(user, `https://example.org/${name}`, { title: name, content: `<p>${name} text</p>`, ...fields })
    await save('mill', { tags: 'water' })
    await save('kiln', { tags: 'fire,clay' })
    await save('loom', {})
    const titles = async (q: string) => {
      const list = (await send({ url: LIST, query: { q, sort: 'title_asc' } })).json<List>()
      return list.results.map(({ title }) => title).join()
    }
    assert.equal(await titles('mill'), 'mill')
    assert.equal(await titles('#WATER or #clay'), 'kiln,mill')
    assert.equal(await titles('text and not (#water or #fire)'), 'loom')
    assert.equal(await titles('!untagged'), 'loom')
    assert.equal(await titles('!unread text'), 'kiln,loom,mill')
    assert.equal(await titles('"mill or kiln"'), '')
    const paged = (await send({ url: `${LIST}?limit=1&offset=1&sort=title_asc` })).json<List>()
    assert.deepEqual(
      [paged.count, paged.results[0]?.title, paged.next, paged.previous],
      [
        3,
        'loom',
        `${app.baseUrl}${LIST}?limit=1&offset=2&sort=title_asc`,
        `${app.baseUrl}${LIST}?limit=1&sort=title_asc`,
      ],
    )
    const tags = (await send({ url: '/linkding/api/tags/' })).json<{ results: { id: number; name: string }[] }>()
    assert.deepEqual(
      tags.results.map(({ name }) => name),
      ['clay', 'fire', 'water'],
    )
    const one = await send({ url: `/linkding/api/tags/${tags.results[0]!.id}/` })
    assert.equal(one.json<{ name: string }>().name, 'clay')
    const check = await send({ url: `${LIST}check/`, query: { url: 'https://example.org/mill' } })
    assert.equal(check.json<{ bookmark: Bookmark }>().bookmark.title, 'mill')
  })
  await t.test("other users' bookmarks and tags do not exist", async () => {
    const [owner, other] = [await userWithKey(app), await userWithKey(app)]
    const { id } = await app.save(owner.user, 'https://example.org/x', {
      title: 'X',
      content: '<p>C</p>',
      tags: 'mine',
    })
    const tags = (await owner.send({ url: '/linkding/api/tags/' })).json<{ results: { id: number }[] }>()
    for (const request of [
      { url: `${LIST}${id}/` },
      { url: `/linkding/api/tags/${tags.results[0]!.id}/` },
      { method: 'DELETE', url: `${LIST}${id}/` },
      { method: 'PATCH', url: `${LIST}${id}/`, payload: { title: 'Y' } },
      { method: 'POST', url: `${LIST}${id}/archive/` },
    ] as const) {
      assert.equal((await other.send(request)).statusCode, 404, request.url)
    }
    assert.equal((await owner.send({ url: `${LIST}${id}/` })).json<Bookmark>().title, 'X')
  })
}

async function changes(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a bookmark is saved, changed, archived and deleted', async () => {
    const { user, send } = await userWithKey(app)
    const payload = { url: 'http://127.0.0.1:1/p', title: 'P', notes: 'n', tag_names: ['Tea', 'two words'] }
    const made = (await send({ method: 'POST', url: LIST, payload })).json<Bookmark>()
    assert.deepEqual([made.title, made.notes, made.tag_names], ['P', 'n', ['tea', 'two words']])
    const url = `${LIST}${made.id}/`
    const patched = await send({ method: 'PATCH', url, payload: { notes: '', tag_names: [], unread: false } })
    const { title, notes, tag_names, is_archived } = patched.json<Bookmark>()
    assert.deepEqual([title, notes, tag_names, is_archived], ['P', '', [], false])
    for (const [path, archived, there] of [
      ['archive/', 1, 0],
      ['unarchive/', 0, 1],
    ] as const) {
      // aiolinkding 2025.2.0 sends an empty body of this type.
      const headers = { 'content-type': 'application/octet-stream' }
      assert.equal((await send({ method: 'POST', url: url + path, headers, payload: '' })).statusCode, 204)
      assert.equal((await send({ url: `${LIST}archived/` })).json<List>().count, archived)
      assert.equal((await send({ url: LIST })).json<List>().count, there)
    }
    const moved = await send({ method: 'PATCH', url, payload: { url: 'http://127.0.0.1:1/q' } })
    assert.equal(moved.statusCode, 400)
    assert.equal((await send({ method: 'DELETE', url })).statusCode, 204)
    assert.equal((await send({ url })).statusCode, 404)
    const trash = await app.ask(user, { url: '/api/trash' })
    assert.match(trash.body, /127\.0\.0\.1:1\/p/)
  })
}

/** Creates a user with an app password, and a function that sends requests with it as key. */
async function userWithKey(app: TestApp, scopes?: readonly AppScope[], days?: number) {
  const user: TestUser = await app.newUser()
  const limits = { ...(scopes && { scopes }), days }
  const key = await createAppPassword({ ...app.services, clock: app.clock }, user.id, { name: 'linkding', ...limits })
  const send = (request: InjectOptions) =>
    app.app.inject({ ...request, headers: { ...request.headers, authorization: `Token ${key}` } })
  return { user, key, send }
}
