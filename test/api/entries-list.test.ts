import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

interface List {
  readonly page: number
  readonly limit: number
  readonly pages: number
  readonly total: number
  readonly _links: Readonly<Record<string, { readonly href: string }>>
  readonly _embedded: { readonly items: readonly WireEntry[] }
}

/** The members in the order of wallabag contract 16.16. One client identifies them by position. */
const MEMBERS =
  'is_archived is_starred user_name user_email user_id tags is_public id uid title url hashed_url origin_url given_url ' +
  'hashed_given_url archived_at content created_at updated_at published_at published_by starred_at annotations mimetype ' +
  'language reading_time domain_name preview_picture http_status headers _links'

for (const dialect of DIALECTS) {
  test(`${dialect}: listing entries`, async (t) => {
    const app = await testApp(t, dialect)
    const list = lister(app)
    await empty(t, list)
    const ids = await shelf(app)
    await shape(t, app, list)
    await paging(t, list)
    await filters(t, list, ids)
    await since(t, app, list)
    await sorting(t, app, list)
    await refusals(t, list)
    await links(t, list)
    await validators(t, app)
    await strangers(t, app)
    await everyScript(t, app, list)
  })
}

type Lister = (query?: string, path?: string) => Promise<LightMyRequestResponse>

const lister =
  (app: TestApp): Lister =>
  (query = '', path = '/api/entries') =>
    app.ask(app.alice, { url: query === '' ? path : `${path}?${query}` })

async function titles(list: Lister, query: string): Promise<string> {
  const answer = await list(query)
  assert.equal(answer.statusCode, 200, `${query}: ${answer.body}`)
  const { _embedded } = answer.json<List>()
  return _embedded.items.map(({ title }) => title).join('')
}

async function empty(t: TestContext, list: Lister): Promise<void> {
  await t.test('an empty list is page 1 of 1, with any filter', async () => {
    for (const query of ['', 'archive=1', 'tags=none', 'since=1', 'perPage=500']) {
      const { page, pages, total, _embedded } = (await list(query)).json<List>()
      assert.deepEqual({ page, pages, total, _embedded }, { page: 1, pages: 1, total: 0, _embedded: { items: [] } })
    }
    assert.equal((await list('page=2')).statusCode, 404)
  })
}

const HOST = 'https://news.example.org'
const CONTENT = { content: '<p>Ink on paper</p>' }

/** Adds entries A to E in this order. Each differs from the others in something that filters or sorting use. */
async function shelf(app: TestApp): Promise<Readonly<Record<string, number>>> {
  const fields = {
    A: { archive: 1, tags: 'ink,paper' },
    B: { starred: 1, tags: 'ink' },
    C: { public: 1, tags: 'Foo Bar,b&w' },
    D: { archive: 1, starred: 1 },
    E: {},
  }
  const ids: Record<string, number> = {}
  for (const [title, rest] of Object.entries(fields)) {
    const url = title === 'B' ? 'https://blog.example.org/b' : `${HOST}/${title}`
    ids[title] = (await app.save(app.alice, url, { title, ...CONTENT, ...rest })).id
  }
  return ids
}

