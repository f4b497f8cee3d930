import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { AppScope } from '../../src/users/passwords/app-scopes.ts'
import { createAppPassword, deleteAppPassword, listAppPasswords } from '../../src/users/passwords/app-password.ts'
import { listActions } from '../../src/entries/undoable-actions/action.repository.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

interface Item {
  readonly id: number
  readonly feed_id: number
  readonly title: string
  readonly html: string
  readonly is_read: number
  readonly is_saved: number
}

interface Answer {
  readonly api_version: number
  readonly auth: number
  readonly error?: string
  readonly total_items: number
  readonly items: readonly Item[]
  readonly unread_item_ids: string
  readonly saved_item_ids: string
  readonly feeds: readonly { readonly id: number; readonly title: string }[]
  readonly feeds_groups: readonly { readonly group_id: number; readonly feed_ids: string }[]
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the Fever API`, async (t) => {
    const app = await testApp(t, dialect)
    await keys(t, app)
    await repetition(t, app)
    await reading(t, app)
    await changes(t, app)
  })

  test(`${dialect}: with DOGEAR_FEVER=off, no address of the Fever API exists`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_FEVER: 'off' } })
    for (const url of ['/fever/?api', '/api/fever.php?api']) {
      assert.equal((await app.app.inject({ method: 'POST', url })).statusCode, 404)
    }
  })

  test(`${dialect}: wrong keys of Fever count against the limit for anonymous requests`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_RATE_LIMITS: 'on' } })
    const { call } = await readerWithKey(app)
    const guess = () => ask(app, '', { api_key: md5('alice:guess') })
    for (let number = 0; number < 300; number++) assert.equal((await guess()).statusCode, 200)
    assert.equal((await guess()).statusCode, 429)
    assert.equal((await call('')).auth, 1)
  })
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const ask = (app: TestApp, query: string, form: Readonly<Record<string, string>>, url = '/fever/') =>
  app.app.inject({
    method: 'POST',
    url: `${url}?api${query}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })

async function readerWithKey(app: TestApp, scopes?: readonly AppScope[]) {
  const user = await app.newUser()
  const password = await app.newKey(user, scopes)
  const api_key = md5(`${user.username}:${password}`)
  const send = (query: string, form: Readonly<Record<string, string>> = {}) => ask(app, query, { api_key, ...form })
  const call = async (query: string, form?: Readonly<Record<string, string>>) =>
    (await send(query, form)).json<Answer>()
  const save = async (name: string, fields: object = {}) =>
    (await app.save(user, `https://www.example.org/${name}`, { title: name, content: `<p>${name}</p>`, ...fields })).id
  return { user, password, key: api_key, send, call, save }
}

async function keys(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the key is the MD5 of the username and an app password, in forms of both types', async () => {
    const { user, password, key } = await readerWithKey(app)
    for (const url of ['/fever/', '/fever', '/api/fever.php']) {
      const { api_version, auth } = (await ask(app, '', { api_key: key.toUpperCase() }, url)).json<Answer>()
      assert.deepEqual([api_version, auth], [3, 1], url)
    }
    // The crate fever_api 0.6.0 sends this type.
    const boundary = '191a7d7fd3f7e603'
    const payload = `--${boundary}\r\nContent-Disposition: form-data; name="api_key"\r\n\r\n${key}\r\n--${boundary}--\r\n`
    const multipart = (body: string) =>
      app.app.inject({
        method: 'POST',
        url: '/fever/?api&unread_item_ids',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: body,
      })
    assert.equal((await multipart(payload)).json<Answer>().unread_item_ids, '')
    assert.equal((await multipart(payload.slice(0, 60))).statusCode, 400)
    assert.equal((await multipart(payload.replace(key, 'a'.repeat(100_000)))).statusCode, 413)
    const other = await readerWithKey(app)
    for (const wrong of [
      md5(`${user.username}:${user.password}`),
      md5(`${user.username}:${other.password}`),
      md5(`${other.user.username}:${password}`),
      password,
      '',
    ]) {
      assert.deepEqual((await ask(app, '&items', { api_key: wrong })).json(), { api_version: 3, auth: 0 }, wrong)
    }
    const inAddress = await app.app.inject({ url: `/fever/?api&api_key=${key}` })
    assert.equal(inAddress.json<Answer>().auth, 0)
  })
  await t.test('a key ends with its app password, its expiry and the account, and its use is recorded', async () => {
    const { user, call } = await readerWithKey(app)
    await call('')
    const [password] = await app.database.read((db) => listAppPasswords(db, user.id))
    assert.ok(password?.lastUsedAt)
    await deleteAppPassword(app.services, user.id, password.id)
    assert.equal((await call('')).auth, 0)
    const days = await createAppPassword({ ...app.services, clock: app.clock }, user.id, { name: 'f', days: 30 })
    const isValid = async () =>
      (await ask(app, '', { api_key: md5(`${user.username}:${days}`) })).json<Answer>().auth === 1
    assert.equal(await isValid(), true)
    app.clock.advance(30 * 86_400)
    assert.equal(await isValid(), false)
    const disabled = await readerWithKey(app)
    await app.database.transaction(async (tx) => {
      await tx.updateTable('users').set({ is_enabled: 0 }).where('id', '=', disabled.user.id).execute()
    })
    assert.equal((await disabled.call('')).auth, 0)
  })
  await t.test('the scopes of the app password decide', async () => {
    const reader = await readerWithKey(app, ['read'])
    const id = await reader.save('a')
    const refused = await reader.send('', { mark: 'item', as: 'read', id: String(id) })
    assert.deepEqual([refused.statusCode, /lacks the scope/.test(refused.body)], [403, true])
    assert.equal((await reader.call('&unread_item_ids')).unread_item_ids, String(id))
    assert.equal((await (await readerWithKey(app, ['save'])).send('&items')).statusCode, 403)
  })
}

