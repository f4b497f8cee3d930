import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { InjectOptions } from 'fastify'
import { listActions } from '../../src/entries/undoable-actions/action.repository.ts'
import type { AppScope } from '../../src/users/passwords/app-scopes.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { until } from '../web/import-upload.fixture.ts'

interface Feed {
  readonly id: number
  readonly title: string
  readonly category: { readonly title: string }
  readonly icon: { readonly icon_id: number } | null
}

interface Entry {
  readonly id: number
  readonly feed_id: number
  readonly status: string
  readonly starred: boolean
  readonly title: string
  readonly content: string
  readonly tags: readonly string[]
  readonly feed: Feed
}

interface Entries {
  readonly total: number
  readonly entries: readonly Entry[]
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the API of Miniflux`, async (t) => {
    const app = await testApp(t, dialect)
    await keys(t, app)
    await reading(t, app)
    await icons(t, app)
    await changes(t, app)
    await bounds(t, app)
  })

  test(`${dialect}: with DOGEAR_MINIFLUX=off, no address of the API of Miniflux exists`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_MINIFLUX: 'off' } })
    const { send } = await readerWithKey(app)
    assert.equal((await send('me')).statusCode, 404)
  })

  test(`${dialect}: wrong keys and searches have the usual limits in the API of Miniflux`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_RATE_LIMITS: 'on' } })
    const { send } = await readerWithKey(app)
    const guess = () => app.app.inject({ url: '/miniflux/v1/me', headers: { 'x-auth-token': '1-0000' } })
    for (let number = 0; number < 300; number++) assert.equal((await guess()).statusCode, 401)
    assert.equal((await guess()).statusCode, 429)
    for (let number = 0; number < 30; number++) assert.equal((await send('entries?search=tea')).statusCode, 200)
    assert.equal((await send('entries?search=tea')).statusCode, 429)
    assert.equal((await send('entries')).statusCode, 200)
  })
}

async function readerWithKey(app: TestApp, scopes?: readonly AppScope[]) {
  const user = await app.newUser()
  const key = await app.newKey(user, scopes)
  const headers = { 'x-auth-token': key }
  const send = (path: string, request: InjectOptions = {}) =>
    app.app.inject({ url: `/miniflux/v1/${path}`, ...request, headers: { ...headers, ...request.headers } })
  const get = async <T>(path: string) => (await send(path)).json<T>()
  const put = (path: string, payload?: object | string) =>
    send(path, { method: 'PUT', ...(payload !== undefined && { payload }) })
  const save = async (name: string, fields: object = {}) =>
    (await app.save(user, `https://www.example.org/${name}`, { title: name, content: `<p>${name} "q"</p>`, ...fields }))
      .id
  return { user, key, send, get, put, save }
}

const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})

async function keys(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an app password is the token, or the password beside the username', async () => {
    const { user, key } = await readerWithKey(app)
    const other = await readerWithKey(app)
    const me = (headers: Record<string, string>) => app.app.inject({ url: '/miniflux/v1/me', headers })
    // newsboat 2.21 knows only Basic.
    for (const headers of [
      { 'x-auth-token': key },
      basic(user.username, key),
      basic(user.username.toUpperCase(), key.replace(/^\d+-/, '')),
    ]) {
      const answer = await me(headers)
      assert.equal(answer.json<{ username: string }>().username, user.username)
    }
    for (const headers of [
      { 'x-auth-token': user.password },
      { 'x-auth-token': await app.token(user) },
      { authorization: `Bearer ${key}` },
      basic(user.username, user.password),
      basic(user.username, other.key),
      basic(other.user.username, key),
      basic('', ''),
      { authorization: 'Basic !' },
      {},
    ]) {
      const answer = await me(headers as Record<string, string>)
      assert.deepEqual([answer.statusCode, answer.json()], [401, { error_message: 'access unauthorized' }])
    }
    assert.equal((await app.app.inject({ url: '/miniflux/healthcheck' })).body, 'OK')
  })
  await t.test('the scopes of the app password decide', async () => {
    const { get, put, save } = await readerWithKey(app, ['read'])
    const id = await save('a')
    for (const path of [`entries/${id}/bookmark`, 'entries', 'categories/1/mark-all-as-read']) {
      const refused = await put(path, { entry_ids: [id], status: 'read' })
      assert.equal(refused.statusCode, 403, path)
      assert.match(refused.json<{ error_message: string }>().error_message, /lacks the scope "write"/)
    }
    const { status, starred } = await get<Entry>(`entries/${id}`)
    assert.deepEqual([status, starred], ['unread', false])
  })
}