async function shape(t: TestContext, app: TestApp, list: Lister): Promise<void> {
  await t.test('an entry has every member, in the order that clients expect', async () => {
    const answer = await list('perPage=1')
    const [entry] = answer.json<List>()._embedded.items
    assert.equal(Object.keys(entry!).join(' '), MEMBERS)
    const hash = '600574be3960ee225598afa4f69a3c90fdd0f39a'
    const { created_at, updated_at, ...rest } = entry!
    const owner = { user_name: 'alice', user_email: 'alice@example.org', user_id: app.alice.id }
    const address = { url: `${HOST}/E`, hashed_url: hash, given_url: `${HOST}/E`, hashed_given_url: hash }
    const flags = { is_archived: 0, is_starred: 0, is_public: false, uid: null, archived_at: null, starred_at: null }
    const nothing = { published_at: null, published_by: null, mimetype: null, language: null, preview_picture: null }
    assert.deepEqual(rest, {
      ...owner,
      ...address,
      ...flags,
      ...nothing,
      id: entry!.id,
      title: 'E',
      content: '<p>Ink on paper</p>',
      tags: [],
      annotations: [],
      origin_url: null,
      reading_time: 0,
      domain_name: 'news.example.org',
      http_status: null,
      headers: null,
      _links: { self: { href: `/api/entries/${entry!.id}` } },
    })
    for (const date of [created_at, updated_at]) assert.match(String(date), /^\d{4}(-\d\d){2}T\d\d(:\d\d){2}\+0000$/)
  })
  await t.test('flags, tags and public links have the types that clients decode', async () => {
    const [, d, c] = (await list()).json<List>()._embedded.items
    assert.deepEqual([d!['is_archived'], d!['is_starred']], [1, 1])
    for (const name of ['archived_at', 'starred_at']) assert.match(String(d![name]), /\+0000$/)
    assert.equal(c!['is_public'], true)
    assert.match(String(c!['uid']), /^\w{20,}$/)
    const tags = c!['tags'] as { id: number; label: string; slug: string }[]
    assert.deepEqual(
      tags.map(({ label, slug }) => `${label} ${slug}`),
      ['b&w t:b-w', 'foo bar t:foo-bar'],
    )
    assert.ok(tags.every(({ id }) => Number.isInteger(id)))
  })
  await t.test('the response is JSON of that exact type, whatever is accepted', async () => {
    for (const path of [
      '/api/entries',
      '/api/entries.json',
      '/api/entries.html',
      '/api/entries.xml',
      '//api/entries',
    ]) {
      const headers = { accept: 'text/html', 'content-type': 'application/json' }
      const answer = await app.ask(app.alice, { url: path, headers })
      assert.equal(answer.headers['content-type'], 'application/json', path)
      assert.equal(answer.headers['cache-control'], 'no-cache, private')
      assert.match(answer.body, /^\{"page":1,/)
    }
  })
  await t.test('a body on a GET is not read', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const payload of ['', '{}', '{"perPage":1}']) {
      assert.equal((await app.ask(app.alice, { url: '/api/entries', headers, payload })).json<List>().limit, 30)
    }
  })
}

async function paging(t: TestContext, list: Lister): Promise<void> {
  await t.test('pages do not overlap, and lead to their neighbours', async () => {
    assert.deepEqual(
      [await titles(list, 'perPage=2'), await titles(list, 'perPage=2&page=2'), await titles(list, 'perPage=2&page=3')],
      ['ED', 'CB', 'A'],
    )
    const { page, limit, pages, total, _links } = (await list('perPage=2&page=2')).json<List>()
    assert.deepEqual({ page, limit, pages, total }, { page: 2, limit: 2, pages: 3, total: 5 })
    assert.deepEqual(Object.keys(_links), ['self', 'first', 'last', 'next', 'previous'])
    assert.deepEqual(Object.keys((await list('perPage=2')).json<List>()._links), ['self', 'first', 'last', 'next'])
  })
  await t.test('a page beyond the end is 404 in the envelope', async () => {
    for (const query of ['page=2', 'page=0', 'page=-1', 'page=x', 'page=', 'perPage=0', 'perPage=-5', 'perPage=ten']) {
      const answer = await list(query)
      assert.deepEqual([answer.statusCode, answer.body], [404, '{"code":404,"message":"Not Found"}'], query)
    }
    assert.equal((await list('page=99999999999999999999&perPage=1')).statusCode, 404)
  })
  await t.test('a large page is cut to 1000, and says so', async () => {
    for (const perPage of ['1001', '1000000000', '9223372036854775807', '1e3', '500']) {
      const { limit, total, _embedded } = (await list(`perPage=${perPage}`)).json<List>()
      assert.equal(limit, { '500': 500, '1e3': 1 }[perPage] ?? 1000)
      assert.equal(total, 5)
      assert.equal(_embedded.items.length, Math.min(limit, 5))
    }
  })
  await t.test('numbers are read from their leading digits, and of repeats the last counts', async () => {
    assert.equal(await titles(list, 'perPage=2abc'), 'ED')
    assert.equal(await titles(list, 'perPage=%202'), 'ED')
    assert.equal(await titles(list, 'perPage=1&perPage=2'), 'ED')
  })
}