async function repetition(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a repeated request is answered from memory until the library changes', async () => {
    const reader = await readerWithKey(app)
    const id = await reader.save('a')
    const request = () => reader.send('&items', { since_id: '0' })
    const first = await request()
    app.queries.length = 0
    const second = await request()
    assert.equal(second.body, first.body)
    assert.equal(app.queries.length, 1, 'the key alone is looked up')
    assert.deepEqual((await reader.call('&items', { since_id: String(id) })).items, [], 'other parameters in the body')
    const other = await readerWithKey(app)
    assert.deepEqual((await other.call('&items', { since_id: '0' })).items, [])
    const marked = await reader.call('', { mark: 'item', as: 'read', id: String(id) })
    assert.equal(marked.unread_item_ids, '')
    assert.equal((await request()).json<Answer>().items[0]?.is_read, 1)
    await reader.call('', { mark: 'item', as: 'unread', id: String(id) })
    await reader.call('', { mark: 'item', as: 'read', id: String(id) })
    assert.equal((await request()).json<Answer>().items[0]?.is_read, 1, 'a change that is repeated is made again')
  })
}

async function reading(t: TestContext, app: TestApp): Promise<void> {
  await t.test('sites are feeds of one group, and items are found 50 at a time in both directions', async () => {
    const { user, call, save } = await readerWithKey(app)
    const ids: number[] = []
    for (let number = 0; number < 52; number++) ids.push(await save(`p${number}`, number === 3 ? { starred: 1 } : {}))
    const other = await app.save(user, 'https://other.example/x', { title: 'X', content: '<p>"q"</p>', archive: 1 })
    const { feeds, feeds_groups } = await call('&groups&feeds')
    assert.deepEqual(
      feeds.map(({ title }) => title),
      ['other.example', 'example.org'],
    )
    assert.deepEqual(feeds_groups, [{ group_id: 1, feed_ids: feeds.map(({ id }) => id).join(',') }])
    const found = async (query: string) => (await call(`&items${query}`)).items.map(({ id }) => id)
    assert.deepEqual(await found(''), ids.slice(0, 50))
    assert.deepEqual(await found(`&since_id=${ids[49]}`), [ids[50], ids[51], other.id])
    assert.deepEqual(await found(`&since_id=${other.id}`), [])
    // freshrss_api 2.0.5 (PyPI) sends times, which are ids in FreshRSS.
    assert.deepEqual(await found('&since_id=1767225600000000'), [])
    assert.deepEqual(await found('&max_id=0'), [other.id, ...ids.toReversed()].slice(0, 50))
    assert.deepEqual(await found(`&max_id=${ids[2]}`), [ids[1], ids[0]])
    const stranger = await readerWithKey(app)
    const theirs = await stranger.save('theirs')
    const { items, total_items } = await call(`&items&with_ids=${other.id},${ids[3]},${theirs},999999`)
    assert.equal(total_items, 53)
    assert.deepEqual(
      items.map(({ title, html, is_read, is_saved, feed_id }) => [title, html, is_read, is_saved, feed_id]),
      [
        ['X', '<p>"q"</p>', 1, 0, feeds[0]?.id],
        ['p3', '<p>p3</p>', 0, 1, feeds[1]?.id],
      ],
    )
    const both = await call('&unread_item_ids&saved_item_ids')
    assert.deepEqual([both.unread_item_ids, both.saved_item_ids], [ids.join(','), String(ids[3])])
  })
}