async function reading(t: TestContext, app: TestApp): Promise<void> {
  await t.test('sites and collections are feeds in two categories', async () => {
    const { user, get, save } = await readerWithKey(app)
    await save('mill', { tags: 'water', starred: 1 })
    await save('kiln', { archive: 1 })
    const payload = { name: 'Rivers', query: '#water' }
    await app.ask(user, { method: 'POST', url: '/api/collections', payload })
    const feeds = await get<Feed[]>('feeds')
    assert.deepEqual(
      feeds.map(({ title, category }) => [title, category.title]),
      [
        ['example.org', 'Sites'],
        ['Rivers', 'Collections'],
      ],
    )
    const [site, rivers] = feeds.map(({ id }) => id)
    assert.equal((await get<Feed>(`feeds/${rivers}`)).title, 'Rivers')
    assert.equal((await get<Feed[]>('categories/2/feeds'))[0]?.id, rivers)
    const categories =
      await get<{ title: string; feed_count?: number; total_unread?: number }[]>('categories?counts=true')
    assert.deepEqual(
      categories.map((one) => [one.title, one.feed_count, one.total_unread]),
      [
        ['Sites', 1, 1],
        ['Collections', 1, 1],
      ],
    )
    assert.deepEqual(await get('categories?counts=1'), categories)
    assert.deepEqual(await get('feeds/counters'), {
      reads: { [rivers!]: 0, [site!]: 1 },
      unreads: { [rivers!]: 1, [site!]: 1 },
    })
    const [entry] = (await get<Entries>(`feeds/${rivers}/entries`)).entries
    assert.deepEqual(
      [entry?.title, entry?.content, entry?.status, entry?.starred, entry?.tags, entry?.feed.title],
      ['mill', '<p>mill "q"</p>', 'unread', true, ['water'], 'example.org'],
    )
    assert.equal((await get<Entry>(`feeds/${rivers}/entries/${entry!.id}`)).title, 'mill')
    assert.equal((await get<Entry>(`categories/2/entries/${entry!.id}`)).title, 'mill')
    assert.equal((await get<{ content: string }>(`entries/${entry!.id}/fetch-content`)).content, '<p>mill "q"</p>')
  })
  await t.test('entries are filtered, sorted and paged', async () => {
    const { get, save } = await readerWithKey(app)
    const a = await save('a', { tags: 'tea' })
    app.clock.advance(10)
    const b = await save('b', { archive: 1, starred: 1 })
    app.clock.advance(10)
    const c = await save('c', { tags: 'tea,milk' })
    const ids = async (query: string) => (await get<Entries>(`entries?${query}`)).entries.map(({ id }) => id)
    // newsboat 2.21 asks for a feed in this order, and for no status.
    assert.deepEqual(await ids('order=published_at&direction=desc'), [c, b, a])
    assert.deepEqual(await ids(''), [a, b, c])
    assert.deepEqual(await ids('status=unread'), [a, c])
    assert.deepEqual(await ids('status=unread&status=read'), [a, b, c])
    assert.deepEqual(await ids('status=removed'), [])
    assert.deepEqual(await ids('starred=true'), [b])
    // requests writes the True of the clients miniflux 1.1.6 and miniflux-tui-py 0.8.22 like this.
    assert.deepEqual(await ids('starred=True'), [b])
    assert.deepEqual(await ids('starred=False'), [a, c])
    assert.deepEqual(await ids('starred=0&order=title&direction=desc'), [c, a])
    assert.deepEqual(await ids('tags=tea&tags=milk'), [c])
    assert.deepEqual(await ids(`after_entry_id=${a}&before_entry_id=${c}`), [b])
    assert.deepEqual(await ids('search=b'), [b])
    assert.deepEqual(await ids('search=%23tea'), [a, c])
    assert.deepEqual(await ids('search=coffee'), [])
    const seconds = Math.floor(app.clock.now().getTime() / 1000)
    assert.deepEqual(await ids(`published_after=${seconds - 5}`), [c])
    assert.deepEqual(await ids(`before=${seconds - 5}&order=id`), [a, b])
    assert.deepEqual(await ids(`changed_after=${seconds - 15}&changed_before=${seconds - 5}`), [b])
    assert.deepEqual(await ids('limit=1&offset=1'), [b])
    assert.equal((await get<Entries>('entries?limit=1')).total, 3)
    assert.deepEqual(await get('entries/ids?status=unread&limit=1'), { total: 2, entry_ids: [c] })
    assert.deepEqual(await get('entries/ids?starred=false'), { total: 2, entry_ids: [c, a] })
  })
}