async function filters(t: TestContext, list: Lister, ids: Readonly<Record<string, number>>): Promise<void> {
  const cases: Readonly<Record<string, string>> = {
    'archive=1': 'DA',
    'archive=0': 'ECB',
    'archive=': 'ECB',
    'archive=false': 'DA',
    'archive=true': 'DA',
    'archive[]=1': 'DA',
    'archive[]=0': 'DA',
    'archive=0&archive[]=1': 'ECB',
    'starred[]=1': 'DB',
    'starred=1': 'DB',
    'starred=0': 'ECA',
    'archive=1&starred=1': 'D',
    'public=1': 'C',
    'public=0': 'EDBA',
    'notParsed=0': 'EDCBA',
    'notParsed=1': '',
    'annotations=0': 'EDCBA',
    'annotations=1': '',
    'domain_name=blog.example.org': 'B',
    'domain_name=example.org': '',
    'domain_name=': 'EDCBA',
    'http_status=200': '',
    'http_status=299': 'EDCBA',
    'http_status=x': 'EDCBA',
    'tags=ink': 'BA',
    'tags=ink,paper': 'A',
    'tags=INK': '',
    'tags=ink,%20paper': '',
    'tags=foo%20bar': 'C',
    'tags=b%26w': 'C',
    'tags=in': '',
    'tags=in%25': '',
    'tags=': 'EDCBA',
    'tags[]=ink': 'EDCBA',
    'since=0': 'EDCBA',
    'since=-5': 'EDCBA',
    'since=x': 'EDCBA',
    'since=1e30': 'EDCBA',
    'since=99999999999999999999': '',
    'url=https://news.example.org/A': 'EDCBA',
    'unknown=1&__proto__=2': 'EDCBA',
  }
  for (const [query, expected] of Object.entries(cases)) {
    await t.test(`${query} gives ${expected || 'nothing'}`, async () => {
      assert.equal(await titles(list, query), expected)
    })
  }
  await t.test('ids increase in the order of saving', () => {
    const values = Object.values(ids)
    assert.deepEqual(
      values,
      values.toSorted((left, right) => left - right),
    )
  })
}

async function since(t: TestContext, app: TestApp, list: Lister): Promise<void> {
  await t.test('since keeps entries updated in a later second, and none of that second', async () => {
    app.clock.advance(100)
    const entry = await app.save(app.alice, `${HOST}/A`, { title: 'A', starred: 1 })
    const second = Date.parse(String(entry['updated_at']).replace('+0000', 'Z')) / 1000
    assert.equal(await titles(list, `since=${second - 1}`), 'A')
    assert.equal(await titles(list, `since=${second}`), '')
    await app.save(app.alice, `${HOST}/A`, { starred: 0 })
  })
}

async function sorting(t: TestContext, app: TestApp, list: Lister): Promise<void> {
  await t.test('created sorts by id, updated and archived by their dates, unknown values by the default', async () => {
    app.clock.advance(100)
    await app.save(app.alice, `${HOST}/C`, { tags: 'late' })
    app.clock.advance(100)
    await app.save(app.alice, `${HOST}/A`, { archive: 1 })
    const cases: Readonly<Record<string, RegExp>> = {
      'sort=created': /^EDCBA$/,
      'sort=CREATED&order=ASC': /^ABCDE$/,
      'order=asc': /^ABCDE$/,
      'sort=updated': /^AC/,
      'sort=updated&order=asc': /CA$/,
      // On both databases, entries without a date come last in the default descending order, and first in ascending
      // order.
      'sort=archived': /^ADECB$/,
      'sort=archived&order=asc': /^BCEDA$/,
      'sort=size;drop%20table%20entry': /^[A-E]{5}$/,
      'sort=': /^[A-E]{5}$/,
    }
    for (const [query, expected] of Object.entries(cases)) assert.match(await titles(list, query), expected, query)
  })
  await t.test('detail=metadata keeps the key of the content with null', async () => {
    for (const detail of ['metadata', 'METADATA']) {
      const { items } = (await list(`detail=${detail}`)).json<List>()._embedded
      assert.equal(Object.keys(items[0]!).join(' '), MEMBERS)
      assert.ok(items.length === 5 && items.every(({ content }) => content === null))
    }
    const { items } = (await list('detail=full')).json<List>()._embedded
    assert.ok(items.every(({ content }) => content === '<p>Ink on paper</p>'))
  })
}