async function changes(t: TestContext, app: TestApp): Promise<void> {
  await t.test('items are marked, and a feed or all items are marked as read until a time', async () => {
    const { user, call, save } = await readerWithKey(app)
    const ids = [await save('one'), await save('two')]
    for (const [as, unread, saved] of [
      ['read', [ids[1]], []],
      ['saved', [ids[1]], [ids[0]]],
      ['unread', ids, [ids[0]]],
      ['unsaved', ids, []],
    ] as const) {
      const changed = await call('', { mark: 'item', as, id: String(ids[0]) })
      // freshrss_api 2.0.5 (PyPI) reports an error if the response lacks these ids.
      assert.equal(changed.saved_item_ids ?? changed.unread_item_ids, (as.includes('saved') ? saved : unread).join(','))
      const answer = await call('&unread_item_ids&saved_item_ids')
      assert.deepEqual([answer.unread_item_ids, answer.saved_item_ids], [unread.join(','), saved.join(',')], as)
    }
    const before = String(Math.floor(app.clock.now().getTime() / 1000))
    app.clock.advance(60)
    const late = await save('late')
    const other = await app.save(user, 'https://other.example/x', { title: 'X', content: '<p>X</p>' })
    const unread = async () => (await call('&unread_item_ids')).unread_item_ids
    const feed = (await call('&items&since_id=0')).items[0]!.feed_id
    await call('', { mark: 'feed', as: 'read', id: String(feed), before })
    assert.equal(await unread(), `${late},${other.id}`)
    await call('', { mark: 'feed', as: 'read', id: String(feed) })
    assert.equal(await unread(), String(other.id))
    await call('&mark=group&as=read&id=0')
    assert.equal(await unread(), '')
    assert.equal((await app.database.read((db) => listActions(db, user.id, '2026'))).length, 3)
  })
  await t.test('wrong input gets a message and changes nothing', async () => {
    const { call, send, save } = await readerWithKey(app)
    const other = await readerWithKey(app)
    const [mine, theirs] = [await save('mine'), await other.save('theirs')]
    const feed = String((await other.call('&items')).items[0]!.feed_id + 1)
    for (const [form, status] of [
      [{ mark: 'page', as: 'read', id: '1' }, 400],
      [{ mark: 'item', as: 'deleted', id: String(mine) }, 400],
      [{ mark: 'item', as: 'read' }, 400],
      [{ mark: 'item', as: 'read', id: 'x' }, 400],
      [{ mark: 'feed', as: 'saved', id: '1' }, 400],
      [{ mark: 'feed', as: 'read', id: feed }, 404],
      [{ mark: 'group', as: 'read', id: '7' }, 400],
      [{ mark: 'group', as: 'read', id: '-1' }, 400],
      [{ items: '', with_ids: Array<string>(51).fill('1').join(',') }, 400],
      [{ items: '', with_ids: '1,x' }, 400],
      [{ items: '', since_id: '1e3' }, 400],
      [{ items: '', with_ids: '1'.repeat(70_000) }, 413],
    ] as const) {
      const answer = await send('', form)
      assert.equal(answer.statusCode, status, JSON.stringify(form).slice(0, 100))
      assert.equal(typeof answer.json<Answer>().error, 'string')
    }
    assert.equal((await call('', { mark: 'item', as: 'read', id: String(theirs) })).auth, 1)
    assert.equal((await call('&unread_item_ids')).unread_item_ids, String(mine))
    assert.equal((await other.call('&unread_item_ids')).unread_item_ids, String(theirs))
  })
}