async function icons(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the icon of a site is its copy on this server', async () => {
    const { user, get, send } = await readerWithKey(app)
    const png = Buffer.from(ONE_PIXEL, 'base64')
    app.site.page('/icon.png', (_, response) => response.setHeader('content-type', 'image/png').end(png))
    const text = '<p>A text that is long enough to count as an article, with several words in it.</p>'.repeat(5)
    const page = `<title>T</title><link rel="icon" href="/icon.png"><article>${text}</article>`
    app.site.page('/with-icon', (_, response) => response.setHeader('content-type', 'text/html').end(page))
    await app.save(user, `${app.site.url}/with-icon`)
    const [feed] = await until(
      () => get<Feed[]>('feeds'),
      ([one]) => one?.icon !== null,
    )
    const icon = await until(
      () => send(`icons/${feed!.icon!.icon_id}`),
      ({ statusCode }) => statusCode === 200,
    )
    const expected = { id: feed!.id, mime_type: 'image/png', data: `image/png;base64,${ONE_PIXEL}` }
    assert.deepEqual(icon.json(), expected)
    assert.deepEqual(await get(`feeds/${feed!.id}/icon`), expected)
  })
}

const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function changes(t: TestContext, app: TestApp): Promise<void> {
  await t.test('entries are archived and starred, and a feed or all entries are marked as read', async () => {
    const { user, get, put, send, save } = await readerWithKey(app)
    const [a, b] = [await save('a'), await save('b')]
    const states = async () => {
      const { entries } = await get<Entries>('entries?order=id')
      return entries.map(({ status, starred }) => `${status}${starred ? ' starred' : ''}`)
    }
    assert.equal((await put('entries', { entry_ids: [a, b], status: 'read', starred: true })).statusCode, 204)
    assert.deepEqual(await states(), ['read starred', 'read starred'])
    // newsboat 2.21 sends JSON with the type of a form.
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = JSON.stringify({ entry_ids: [a], status: 'unread' })
    assert.equal((await send('entries', { method: 'PUT', headers, payload })).statusCode, 204)
    assert.equal((await put('entries', { entry_ids: [a], starred: false })).statusCode, 204)
    assert.equal((await put(`entries/${b}/bookmark`)).statusCode, 204)
    assert.deepEqual(await states(), ['unread', 'read'])
    assert.equal((await put(`entries/${a}/star`)).statusCode, 204)
    assert.deepEqual(await states(), ['unread starred', 'read'])
    for (const path of [`feeds/${(await get<Feed[]>('feeds'))[0]!.id}`, 'categories/1', `users/${user.id}`]) {
      await put('entries', { entry_ids: [a], status: 'unread' })
      assert.equal((await put(`${path}/mark-all-as-read`)).statusCode, 204)
      assert.deepEqual(await states(), ['read starred', 'read'], path)
    }
    assert.equal((await app.database.read((db) => listActions(db, user.id, '2026'))).length, 3)
    assert.equal((await put('feeds/refresh')).statusCode, 204)
  })
}

async function bounds(t: TestContext, app: TestApp): Promise<void> {
  await t.test('wrong input gets a message and changes nothing', async () => {
    const { user, get, put, send, save } = await readerWithKey(app)
    const other = await readerWithKey(app)
    const [mine, theirs] = [await save('mine'), await other.save('theirs')]
    for (const body of [
      '{',
      'null',
      { status: 'read' },
      { entry_ids: [], status: 'read' },
      { entry_ids: [mine, 'x'], status: 'read' },
      { entry_ids: [mine, -1], status: 'read' },
      { entry_ids: [mine] },
      { entry_ids: [mine], status: 'removed' },
      { entry_ids: [mine], status: 'read', starred: 'yes' },
      { entry_ids: Array<number>(10_001).fill(mine), status: 'read' },
    ]) {
      const answer = await put('entries', body)
      assert.equal(answer.statusCode, 400, JSON.stringify(body).slice(0, 100))
      assert.equal(typeof answer.json<{ error_message: string }>().error_message, 'string')
    }
    for (const query of [
      'order=x',
      'direction=up',
      'limit=1001',
      'offset=-1',
      'status=x',
      'starred=2',
      'category_id=7',
    ]) {
      assert.equal((await send(`entries?${query}`)).statusCode, 400, query)
    }
    for (const path of [
      `entries/${theirs}`,
      'entries/0',
      'feeds/77',
      'feeds/77/entries',
      'categories/3/entries',
      'x',
    ]) {
      assert.equal((await send(path)).statusCode, 404, path)
    }
    for (const path of [`entries/${theirs}/bookmark`, 'feeds/77/mark-all-as-read']) {
      assert.equal((await put(path)).statusCode, 404, path)
    }
    assert.equal((await put(`users/${other.user.id}/mark-all-as-read`)).statusCode, 403)
    await put('entries', { entry_ids: [theirs], status: 'read' })
    assert.equal((await get<Entry>(`entries/${mine}`)).status, 'unread')
    assert.equal((await other.get<Entry>(`entries/${theirs}`)).status, 'unread')
    const collection = await app.ask(user, { method: 'POST', url: '/api/collections', payload: { name: 'Empty' } })
    const { id } = collection.json<{ id: number }>()
    assert.equal((await send(`feeds/${id}/entries/${mine}`)).statusCode, 404)
  })
}
