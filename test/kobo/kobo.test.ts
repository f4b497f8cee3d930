import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createKoboDevice, DEFAULT_KOBO_OPTIONS } from '../../src/kobo-devices/kobo-device.ts'
import { deleteAppPassword, listAppPasswords } from '../../src/users/passwords/app-password.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { deviceOf, type Articles, type Downloaded } from './device.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: the articles of a Kobo e-reader`, async (t) => {
    const app = await testApp(t, dialect)
    await firstSync(t, app)
    await laterSyncs(t, app)
    await downloads(t, app)
    await actions(t, app)
    await keys(t, app)
  })
}

test('with DOGEAR_KOBO=off, no address for Kobo e-readers exists', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_KOBO: 'off' } })
  const { post, key } = await deviceOf(app)
  assert.equal((await post('instapaper/get')).statusCode, 404)
  assert.equal((await app.app.inject({ url: `/kobo/${key}/store/v1/initialization` })).statusCode, 404)
  assert.equal((await app.app.inject({ method: 'POST', url: '/v3/get', payload: {} })).statusCode, 404)
})

test('wrong keys of devices have the limit of anonymous requests', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_RATE_LIMITS: 'on' } })
  const { get } = await deviceOf(app)
  const guess = (path: string) => app.app.inject({ method: 'POST', url: `/kobo/1-0000/${path}`, payload: {} })
  for (let number = 0; number < 300; number++) {
    assert.equal((await guess(number % 2 === 0 ? 'get' : 'store/v1')).statusCode, 401)
  }
  assert.equal((await guess('get')).statusCode, 429)
  assert.equal((await get()).total, 0)
})

async function firstSync(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the first list contains the unread articles, newest first', async () => {
    const { get, save, send } = await deviceOf(app)
    const [old, read, recent] = [
      await save('old', { tags: 'sea', authors: 'Ines' }),
      await save('read'),
      await save('new'),
    ]
    await send({ action: 'archive', item_id: read })
    const { total, list, since } = await get({ since: null })
    assert.equal(total, 2)
    assert.deepEqual(new Set(Object.keys(list)), new Set([old, recent]))
    assert.ok(Math.abs(since - Date.now() / 1000) < 100)
    const { time_added: added, ...item } = list[old!]!
    assert.equal(typeof added, 'number')
    const expected = {
      ...EXPECTED,
      item_id: old,
      resolved_id: old,
      resolved_url: `https://www.example.org/old#dgr-${old}`,
    }
    assert.deepEqual(pick(item, Object.keys(expected)), expected)
    assert.deepEqual(item['tags'], { sea: { item_id: old, tag: 'sea' } })
    assert.match(JSON.stringify(item['authors']), /"name":"Ines"/)
  })
  await t.test('the list is read in pages, with numbers as texts or as numbers', async () => {
    const { get, save } = await deviceOf(app)
    const ids = [await save('one'), await save('two'), await save('three')]
    const first = await get({ count: '2', offset: '0' })
    assert.deepEqual([first.total, new Set(Object.keys(first.list))], [3, new Set([ids[1], ids[2]])])
    const second = await get({ count: 2, offset: 2 })
    assert.deepEqual([second.total, Object.keys(second.list)], [3, [ids[0]]])
  })
  await t.test('entries without a text are left out', async () => {
    const { user, get, save } = await deviceOf(app)
    await app.save(user, `${app.site.url}/missing-page`)
    await save('empty', { content: '<p> </p>' })
    const id = await save('text')
    assert.deepEqual(Object.keys((await get()).list), [id])
  })
}

const EXPECTED = {
  given_url: 'https://www.example.org/old',
  resolved_title: 'old',
  excerpt: 'old text',
  status: '0',
  favorite: '0',
  is_article: '1',
  has_image: '0',
  has_video: '0',
  images: {},
  videos: [],
}

function pick(item: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)))
}

async function laterSyncs(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a later list contains what changed, with its state', async () => {
    const { user, get, save, send } = await deviceOf(app)
    const [kept, archived, deleted] = [await save('kept'), await save('archived'), await save('deleted')]
    const { since } = await get()
    app.clock.advance(3600)
    await send({ action: 'archive', item_id: archived }, { action: 'delete', item_id: deleted })
    const added = await save('added')
    const later = await get({ since: since + 1800 })
    assert.deepEqual(states(later), { [archived]: '1', [deleted]: '2', [added]: '0' })
    assert.ok(!(kept in later.list))
    assert.deepEqual(states(await get({ since: String(later.since + 7200) })), {})
    const key = await createKoboDevice(app.services, user.id, {
      ...DEFAULT_KOBO_OPTIONS,
      name: 'Clara',
      removesArchived: true,
    })
    const other = await app.app.inject({
      method: 'POST',
      url: `/kobo/${key}/get`,
      payload: { since: since + 1800, count: '50', offset: '0' },
    })
    assert.deepEqual(states(other.json<Articles>()), { [archived]: '2', [deleted]: '2', [added]: '0' })
  })
  await t.test('changes of the two minutes before are repeated, and a strange time changes nothing', async () => {
    const { get, save } = await deviceOf(app)
    const id = await save('just before')
    const { since } = await get()
    assert.deepEqual(states(await get({ since: since + 60 })), { [id]: '0' })
    for (const strange of ['x', -1, {}, '9'.repeat(15)])
      assert.equal(typeof (await get({ since: strange })).total, 'number')
  })
}

