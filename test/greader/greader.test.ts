import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { listActions } from '../../src/entries/undoable-actions/action.repository.ts'
import { openSession } from '../../src/users/sessions/session.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { readerWithKey } from './key-user.fixture.ts'

const STATE = 'user/-/state/com.google/'
const READING_LIST = `${STATE}reading-list`
const LONG = 'tag:google.com,2005:reader/item/'

interface Item {
  readonly id: string
  readonly title: string
  readonly categories: readonly string[]
  readonly alternate: readonly { readonly href: string }[]
  readonly origin: { readonly streamId: string; readonly title: string }
  readonly summary: { readonly content: string }
}

interface Contents {
  readonly items: readonly Item[]
  readonly continuation?: string
}

interface Ids {
  readonly itemRefs: readonly { readonly id: string }[]
  readonly continuation?: string
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the Google Reader API`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_SAVE_WAIT_SECONDS: '0' } })
    await keys(t, app)
    await reading(t, app)
    await pages(t, app)
    await changes(t, app)
    await bounds(t, app)
  })

  test(`${dialect}: with DOGEAR_GREADER=off, no address of the Google Reader API exists`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_GREADER: 'off' } })
    const { get } = await readerWithKey(app)
    assert.equal((await get('user-info')).statusCode, 404)
    assert.equal((await app.app.inject({ method: 'POST', url: '/accounts/ClientLogin' })).statusCode, 404)
  })

  test(`${dialect}: wrong passwords count against the limit for anonymous requests`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_RATE_LIMITS: 'on' } })
    const { user, get } = await readerWithKey(app)
    const guess = () => login(app, user.username, '1-0000-0000-0000-0000-0000')
    for (let call = 0; call < 300; call++) assert.equal((await guess()).statusCode, 401)
    assert.equal((await guess()).statusCode, 429)
    assert.equal((await get('user-info')).statusCode, 200)
  })
}

const login = (app: TestApp, name: string, password: string, more = '') =>
  app.app.inject({
    method: 'POST',
    url: '/accounts/ClientLogin',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `${new URLSearchParams({ Email: name, Passwd: password })}${more}`,
  })

async function keys(t: TestContext, app: TestApp): Promise<void> {
  await t.test('ClientLogin exchanges the username and an app password for the token of all requests', async () => {
    const { user, key, get } = await readerWithKey(app)
    for (const name of [user.username, user.username.toUpperCase()]) {
      for (const password of [key, key.replace(/^\d+-/, '')]) {
        const answer = await login(app, name, password)
        assert.equal(answer.statusCode, 200, `${name} ${password}`)
        assert.equal(answer.body, `SID=${key}\nLSID=${key}\nAuth=${key}\n`)
        assert.match(String(answer.headers['cache-control']), /no-store/)
      }
    }
    const json = await login(app, user.username, key, '&output=json')
    assert.equal(json.json<{ Auth: string }>().Auth, key)
    assert.equal((await get('user-info')).json<{ userName: string }>().userName, user.username)
    assert.match((await get('token')).body, /^\w{57}$/)
  })
  await t.test('the password of the account, access tokens, cookies and keys of others are refused', async () => {
    const { user, key } = await readerWithKey(app)
    const other = await readerWithKey(app)
    const token = await app.token(user)
    for (const [name, password] of [
      [user.username, user.password],
      [user.username, token],
      [user.username, other.key],
      [other.user.username, key],
      ['nobody', key],
      ['', ''],
    ] as const) {
      const answer = await login(app, name, password)
      assert.deepEqual([answer.statusCode, answer.body], [401, 'Error=BadAuthentication\n'], `${name} ${password}`)
    }
    const browser = { userId: user.id, userAgent: 'test', address: '127.0.0.1', isRemembered: false }
    const session = await openSession(app.services, browser)
    for (const headers of [
      { authorization: `GoogleLogin auth=${token}` },
      { authorization: `Bearer ${key}` },
      { authorization: `GoogleLogin auth=${user.password}` },
      { cookie: `session=${session.token}` },
      {},
    ]) {
      const answer = await app.app.inject({ url: '/reader/api/0/user-info', headers })
      assert.deepEqual([answer.statusCode, answer.body], [401, 'Unauthorized'], JSON.stringify(headers))
    }
  })
  await t.test('the scopes of the key decide, and a refusal changes nothing', async () => {
    const { user, get, post } = await readerWithKey(app, ['read'])
    const { id } = await app.save(user, 'https://example.org/a', { title: 'A', content: '<p>C</p>' })
    const i = String(id)
    for (const [path, form] of [
      ['edit-tag', { i, a: `${STATE}read` }],
      ['mark-all-as-read', { s: READING_LIST }],
      ['subscription/quickadd', { quickadd: 'http://127.0.0.1:1/b' }],
    ] as const) {
      const refused = await post(path, form)
      assert.equal(refused.statusCode, 403, path)
      assert.match(refused.body, /lacks the scope \\"(?:save|write)\\"/)
    }
    const { items } = (await get('stream/contents')).json<Contents>()
    assert.deepEqual(
      items.map(({ categories }) => categories),
      [[READING_LIST]],
    )
  })
}

async function reading(t: TestContext, app: TestApp): Promise<void> {
  await t.test('sites and collections are subscriptions, and tags are labels', async () => {
    const { user, get, save } = await readerWithKey(app)
    const first = await save('mill', { tags: 'Water,two words', starred: 1 })
    await save('kiln', { archive: 1 })
    await app.save(user, 'https://other.example/x', { title: 'X', content: '<p>X</p>' })
    const collection = await app.ask(user, {
      method: 'POST',
      url: '/api/collections',
      payload: { name: 'Rivers', query: '#water' },
    })
    const list = (await get('subscription/list', { output: 'json' })).json<{
      subscriptions: { id: string; title: string; categories: { label: string }[] }[]
    }>()
    assert.deepEqual(
      list.subscriptions.map(({ title, categories }) => [title, categories[0]?.label]),
      [
        ['other.example', 'Sites'],
        ['example.org', 'Sites'],
        ['Rivers', 'Collections'],
      ],
    )
    const [, site, rivers] = list.subscriptions.map(({ id }) => id)
    assert.equal(rivers, `feed/${collection.json<{ id: number }>().id}`)
    // newsboat 2.21 reads ids of feeds as integers of 32 bits.
    for (const { id } of list.subscriptions) assert.ok(Number(id.slice('feed/'.length)) < 2 ** 31, id)
    const tags = (await get('tag/list')).json<{ tags: { id: string }[] }>().tags.map(({ id }) => id)
    assert.deepEqual(tags, [
      `${STATE}starred`,
      ...['Collections', 'Sites', 'two words', 'water'].map((name) => `user/-/label/${name}`),
    ])
    const counts = (await get('unread-count')).json<{ unreadcounts: { id: string; count: number }[] }>()
    const countOf = (id: string | undefined) => counts.unreadcounts.find((one) => one.id === id)?.count
    assert.deepEqual([countOf(site), countOf(rivers), countOf(READING_LIST)], [1, 1, 2])
    const titles = async (stream: string, query: Readonly<Record<string, string>> = {}) => {
      const contents = await get(`stream/contents/${encodeURIComponent(stream)}`, query)
      return contents.json<Contents>().items.map(({ title }) => title)
    }
    assert.deepEqual(await titles(READING_LIST), ['X', 'kiln', 'mill'])
    assert.deepEqual(await titles(READING_LIST, { xt: `${STATE}read`, r: 'o' }), ['mill', 'X'])
    assert.deepEqual(await titles(`user/${user.id}/state/com.google/read`), ['kiln'])
    assert.deepEqual(await titles(`${STATE}starred`), ['mill'])
    assert.deepEqual(await titles(`${STATE}read`, { xt: `${STATE}read` }), [])
    assert.deepEqual(await titles('user/-/label/two words'), ['mill'])
    assert.deepEqual(await titles('user/-/label/Sites'), ['X', 'kiln', 'mill'])
    assert.deepEqual(await titles('user/-/label/Collections'), ['mill'])
    assert.deepEqual(await titles(site!, { it: `${STATE}starred` }), ['mill'])
    assert.deepEqual(await titles(rivers!), ['mill'])
    assert.deepEqual(await titles(`${STATE}broadcast-friends`), [])
    const [item] = (await get(`stream/contents/${rivers}`)).json<Contents>().items
    assert.equal(item?.id, LONG + first.id.toString(16).padStart(16, '0'))
    assert.equal(item.summary.content, '<p>Text of mill.</p>')
    assert.deepEqual(item.origin, { streamId: site, title: 'example.org', htmlUrl: 'https://www.example.org/' })
    assert.deepEqual(item.categories.slice(1), [`${STATE}starred`, 'user/-/label/two words', 'user/-/label/water'])
  })
  await t.test('at /api/greader.php, the name of a label keeps what looks like the suffix of a file', async () => {
    const { send, save } = await readerWithKey(app)
    await save('one', { tags: 'node.js' })
    const answer = await send({ url: '/api/greader.php/reader/api/0/stream/contents/user/-/label/node.js' })
    assert.equal(answer.json<Contents>().items.length, 1)
  })
  await t.test('items are found by the long, the hexadecimal and the decimal form of their ids', async () => {
    const { get, post, save } = await readerWithKey(app)
    const [one, two, three] = [await save('one'), await save('two'), await save('three')]
    const i = [LONG + one.id.toString(16), two.id.toString(16).padStart(16, '0'), String(three.id), '999999999']
    for (const answer of [await post('stream/items/contents', { i }), await get('stream/items/contents', { i })]) {
      const { items } = answer.json<Contents>()
      assert.deepEqual(
        items.map(({ title }) => title),
        ['one', 'two', 'three'],
      )
      // greader_api 0.7.0 (crates.io) requires these members, also of an entry without tags.
      for (const { origin, alternate, categories } of items) {
        assert.ok(origin.streamId !== '' && origin.title !== '' && alternate[0]!.href !== '' && categories.length > 0)
      }
    }
    const greader = await readerWithKey(app)
    assert.deepEqual((await greader.post('stream/items/contents', { i })).json<Contents>().items, [])
  })
  await t.test('newsboat 2.21 requests a subscription as Atom, with an encoded slash in its id', async () => {
    const { send, get, save } = await readerWithKey(app)
    await save('a&b', { title: 'Tea & <Milk>', tags: 'x', archive: 1, authors: 'Ann,Bob' })
    const { subscriptions } = (await get('subscription/list')).json<{ subscriptions: { id: string }[] }>()
    for (const base of ['', '/api/greader.php']) {
      const url = `${base}/reader/atom/${encodeURIComponent(subscriptions[0]!.id)}?n=20`
      const answer = await send({ url })
      assert.equal(answer.headers['content-type'], 'application/atom+xml; charset=utf-8')
      assert.match(answer.body, /<title type="text">Tea &amp; &lt;Milk&gt;<\/title>/)
      assert.match(answer.body, /<content type="html">&lt;p&gt;Text of a&amp;amp;b\.&lt;\/p&gt;<\/content>/)
      // newsboat recognises items that are read by this label.
      assert.match(answer.body, /<category [^>]*label="read"\/>/)
      assert.ok(answer.body.trimEnd().endsWith('</entry>\n</feed>'))
    }
    const empty = await send({ url: `/reader/atom/${encodeURIComponent(`${STATE}starred`)}` })
    assert.match(empty.body, /<feed [^]*<\/feed>\n$/)
  })
}

async function pages(t: TestContext, app: TestApp): Promise<void> {
  await t.test('each item is in one page, even if items are archived between two pages', async () => {
    const { get, post, save } = await readerWithKey(app)
    const saved: number[] = []
    for (let number = 0; number < 7; number++) saved.push((await save(`p${number}`)).id)
    for (const r of ['n', 'o']) {
      const seen: number[] = []
      let continuation: string | undefined
      do {
        const query = { s: READING_LIST, xt: `${STATE}read`, n: '2', r, ...(continuation && { c: continuation }) }
        const page = (await get('stream/items/ids', query)).json<Ids>()
        const ids = page.itemRefs.map(({ id }) => id)
        seen.push(...ids.map(Number))
        await post('edit-tag', { i: ids, a: `${STATE}read` })
        continuation = page.continuation
      } while (continuation !== undefined)
      assert.deepEqual(seen, r === 'o' ? saved : saved.toReversed())
      await post('edit-tag', { i: saved.map(String), r: `${STATE}read` })
    }
  })
  await t.test('`ot` selects what was saved or changed since, and `nt` what was saved until then', async () => {
    const { get, post, save } = await readerWithKey(app)
    const old = await save('old')
    const ids = async (query: Readonly<Record<string, string>>) =>
      (await get('stream/items/ids', query)).json<Ids>().itemRefs.map(({ id }) => Number(id))
    app.clock.advance(3600)
    const between = Math.floor(app.clock.now().getTime() / 1000)
    app.clock.advance(3600)
    const recent = await save('recent')
    assert.deepEqual(await ids({ ot: String(between) }), [recent.id])
    assert.deepEqual(await ids({ nt: String(between) }), [old.id])
    await post('edit-tag', { i: String(old.id), a: `${STATE}starred` })
    assert.deepEqual(await ids({ ot: String(between) }), [recent.id, old.id])
    // Seconds, milliseconds and microseconds
    for (const unit of ['', '000', '000000']) assert.deepEqual(await ids({ nt: between + unit }), [old.id])
  })
}

async function changes(t: TestContext, app: TestApp): Promise<void> {
  await t.test('edit-tag archives, stars and tags, and takes it back', async () => {
    const { get, post, save } = await readerWithKey(app)
    const i = [String((await save('one')).id), LONG + (await save('two')).id.toString(16)]
    const categories = async () => {
      const { items } = (await post('stream/items/contents', { i })).json<Contents>()
      return items.map((item) => item.categories.slice(1).map((id) => id.slice(id.lastIndexOf('/') + 1)))
    }
    const done = await post('edit-tag', { i, a: [`${STATE}read`, `${STATE}starred`, 'user/-/label/Tea time'] })
    assert.deepEqual([done.statusCode, done.body], [200, 'OK'])
    assert.deepEqual(
      await categories(),
      i.map(() => ['read', 'starred', 'tea time']),
    )
    await post('edit-tag', { i, a: `${STATE}kept-unread`, r: [`${STATE}read`, `${STATE}starred`] })
    await post('edit-tag', { i: i[0]!, r: 'user/-/label/tea time' })
    assert.deepEqual(await categories(), [[], ['tea time']])
    assert.equal((await post('rename-tag', { s: 'user/-/label/tea time', dest: 'user/-/label/tea' })).body, 'OK')
    assert.deepEqual(await categories(), [[], ['tea']])
    assert.equal((await post('disable-tag', { t: 'tea' })).body, 'OK')
    assert.deepEqual(await categories(), [[], []])
    assert.equal((await get('tag/list')).json<{ tags: unknown[] }>().tags.length, 3)
  })
  await t.test(
    'mark-all-as-read archives what was saved until the time, and can be undone in the history',
    async () => {
      const { user, get, post, save } = await readerWithKey(app)
      await save('early')
      app.clock.advance(60)
      const ts = `${app.clock.now().getTime()}000`
      app.clock.advance(60)
      await save('late')
      await app.save(user, 'https://other.example/x', { title: 'other', content: '<p>X</p>' })
      const unread = async () => {
        const { items } = (await get('stream/contents', { xt: `${STATE}read` })).json<Contents>()
        return items.map(({ title }) => title)
      }
      assert.equal((await post('mark-all-as-read', { s: READING_LIST, ts })).body, 'OK')
      assert.deepEqual(await unread(), ['other', 'late'])
      const { items } = (await get('stream/contents')).json<Contents>()
      await post('mark-all-as-read', { s: items.find(({ title }) => title === 'late')!.origin.streamId })
      assert.deepEqual(await unread(), ['other'])
      const actions = await app.database.read((db) => listActions(db, user.id, '2026'))
      assert.deepEqual(
        actions.map(({ kind }) => kind),
        ['archive', 'archive'],
      )
    },
  )
}

async function bounds(t: TestContext, app: TestApp): Promise<void> {
  await t.test('wrong input gets a message and changes nothing', async () => {
    const { get, post, save } = await readerWithKey(app)
    const other = await readerWithKey(app)
    const [mine, theirs] = [String((await save('mine')).id), String((await other.save('theirs')).id)]
    const [feed] = (await other.get('subscription/list')).json<{ subscriptions: { id: string }[] }>().subscriptions
    const read = `${STATE}read`
    for (const [path, form, status] of [
      ['edit-tag', { i: mine }, 400],
      ['edit-tag', { a: read }, 400],
      ['edit-tag', { i: 'x', a: read }, 400],
      ['edit-tag', { i: [mine, `${LONG}zz`], a: read }, 400],
      ['edit-tag', { i: mine, a: read, r: read }, 400],
      ['edit-tag', { i: mine, a: 'nonsense' }, 400],
      ['edit-tag', { i: mine, a: [read, 'user/-/label/Sites'] }, 400],
      ['edit-tag', { i: mine, a: [read, `user/-/label/${'x'.repeat(300)}`] }, 400],
      ['edit-tag', { i: Array<string>(10_001).fill('1'), a: read }, 400],
      ['mark-all-as-read', {}, 400],
      ['mark-all-as-read', { s: 'feed/77' }, 404],
      ['mark-all-as-read', { s: READING_LIST, ts: 'soon' }, 400],
      ['subscription/quickadd', { quickadd: 'javascript:alert(1)' }, 400],
      ['subscription/edit', { ac: 'unsubscribe', s: feed!.id }, 400],
      ['rename-tag', { s: 'user/-/label/none', dest: 'user/-/label/x' }, 404],
      ['stream/items/contents', {}, 400],
      ['unknown', {}, 404],
    ] as const) {
      const answer = await post(path, form as Record<string, string>)
      assert.equal(answer.statusCode, status, `${path} ${JSON.stringify(form).slice(0, 100)} ${answer.body}`)
      assert.equal(answer.json<{ errors: string[] }>().errors.length, 1)
    }
    for (const query of [{ n: '-1' }, { c: 'x' }, { s: 'feed/0' }, { xt: 'user/-/label/a' }, { s: `${STATE}like` }]) {
      assert.equal((await get('stream/items/ids', query)).statusCode, 400, JSON.stringify(query))
    }
    assert.equal((await get('stream/items/ids', { s: 'feed/77' })).statusCode, 404)
    const large = await post('edit-tag', { i: mine, a: 'x'.repeat(1_100_000) })
    assert.equal(large.statusCode, 413)
    assert.equal((await post('edit-tag', { i: [mine, theirs], a: `${STATE}starred` })).statusCode, 200)
    const states = async (reader: typeof other) =>
      (await reader.get('stream/contents'))
        .json<Contents>()
        .items.map(({ title, categories }) => [title, ...categories.slice(1)])
    assert.deepEqual(await states(other), [['theirs']])
    assert.deepEqual(await states({ ...other, get }), [['mine', `${STATE}starred`]])
  })
}
