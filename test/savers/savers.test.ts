import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const basic = (login: string, password: string): string =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const given = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()

interface Entry {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly content: string
  readonly is_archived: number
  readonly is_starred: number
  readonly tags: readonly { readonly label: string }[]
}

async function entriesOf(app: TestApp, user: TestUser): Promise<readonly Entry[]> {
  const answer = await app.ask(user, { url: '/api/entries?order=asc' })
  return answer.json<{ _embedded: { items: Entry[] } }>()['_embedded'].items
}

for (const dialect of DIALECTS) {
  test(`${dialect}: pages are saved at the addresses of other services`, async (t) => {
    const app = await testApp(t, dialect)
    const send = (url: string, payload: string, headers: Record<string, string> = FORM) =>
      app.app.inject({ method: 'POST', url, payload, headers })
    await t.test('one address with a key that can only save', async () => {
      const user = await app.newUser()
      const key = await app.newKey(user, ['save'])
      const page = { url: 'https://sea.example/tides', title: 'On tides', tags: 'sea,moon', description: 'later' }
      const first = await app.app.inject({ url: `/save?${given({ ...page, key })}` })
      assert.deepEqual([first.statusCode, first.json<{ new: boolean }>().new], [201, true])
      assert.equal(first.headers['referrer-policy'], 'no-referrer')
      assert.equal((await app.app.inject({ url: `/save?${given({ post: page.url, key })}` })).statusCode, 200)
      const [saved] = await entriesOf(app, user)
      assert.deepEqual([saved?.title, saved?.tags.map(({ label }) => label).toSorted()], ['On tides', ['moon', 'sea']])
      const head = await app.app.inject({
        method: 'HEAD',
        url: `/save?${given({ url: 'https://sea.example/2', key })}`,
      })
      assert.equal(head.statusCode, 405)
      assert.equal((await entriesOf(app, user)).length, 1)
    })
    await t.test('a key with more rights must be in the header', async () => {
      const user = await app.newUser()
      const key = await app.newKey(user, ['read', 'save', 'write'])
      const url = 'https://sea.example/tides'
      assert.equal((await app.app.inject({ url: `/save?${given({ url, key })}` })).statusCode, 403)
      assert.equal((await entriesOf(app, user)).length, 0)
      const answer = await send('/save', JSON.stringify({ url }), { ...JSON_TYPE, authorization: `Bearer ${key}` })
      assert.equal(answer.statusCode, 201)
      const reader = await app.newKey(user, ['read'])
      assert.equal(
        (await send('/save', given({ url }), { ...FORM, authorization: `Bearer ${reader}` })).statusCode,
        403,
      )
    })
    await t.test("Instapaper's simple API", async () => {
      const user = await app.newUser()
      const authorization = basic(user.username, await app.newKey(user, ['save']))
      assert.equal((await send('/instapaper/api/authenticate', '', { ...FORM, authorization })).statusCode, 200)
      const wrong = basic(user.username, user.password)
      assert.equal((await send('/instapaper/api/authenticate', '', { ...FORM, authorization: wrong })).statusCode, 403)
      const page = given({ url: 'https://sea.example/Über', title: 'Über die Flut', selection: 'Die Flut kommt.' })
      const added = await send('/instapaper/api/add', page, { ...FORM, authorization })
      assert.deepEqual([added.statusCode, added.body], [201, '201'])
      assert.equal(added.headers['content-location'], 'https://sea.example/%C3%9Cber')
      assert.equal(added.headers['x-instapaper-title'], '%C3%9Cber%20die%20Flut')
      const odd = given({ url: 'https://sea.example/%E4%' })
      assert.equal((await send('/instapaper/api/add', odd, { ...FORM, authorization })).statusCode, 201)
      assert.equal(
        (await send('/instapaper/api/add', given({ url: 'nothing' }), { ...FORM, authorization })).statusCode,
        400,
      )
    })
    await t.test("Readwise's save, with the text of the page", async () => {
      const user = await app.newUser()
      const headers = { ...JSON_TYPE, authorization: `Token ${await app.newKey(user, ['save'])}` }
      assert.equal((await app.app.inject({ url: '/readwise/api/v2/auth/', headers })).statusCode, 204)
      const page = {
        url: 'https://sea.example/tides',
        html: '<p>The harbour fills.</p>',
        title: 'On tides',
        tags: ['sea'],
      }
      const first = await send('/readwise/api/v3/save/', JSON.stringify(page), headers)
      assert.equal(first.statusCode, 201, first.body)
      assert.match(first.json<{ url: string }>().url, /\/view\/\d+$/)
      assert.equal((await send('/readwise/api/v3/save/', JSON.stringify(page), headers)).statusCode, 200)
      const [saved] = await entriesOf(app, user)
      assert.deepEqual([saved?.title, saved?.content], ['On tides', '<p>The harbour fills.</p>'])
    })
    await t.test("Pocket's add, get and send", async () => {
      const user = await app.newUser()
      const access_token = await app.newKey(user, ['read', 'save', 'write'])
      const pocket = (path: string, body: object) =>
        send(`/pocket/v3/${path}`, JSON.stringify({ consumer_key: 'any', access_token, ...body }), JSON_TYPE)
      const added = await pocket('add', { url: `${app.site.url}/news`, tags: 'news' })
      const { item, status } = added.json<{ item: { item_id: string }; status: number }>()
      assert.equal(status, 1)
      const actions = [
        { action: 'favorite', item_id: item.item_id },
        { action: 'archive', item_id: item.item_id },
        { action: 'tags_replace', item_id: item.item_id, tags: 'sea, moon' },
        { action: 'add', url: 'https://sea.example/tides' },
        { action: 'archive', item_id: '999999' },
        { action: 'delete', item_id: '999999' },
        { action: 'dance', item_id: item.item_id },
      ]
      const sent = await pocket('send', { actions })
      assert.deepEqual(sent.json<{ action_results: boolean[] }>().action_results, [
        true,
        true,
        true,
        true,
        false,
        true,
        false,
      ])
      const [first] = await entriesOf(app, user)
      assert.deepEqual(
        [first?.is_archived, first?.is_starred, first?.tags.map(({ label }) => label).toSorted()],
        [1, 1, ['moon', 'sea']],
      )
      const list = async (filter: object) => {
        const answer = (await pocket('get', filter)).json<{
          list: Record<string, { resolved_url: string }>
          total: number
        }>()
        return Object.values(answer.list).map(({ resolved_url: url }) => url)
      }
      assert.deepEqual(await list({}), ['https://sea.example/tides'])
      assert.deepEqual(await list({ state: 'archive' }), [`${app.site.url}/news`])
      assert.deepEqual(await list({ state: 'all', count: '1', sort: 'oldest' }), [`${app.site.url}/news`])
      assert.deepEqual(await list({ tag: 'sea', state: 'all' }), [`${app.site.url}/news`])
      const removed = await pocket('send', { actions: JSON.stringify([{ action: 'delete', item_id: item.item_id }]) })
      assert.equal(removed.statusCode, 200)
      assert.deepEqual(await list({ state: 'archive' }), [])
    })
    await t.test('wrong keys, rights and bodies are refused, and nothing changes', async () => {
      const user = await app.newUser()
      const access_token = await app.newKey(user, ['read'])
      const url = 'https://sea.example/tides'
      for (const [answer, status] of [
        [await send('/pocket/v3/add', JSON.stringify({ access_token, url }), JSON_TYPE), 403],
        [await send('/pocket/v3/add', JSON.stringify({ access_token: 'none', url }), JSON_TYPE), 401],
        [await send('/pocket/v3/add', '[1]', JSON_TYPE), 400],
        [
          await send(
            '/pocket/v3/send',
            JSON.stringify({ access_token: await app.newKey(user, ['write']), actions: 'x' }),
            JSON_TYPE,
          ),
          400,
        ],
        [await send('/readwise/api/v3/save/', JSON.stringify({ url }), JSON_TYPE), 401],
        [await send('/save', given({ url })), 401],
        [await send('/instapaper/api/add', given({ url, username: user.username, password: user.password })), 403],
        [await app.app.inject({ url: '/pocket/v3/other' }), 404],
      ] as const) {
        assert.equal(answer.statusCode, status, answer.body)
        assert.equal(typeof answer.json<{ error: string }>().error, 'string')
      }
      assert.equal((await entriesOf(app, user)).length, 0)
    })
  })
}

test('the setting turns all addresses off', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_SAVERS: 'off' } })
  for (const url of ['/save', '/pocket/v3/get', '/readwise/api/v3/save/', '/instapaper/api/add'])
    assert.equal((await app.app.inject({ method: 'POST', url, payload: '' })).statusCode, 404, url)
})