const states = ({ list }: Articles) => Object.fromEntries(Object.entries(list).map(([id, { status }]) => [id, status]))

async function downloads(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an article is found by the address of the list, and by that of its page', async () => {
    const { get, save, download } = await deviceOf(app)
    const id = await save('page?q=a%20b', { content: '<p>Tides</p>' })
    const { resolved_url: address } = (await get()).list[id]!
    for (const url of [address, 'https://www.example.org/page?q=a%20b', 'https://www.example.org/page?q=a b']) {
      const answer = await download(url)
      assert.deepEqual(
        [answer.statusCode, answer.json<Downloaded>()],
        [200, { article: '<p>Tides</p>', images: {} }],
        url,
      )
    }
    assert.equal((await download('https://www.example.org/other')).statusCode, 404)
    assert.equal((await download('')).statusCode, 404)
  })
  await t.test('an article of another user is not found', async () => {
    const { save } = await deviceOf(app)
    const id = await save('secret')
    const other = await deviceOf(app)
    assert.equal((await other.download(`https://www.example.org/secret#dgr-${id}`)).statusCode, 404)
  })
  await t.test('formulas become text, and frames and pictures without a copy are left out', async () => {
    const { save, download } = await deviceOf(app)
    const math =
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_i</annotation></semantics></math>'
    const id = await save('parts', {
      content: `<p>a ${math} b</p><p><img src="https://www.example.org/p.png" alt="p"></p><p>c</p>`,
    })
    const { article } = (await download(`https://www.example.org/parts#dgr-${id}`)).json<Downloaded>()
    assert.match(article, /^<p>a <i>x_i<\/i> b<\/p>/)
    assert.doesNotMatch(article, /<img|<math|<!--/)
  })
  await t.test('the older address answers with more members', async () => {
    const { save, download } = await deviceOf(app)
    const id = await save('older')
    const answer = (await download(`https://www.example.org/older#dgr-${id}`, 'v3beta/text')).json<Downloaded>()
    assert.deepEqual([answer['resolved_id'], answer['title'], answer['responseCode']], [id, 'older', 200])
    assert.equal(answer['topImageUrl'], '')
  })
}

async function actions(t: TestContext, app: TestApp): Promise<void> {
  await t.test(
    'a device archives, stars, deletes, saves and opens articles, and gets one result for each',
    async () => {
      const { user, get, save, send } = await deviceOf(app)
      const id = await save('one')
      const other = await save('two')
      const entry = async (of: string) =>
        (await app.ask(user, { url: `/api/entries/${of}.json` })).json<{ is_archived: number; is_starred: number }>()
      assert.deepEqual(await send({ action: 'favorite', item_id: id }, { action: 'archive', item_id: id }), [
        true,
        true,
      ])
      const { is_archived: isArchived, is_starred: isStarred } = await entry(id)
      assert.deepEqual([isArchived, isStarred], [1, 1])
      assert.deepEqual(await send({ action: 'readd', item_id: id }, { action: 'unfavorite', item_id: id }), [
        true,
        true,
      ])
      assert.deepEqual(
        await send(
          { action: 'opened_item', item_id: id },
          { action: 'left_item', item_id: id },
          { action: 'delete', item_id: other },
          { action: 'delete', item_id: other },
          { action: 'archive', item_id: other },
          { action: 'add', url: 'https://www.example.org/added#dgr-7' },
          { action: 'add', url: 'no address' },
          { action: 'dance', item_id: id },
          { action: 'archive', item_id: 'x' },
        ),
        [true, true, true, true, true, true, false, false, false],
      )
      const reading = await app.ask(user, { url: '/api/entries.json?q=is:reading' })
      assert.deepEqual(
        reading.json<{ _embedded: { items: { id: number }[] } }>()._embedded.items.map(({ id: of }) => String(of)),
        [id],
      )
      const saved = await app.ask(user, { url: '/api/entries.json' })
      assert.ok(
        saved.body.includes('https:\\/\\/www.example.org\\/added"') ||
          saved.body.includes('https://www.example.org/added"'),
      )
      assert.deepEqual(Object.keys((await get()).list), [id])
    },
  )
  await t.test('opening an article again keeps the reading position', async () => {
    const { user, save, send } = await deviceOf(app)
    const id = Number(await save('position'))
    await send({ action: 'opened_item', item_id: String(id) })
    const at = await app.services.database.read((db) =>
      db.selectFrom('entry_progress').select('updated_at').where('user_id', '=', user.id).execute(),
    )
    app.clock.advance(60)
    await send({ action: 'opened_item', item_id: String(id) })
    assert.deepEqual(
      await app.services.database.read((db) =>
        db.selectFrom('entry_progress').select('updated_at').where('user_id', '=', user.id).execute(),
      ),
      at,
    )
  })
  await t.test('no list, a list of other things and a list of more than a thousand actions are refused', async () => {
    const { post, send } = await deviceOf(app)
    const many = Array.from({ length: 1001 }, () => ({ action: 'left_item', item_id: '1' }))
    assert.deepEqual(new Set(await send(...many.slice(1))), new Set([true]))
    for (const list of [undefined, 'x', [1], many]) {
      const answer = await post('instapaper/send', { actions: list })
      assert.deepEqual([answer.statusCode, answer.json<{ status: number }>().status], [400, 0])
    }
  })
}