async function refusals(t: TestContext, list: Lister): Promise<void> {
  const cases: Readonly<Record<string, string>> = {
    'order=up': 'Order "up" parameter is wrong, allowed: asc or desc',
    'order=': 'Order "" parameter is wrong, allowed: asc or desc',
    'detail=all': 'Detail "all" parameter is wrong, allowed: full or metadata',
    'detail=%22%3Cb%3E': 'Detail ""<b>" parameter is wrong, allowed: full or metadata',
  }
  for (const [query, message] of Object.entries(cases)) {
    await t.test(`${query} is refused in the words of the contract`, async () => {
      const answer = await list(query)
      assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 400, message }])
    })
  }
}

async function links(t: TestContext, list: Lister): Promise<void> {
  await t.test('links have the plain form, and repeat the parameters of the request', async () => {
    const cases: Readonly<Record<string, string>> = {
      '': 'page=1&perPage=30',
      'perPage=5&page=1&url=x&access=1': 'page=1&perPage=5',
      'perPage=5&tags=ink,paper&order=asc&archive=1': 'archive=1&order=asc&tags=ink,paper&page=1&perPage=5',
      'tags=foo%20bar&domain_name=news.example.org': 'domain_name=news.example.org&tags=foo%20bar&page=1&perPage=30',
      'detail=metadata&since=1&sort=updated': 'sort=updated&since=1&detail=metadata&page=1&perPage=30',
    }
    for (const [query, expected] of Object.entries(cases)) {
      const { _links } = (await list(query, '/api/entries.json')).json<List>()
      assert.equal(_links['self']!.href, `http://dogear.test/api/entries?${expected}`)
      assert.equal(_links['first']!.href, _links['self']!.href)
    }
  })
  await t.test('no link holds the token of the query', async () => {
    const answer = await list('access=1')
    assert.doesNotMatch(answer.body, /access/)
  })
}

async function validators(t: TestContext, app: TestApp): Promise<void> {
  const ask = (url: string, etag?: unknown) =>
    app.ask(app.alice, { url, ...(typeof etag === 'string' && { headers: { 'if-none-match': etag } }) })
  await t.test('a list that has not changed is 304 without a body, until something changes', async () => {
    const { etag } = (await ask('/api/entries')).headers
    assert.match(String(etag), /^"[\w.-]+"$/)
    for (const known of [etag, `W/${String(etag)}`, `"other", ${String(etag)}`]) {
      const answer = await ask('/api/entries', known)
      assert.deepEqual([answer.statusCode, answer.body], [304, ''])
    }
    assert.equal((await ask('/api/entries?page=1', etag)).statusCode, 200)
    await app.save(app.alice, `${HOST}/E`, { starred: 1 })
    const changed = await ask('/api/entries', etag)
    assert.equal(changed.statusCode, 200)
    assert.notEqual(changed.headers['etag'], etag)
    await app.save(app.alice, `${HOST}/E`, { starred: 0 })
  })
  await t.test('a validator is not valid for another user', async () => {
    const { etag } = (await ask('/api/entries')).headers
    const headers = { 'if-none-match': String(etag) }
    assert.equal((await app.ask(app.bob, { url: '/api/entries', headers })).statusCode, 200)
  })
}

async function strangers(t: TestContext, app: TestApp): Promise<void> {
  await t.test('users do not see entries of others, not even administrators', async () => {
    for (const user of [app.bob, app.carol]) {
      for (const query of ['', '?tags=ink', '?domain_name=blog.example.org', '?archive=1']) {
        assert.equal((await app.ask(user, { url: `/api/entries${query}` })).json<List>().total, 0)
      }
    }
  })
}

async function everyScript(t: TestContext, app: TestApp, list: Lister): Promise<void> {
  await t.test('text of every script is returned unchanged', async () => {
    const title = '日本語 \u202e مرحبا 👩‍👩‍👧‍👦 Z̸̡̈́ "quoted" \\ \u2028 </script>'
    await app.save(app.alice, `${HOST}/text`, { title, content: `<p>${title.replace('</script>', '')}</p>` })
    const [entry] = (await list('perPage=1')).json<List>()._embedded.items
    assert.equal(entry!['title'], title)
    assert.match(String(entry!['content']), /日本語 \u202e مرحبا 👩‍👩‍👧‍👦/)
  })
}