async function keys(t: TestContext, app: TestApp): Promise<void> {
  await t.test('all addresses of configurations lead to the same answers', async () => {
    const { post, key } = await deviceOf(app)
    for (const path of ['get', 'api/kobo/get', 'instapaper/get', 'instapaper/api/kobo/get', 'v3/get']) {
      assert.equal((await post(path)).json<Articles>().total, 0, path)
    }
    for (const path of ['', 'other', 'v3/get/x', 'x/get']) {
      assert.notEqual((await post(path)).statusCode, 200, path)
    }
    for (const [method, path, status, allow] of [
      ['GET', 'get', 405, 'POST'],
      ['DELETE', 'get', 405, 'POST'],
      ['OPTIONS', 'instapaper/send', 405, 'POST'],
      ['GET', '', 405, 'POST'],
      ['POST', 'other', 404, undefined],
    ] as const) {
      const answer = await app.app.inject({ method, url: `/kobo/${key}/${path}`, payload: {} })
      assert.deepEqual([answer.statusCode, answer.headers['allow']], [status, allow], `${method} ${path}`)
      assert.equal(answer.json<{ status: number }>().status, 0)
    }
    const payload = { access_token: key, actions: [] }
    for (const url of ['/v3/get', '/v3/send']) {
      assert.equal((await app.app.inject({ method: 'POST', url, payload })).statusCode, 200, url)
      assert.equal((await app.app.inject({ method: 'POST', url, payload: {} })).statusCode, 401, url)
    }
    const text = await app.app.inject({
      method: 'POST',
      url: '/v3beta/text',
      payload: { ...payload, url: 'https://x.example/' },
    })
    assert.equal(text.statusCode, 404)
  })
  await t.test('only a key for Kobo is accepted, and it opens nothing else', async () => {
    const { user, key, post } = await deviceOf(app)
    const full = await app.newKey(user)
    for (const wrong of [full, `${user.id}-${'0'.repeat(20)}`, 'x', `${key}x`]) {
      const answer = await app.app.inject({ method: 'POST', url: `/kobo/${wrong}/get`, payload: {} })
      assert.deepEqual([answer.statusCode, answer.json<{ status: number }>().status], [401, 0], wrong)
    }
    const { id, secret } = app.client
    const grant = {
      grant_type: 'password',
      client_id: id,
      client_secret: secret,
      username: user.username,
      password: key,
    }
    assert.equal((await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload: grant })).statusCode, 400)
    assert.equal(
      (await app.app.inject({ url: '/linkding/api/bookmarks/', headers: { authorization: `Token ${key}` } }))
        .statusCode,
      403,
    )
    const [, device] = await app.services.database.read((db) => listAppPasswords(db, user.id))
    await deleteAppPassword(app.services, user.id, device!.id)
    assert.equal((await post('get')).statusCode, 401)
  })
  await t.test('a body that is neither a form nor JSON is refused', async () => {
    const { key } = await deviceOf(app)
    const headers = { 'content-type': 'application/json' }
    const answer = await app.app.inject({ method: 'POST', url: `/kobo/${key}/get`, headers, payload: '[1' })
    assert.equal(answer.statusCode, 400)
  })
}
