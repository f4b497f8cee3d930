import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { CompiledQuery } from 'kysely'
import { pino } from 'pino'
import { readZip } from '../../src/exports/epub/read-zip.fixture.ts'
import { storeReadingPosition } from '../../src/entries/changing/store-reading-position.ts'
import type { EntryId } from '../../src/kernel/branded-ids.ts'
import { ownerTransaction } from '../../src/users/owner-transaction.ts'
import { changeConfig } from '../../src/users/change-config.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { until } from '../web/import-upload.fixture.ts'
import { article, reader, type Link } from './reader.fixture.ts'

const KOREADER = { accept: 'application/opds+json, application/atom+xml;profile=opds-catalog, */*' }
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

for (const dialect of DIALECTS) {
  test(`${dialect}: the library as an OPDS catalog`, async (t) => {
    const app = await testApp(t, dialect)
    await signIn(t, app)
    await shelves(t, app)
    await facets(t, app)
    await pages(t, app)
    await versions(t, app)
    await books(t, app)
    await covers(t, app)
    await bounds(t, app)
  })
}

test('with DOGEAR_OPDS=off, no address of the catalog exists', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_OPDS: 'off' } })
  const { send } = await reader(app)
  for (const url of ['/opds', '/opds/v2', '/opds/authentication']) assert.equal((await send(url)).statusCode, 404)
})

test('wrong keys and searches have the usual limits in the catalog', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_RATE_LIMITS: 'on' } })
  const { send } = await reader(app)
  for (let number = 0; number < 150; number++) {
    assert.equal((await app.app.inject({ url: '/opds' })).statusCode, 401)
    assert.equal((await app.app.inject({ url: '/opds/t/1-0000/v2' })).statusCode, 404)
  }
  const refused = await app.app.inject({ url: '/opds' })
  assert.deepEqual(
    [refused.statusCode, refused.headers['content-type']],
    [429, 'application/problem+json; charset=utf-8'],
  )
  assert.ok(Number(refused.headers['retry-after']) > 0)
  for (let number = 0; number < 30; number++) {
    // KOReader sends HEAD before each GET.
    assert.equal((await send('/opds/v2/search?query=tea', { method: 'HEAD' })).statusCode, 200)
    assert.equal((await send('/opds/v2/search?query=tea')).statusCode, 200)
  }
  assert.equal((await send('/opds/v2/search?query=tea')).statusCode, 429)
  assert.equal((await send('/opds/v2/unread')).statusCode, 200)
})

test('the key in an address does not reach the log', async (t) => {
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const app = await testApp(t, 'sqlite', { logger })
  const { key, save } = await reader(app)
  const { id } = await save('a')
  for (const path of [
    '',
    '/v2',
    '/v1.2/unread?sort=title',
    `/entries/${id}.epub`,
    '/v2/nothing',
    '/v2/unread?sort=x',
  ]) {
    await app.app.inject({ url: `/opds/t/${key}${path}` })
  }
  const wrong = `${key.slice(0, -4)}0000`
  assert.equal((await app.app.inject({ url: `/opds/t/${wrong}/v2` })).statusCode, 404)
  const output = lines.join('')
  assert.ok(lines.filter((line) => line.includes('"route":"/opds/*"')).length >= 7, output)
  for (const secret of [key, wrong, key.replaceAll('-', '')]) assert.ok(!output.includes(secret))
})

const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})

async function signIn(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an app password is the password beside the username, or a part of the address', async () => {
    const one = await reader(app)
    const other = await reader(app)
    assert.equal((await one.send('/opds')).statusCode, 200)
    assert.equal((await app.app.inject({ url: `/opds/t/${one.key}` })).statusCode, 200)
    for (const headers of [
      {},
      basic(one.user.username, one.user.password),
      basic(one.user.username, other.key),
      { authorization: `Bearer ${one.key}` },
    ]) {
      const answer = await app.app.inject({ url: '/opds/v2/unread', headers })
      assert.equal(answer.statusCode, 401)
      assert.match(String(answer.headers['www-authenticate']), /^Basic realm="Dogear"/)
      assert.equal(answer.headers['content-type'], 'application/opds-authentication+json; charset=utf-8')
      const { id, authentication } = answer.json<{ id: string; authentication: readonly { type: string }[] }>()
      assert.equal(authentication[0]?.type, 'http://opds-spec.org/auth/basic')
      assert.equal(id, 'http://dogear.test/opds/authentication')
    }
    const document = await app.app.inject({ url: '/opds/authentication' })
    assert.deepEqual(document.json<{ title: string }>().title, 'Dogear')
    const wrong = await one.send('/opds/t/1-0000/v2')
    assert.deepEqual([wrong.statusCode, wrong.headers['www-authenticate']], [404, undefined])
  })
  await t.test('the key needs the scope opds or read, and opds allows nothing else', async () => {
    for (const [scopes, status] of [
      [['opds'], 200],
      [['read'], 200],
      [['save', 'write'], 403],
    ] as const) {
      const { send } = await reader(app, scopes)
      assert.equal((await send('/opds/v1.2/unread')).statusCode, status)
    }
    const { key } = await reader(app)
    for (const [url, headers] of [
      ['/miniflux/v1/me', { 'x-auth-token': key }],
      ['/linkding/api/tags/', { authorization: `Token ${key}` }],
    ] as const) {
      assert.equal((await app.app.inject({ url, headers })).statusCode, 403, url)
    }
  })
  await t.test('with the key in the address, all links stay below it, except pictures and pages', async () => {
    const { key, save, user } = await reader(app)
    await save('a', { tags: 'tea' })
    for (const version of ['v1.2', 'v2']) {
      const root = `/opds/t/${key}`
      const body = (await app.app.inject({ url: `${root}/${version}` })).body
      const shelf = (await app.app.inject({ url: `${root}/${version}/unread` })).body
      const links = [...(body + shelf).matchAll(/(?:href=|"href":)"([^"]*)"/g)].map(([, href]) => href!)
      assert.ok(links.length > 20)
      for (const href of links) assert.ok(href.startsWith(root) || href.startsWith('https://www.example.org/'), href)
      assert.ok(links.some((href) => /\/entries\/\d+\.epub$/.test(href)))
    }
    assert.equal((await app.app.inject({ url: `/opds/t/${key}/v2` })).headers['referrer-policy'], 'no-referrer')
    assert.ok(user.id > 0)
  })
}

async function shelves(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the root answers in the version that a client prefers', async () => {
    const { send } = await reader(app)
    for (const url of ['/opds', '/opds/']) {
      const [atom, json] = [await send(url), await send(url, { headers: KOREADER })]
      assert.match(String(atom.headers['content-type']), /^application\/atom\+xml;profile=opds-catalog;kind=navigation/)
      assert.equal(json.headers['content-type'], 'application/opds+json; charset=utf-8')
      for (const { statusCode, headers } of [atom, json])
        assert.deepEqual([statusCode, headers['vary']], [200, 'Accept'])
      // A subscription of Readest downloads the books behind this link.
      assert.match(atom.body, /<link rel="http:\/\/opds-spec\.org\/sort\/new" href="\/opds\/v1\.2\/unread"/)
      assert.equal(json.json<{ navigation: readonly Link[] }>().navigation[0]?.href, '/opds/v2/unread')
    }
  })
  await t.test('a slash at the end changes nothing, because KOReader follows no redirect', async () => {
    const { send } = await reader(app)
    for (const path of ['/opds/v1.2', '/opds/v1.2/unread', '/opds/v2', '/opds/v2/tags']) {
      const [plain, slashed] = [await send(path), await send(`${path}/`)]
      assert.deepEqual([slashed.statusCode, slashed.body], [200, plain.body], path)
    }
  })
  await t.test('each shelf lists its articles, newest first', async () => {
    const { save, titles, feed, ask } = await reader(app)
    await save('old', { archive: 1, starred: 1 })
    await save('short')
    await save('long', { content: article(21), tags: 'tea time' })
    await save('medium', { content: article(9), starred: 1 })
    const made = await ask({
      method: 'POST',
      url: '/api/collections',
      payload: { name: 'Tea', query: 'tag:"tea time"' },
    })
    assert.deepEqual(await titles('/unread'), ['medium', 'long', 'short'])
    assert.deepEqual(await titles('/starred'), ['medium', 'old'])
    assert.deepEqual(await titles('/short'), ['short'])
    assert.deepEqual(await titles('/long'), ['long'])
    assert.deepEqual(await titles('/tags/t:tea-time'), ['long'])
    assert.deepEqual(await titles(`/collections/${made.json<{ id: number }>().id}`), ['long'])
    assert.deepEqual(await titles('/search?query=old'), ['old'])
    assert.deepEqual(await titles('/search?query='), ['medium', 'long', 'short', 'old'])
    const listed = async (path: string) =>
      (await feed(path)).navigation?.map(({ title, properties }) => [title, properties?.numberOfItems])
    assert.deepEqual(await listed('/tags'), [['tea time', 1]])
    assert.deepEqual(await listed('/collections'), [['Tea', undefined]])
    assert.deepEqual((await listed(''))?.slice(0, 3), [
      ['Unread', 3],
      ['Reading', undefined],
      ['Starred', 2],
    ])
    assert.deepEqual(await titles('/books'), ['Tea'])
  })
  await t.test('shelf reading has the articles that were begun', async () => {
    const { save, titles, user } = await reader(app)
    const { id } = await save('begun')
    await save('other')
    const key = { owner: user.id, id: id as EntryId }
    await storeReadingPosition(app, key, { block: 1, share: 0.5 }, app.clock.now())
    assert.deepEqual(await titles('/reading'), ['begun'])
  })
  await t.test('an article that could not be fetched is not listed', async () => {
    const { save, titles, user } = await reader(app)
    await app.save(user, `${app.site.url}/missing`)
    await save('there')
    assert.deepEqual(await titles('/unread'), ['there'])
  })
  await t.test('titles are in the language of the user, and times at the reading speed', async () => {
    const { save, feed, user } = await reader(app)
    await save('lang', { content: article(21) })
    await changeConfig(app, user.id, { language: 'de', readingSpeed: '400' })
    assert.equal((await feed('')).navigation?.[0]?.title, 'Ungelesen')
    const { publications, metadata } = await feed('/long')
    assert.equal(metadata.title, 'Lang (ab 20 Minuten)')
    assert.match(String(publications?.[0]?.metadata['description']), /^11 Min\. · www\.example\.org\n\nword word/)
  })
}

async function facets(t: TestContext, app: TestApp): Promise<void> {
  await t.test('facets narrow and sort a feed, keep each other, and are followed by their links', async () => {
    const { save, feed, titles, send } = await reader(app)
    for (const name of ['b', 'a']) await save(name, { tags: 'x', archive: name === 'a' ? 1 : 0 })
    await save('c', { tags: 'x', content: article(25) })
    const { facets: groups = [] } = await feed('/tags/t:x')
    assert.deepEqual(
      groups.map(({ metadata, links }) => [metadata.title, links.filter(({ rel }) => rel === 'self').length]),
      [
        ['Show', 1],
        ['Length', 1],
        ['Sort by', 1],
      ],
    )
    const follow = async (path: string, title: string) => {
      const link = (await feed(path)).facets?.flatMap(({ links }) => links).find((one) => one.title === title)
      return link!.href.replace('/opds/v2', '')
    }
    const sorted = await follow('/tags/t:x', 'Title')
    assert.deepEqual(await titles(sorted), ['a', 'b', 'c'])
    const narrowed = await follow(sorted, 'Unread')
    assert.deepEqual(await titles(narrowed), ['b', 'c'])
    assert.deepEqual(await titles(await follow(narrowed, 'Up to 5 minutes')), ['b'])
    assert.deepEqual(await titles(await follow('/search?query=text', 'Oldest first')), ['b', 'a'])
    assert.deepEqual((await feed('/unread')).facets?.length, 2)
    assert.deepEqual((await feed('/long')).facets?.length, 1)
    const { body } = await send('/opds/v1.2/tags/t:x?state=unread')
    assert.match(
      body,
      /rel="http:\/\/opds-spec.org\/facet"[^>]* title="Unread" opds:facetGroup="Show" opds:activeFacet="true" thr:count="2"\/>/,
    )
  })
  await t.test('a facet says how many books each choice leads to, except in searches', async () => {
    const { user, save, feed, titles } = await reader(app)
    for (const name of ['b', 'a']) await save(name, { tags: 'x', archive: name === 'a' ? 1 : 0 })
    await save('c', { tags: 'x', content: article(25) })
    await save('d', { archive: 1 })
    const countsOf = async (path: string) =>
      (await feed(path)).facets?.map(({ links }) => links.map(({ properties }) => properties?.numberOfItems))
    const none = Array.from({ length: 4 }, () => undefined)
    assert.deepEqual(await countsOf('/tags/t:x'), [[3, 2, 1], [3, 2, 1], none])
    assert.deepEqual(await countsOf('/tags/t:x?length=short&sort=title'), [[2, 1, 1], [3, 2, 1], none])
    assert.deepEqual(await countsOf('/unread'), [[2, 1, 1], none])
    assert.deepEqual(await countsOf('/search?query=text'), [none.slice(1), none.slice(1), none])
    const { facets: groups = [] } = await feed('/tags/t:x?state=archived')
    for (const { href, properties } of groups.slice(0, 2).flatMap(({ links }) => links)) {
      assert.equal((await titles(href.replace('/opds/v2', ''))).length, properties?.numberOfItems)
    }
    await ownerTransaction(app.database, user.id, async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(`update entry_count set archive = 20001 where user_id = ${user.id}`))
    })
    await save('e')
    assert.deepEqual(await countsOf('/unread'), [none.slice(1), none])
  })
}

const link = (links: readonly Link[], rel: string) => links.find((one) => one.rel === rel)?.href

async function pages(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a page has 50 articles, and links to the pages beside it', async () => {
    const { save, feed, send } = await reader(app)
    for (let number = 1; number <= 51; number++) await save(`page ${number}`)
    const [first, second, beyond] = [await feed('/unread'), await feed('/unread?page=2'), await feed('/unread?page=9')]
    assert.deepEqual([first.publications?.length, second.publications?.length], [50, 1])
    assert.equal(link(first.links, 'next'), '/opds/v2/unread?page=2')
    assert.equal(link(first.links, 'previous'), undefined)
    assert.equal(link(second.links, 'previous'), '/opds/v2/unread')
    assert.equal(link(second.links, 'next'), undefined)
    // A feed needs books or links, and an empty list is neither.
    assert.deepEqual([beyond.publications, beyond.navigation?.[0]?.href], [undefined, '/opds/v2'])
    assert.equal(link(beyond.links, 'previous'), '/opds/v2/unread?page=2')
    const { body } = await send('/opds/v1.2/unread')
    assert.match(body, /<link rel="next" href="\/opds\/v1\.2\/unread\?page=2" type="application\/atom\+xml;/)
    assert.match(body, /<opensearch:totalResults>51</)
  })
}

async function versions(t: TestContext, app: TestApp): Promise<void> {
  await t.test('HEAD gives the exact time of the last change, or none', async () => {
    const { save, send, ask } = await reader(app)
    const { id } = await save('a')
    const head = (path: string) => send(`/opds/v2${path}`, { method: 'HEAD', headers: KOREADER })
    const times = async (path: string) => {
      const [first, same] = [await head(path), (app.clock.advance(2), await head(path))]
      return [first.headers['last-modified'], same.headers['last-modified']]
    }
    const [none, before] = await times('/unread')
    // The first version of a second may be followed by another one in it, with the same time.
    assert.deepEqual([none, typeof before], [undefined, 'string'])
    app.clock.advance(60)
    const got = await send('/opds/v2/unread')
    assert.equal(got.headers['last-modified'], before)
    const etag = String(got.headers['etag'])
    assert.equal((await send('/opds/v2/unread', { headers: { 'if-none-match': etag } })).statusCode, 304)
    await ask({ method: 'PATCH', url: `/api/entries/${id}`, payload: { starred: 1 } })
    const [, after] = await times('/unread')
    assert.ok(Date.parse(after!) > Date.parse(before!))
    const { statusCode, headers, body } = await head('/unread')
    assert.deepEqual([statusCode, body, headers['content-length']], [200, '', undefined])
    // The results of searches and of relative times change without a change of the library.
    const recent = await ask({ method: 'POST', url: '/api/collections', payload: { name: 'New', query: 'saved:<7d' } })
    const plain = await ask({ method: 'POST', url: '/api/collections', payload: { name: 'A', query: 'is:unread' } })
    const idOf = (answer: typeof plain) => answer.json<{ id: number }>().id
    assert.deepEqual(await times(`/collections/${idOf(recent)}`), [undefined, undefined])
    assert.deepEqual(await times('/search?query=a'), [undefined, undefined])
    assert.equal(typeof (await times(`/collections/${idOf(plain)}`))[1], 'string')
    assert.equal(typeof (await times(''))[1], 'string')
  })
  await t.test('HEAD reads no text, and a repeated one does not list the articles again', async () => {
    const { save, send } = await reader(app)
    await save('a')
    const head = async () => {
      app.queries.length = 0
      assert.equal((await send('/opds/v2/unread', { method: 'HEAD' })).statusCode, 200)
      return app.queries.filter((sql) => /from "?entry(_content)?\b/.test(sql))
    }
    assert.ok((await head()).every((sql) => !sql.includes('entry_content')))
    assert.ok((await head()).length <= 1, app.queries.join('\n'))
  })
}

async function books(t: TestContext, app: TestApp): Promise<void> {
  await t.test('articles and collections are downloaded as EPUB files with a name', async () => {
    const { save, feed, send, ask } = await reader(app)
    const { id } = await save('Tides & “walls”: 50 %')
    await ask({ method: 'POST', url: '/api/collections', payload: { name: 'By the sea', query: 'is:unread' } })
    for (const [path, name] of [
      ['/unread', `[w-id_${id}] Tides walls 50`],
      ['/books', 'By the sea'],
    ] as const) {
      const { links, metadata } = (await feed(path)).publications![0]!
      const { href, type, rel } = links[0]!
      assert.deepEqual([type, rel], ['application/epub+zip', 'http://opds-spec.org/acquisition'])
      assert.match(href, /^\/opds\/(?:entries|collections)\/\d+\.epub$/)
      const [head, got] = [await send(href, { method: 'HEAD' }), await send(href)]
      for (const { statusCode, headers } of [head, got]) {
        assert.equal(statusCode, 200)
        assert.equal(headers['content-disposition'], `attachment; filename="${name}.epub"`)
        assert.equal(headers['content-type'], 'application/epub+zip')
      }
      assert.equal(head.headers['content-length'], undefined)
      assert.equal(got.rawPayload.subarray(30, 58).toString(), 'mimetypeapplication/epub+zip')
      // Thorium marks a book that it has by the identifier in the file.
      const kobo = links[1]!
      assert.deepEqual(
        [kobo.type, kobo.rel, kobo.href],
        ['application/kepub+zip', rel, href.replace('.epub', '.kepub.epub')],
      )
      const forKobo = await send(kobo.href)
      assert.equal(forKobo.headers['content-disposition'], `attachment; filename="${name}.kepub.epub"`)
      assert.notDeepEqual(forKobo.rawPayload, got.rawPayload)
      if (path === '/unread') assert.match(String(metadata['identifier']), /^urn:uuid:/)
    }
  })
  await t.test('on the shelf of a collection, the articles are books of a series', async () => {
    const { save, feed, send, ask } = await reader(app)
    await save('Tides')
    const made = await ask({
      method: 'POST',
      url: '/api/collections',
      payload: { name: 'Sea & shore', query: 'is:unread' },
    })
    const { id } = made.json<{ id: number }>()
    const { links, metadata } = (await feed(`/collections/${id}`)).publications![0]!
    assert.deepEqual(metadata['belongsTo'], { series: { name: 'Sea & shore' } })
    const packageOf = async (href: string): Promise<string> =>
      String(readZip((await send(href)).rawPayload).find(({ name }) => name === 'EPUB/package.opf')!.bytes)
    const written = await packageOf(links[0]!.href)
    assert.match(written, /<meta property="belongs-to-collection" id="series">Sea &amp; shore<\/meta>/)
    assert.match(written, /<meta name="calibre:series" content="Sea &amp; shore"\/>/)
    const alone = (await feed('/unread')).publications![0]!
    assert.equal(alone.metadata['belongsTo'], undefined)
    assert.doesNotMatch(await packageOf(alone.links[0]!.href), /series/)
    const other = await reader(app)
    assert.equal((await other.send(links[0]!.href)).statusCode, 404)
  })
  await t.test('the link to a book stays the same, and is the same in both versions', async () => {
    const { save, feed, send, ask } = await reader(app)
    const { id } = await save('a')
    const hrefs = async () => {
      const { body } = await send('/opds/v1.2/unread')
      return [(await feed('/unread')).publications![0]!.links[0]!.href, /href="([^"]*\.epub)"/.exec(body)?.[1]]
    }
    const before = await hrefs()
    assert.equal(before[0], before[1])
    await ask({ method: 'PATCH', url: `/api/entries/${id}`, payload: { title: 'b', starred: 1, tags: 'x' } })
    assert.deepEqual(await hrefs(), before)
  })
}

async function covers(t: TestContext, app: TestApp): Promise<void> {
  await t.test(
    'the stored picture of an article is its cover, and is open to readers that send no password',
    async () => {
      const { user, feed, send, titles } = await reader(app)
      const png = Buffer.from(ONE_PIXEL, 'base64')
      const picture = (_: unknown, response: { setHeader(name: string, value: string): { end(body: Buffer): void } }) =>
        response.setHeader('content-type', 'image/png').end(png)
      app.site.page('/lead.png', picture as never)
      const text = '<p>A text that is long enough to count as an article, with several words in it.</p>'.repeat(5)
      const page = `<title>T</title><meta property="og:image" content="/lead.png"><article>${text}</article>`
      app.site.page('/with-picture', (_, response) => response.setHeader('content-type', 'text/html').end(page))
      await app.save(user, `${app.site.url}/with-picture`)
      assert.deepEqual(await titles('/unread'), ['T'])
      const found = await until(
        () => feed('/unread'),
        ({ publications }) => publications?.[0]?.images !== undefined,
      )
      const { href, type } = found.publications![0]!.images![0]!
      const shown = await app.app.inject({ url: href })
      assert.deepEqual([shown.statusCode, type, shown.rawPayload], [200, 'image/png', png])
      const { body } = await send('/opds/v1.2/unread')
      for (const rel of ['image', 'image/thumbnail']) {
        assert.ok(body.includes(`<link rel="http://opds-spec.org/${rel}" href="${href}" type="image/png"/>`), rel)
      }
    },
  )
}

async function bounds(t: TestContext, app: TestApp): Promise<void> {
  await t.test('wrong input gets a problem, and other users have nothing of it', async () => {
    const { send, save } = await reader(app)
    const other = await reader(app)
    const { id } = await other.save('theirs', { tags: 'theirs' })
    await save('mine')
    for (const [path, status] of [
      ['/v2/tags/theirs', 404],
      ['/v2/tags/%00', 404],
      ['/v2/collections/1x', 404],
      ['/v2/collections/999999', 404],
      [`/entries/${id}.epub`, 404],
      ['/entries/1.pdf', 404],
      ['/entries/x.epub', 404],
      ['/collections/999999.epub', 404],
      ['/v2/unread?page=0', 404],
      ['/v2/unread?sort=up', 400],
      ['/v2/nothing', 404],
      ['/v3', 404],
      ['/t//v2', 404],
    ] as const) {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await send(`/opds${path}`, { method })
        assert.equal(answer.statusCode, status, `${method} ${path}`)
        assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8')
      }
    }
  })
  await t.test('other methods get a problem, too', async () => {
    const { send } = await reader(app)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      for (const path of ['', '/v2/unread', '/entries/1.epub']) {
        const { statusCode, headers } = await send(`/opds${path}`, { method })
        assert.deepEqual([statusCode, headers['allow']], [405, 'GET'], `${method} ${path}`)
        assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8')
      }
    }
  })
  await t.test('no link of either version leads to a redirect or an error', async () => {
    const { send, save, ask } = await reader(app)
    for (const name of ['a', 'b']) await save(name, { tags: 'one, "two" & <three>' })
    await ask({ method: 'POST', url: '/api/collections', payload: { name: '<Tea> & "more"', query: '#one' } })
    for (const start of ['/opds/v1.2', '/opds/v2']) {
      const seen = new Set([start])
      for (const url of seen) {
        const [head, got] = [await send(url, { method: 'HEAD' }), await send(url)]
        assert.deepEqual([head.statusCode, got.statusCode], [200, 200], url)
        assert.equal(head.headers['content-type'], got.headers['content-type'])
        if (String(got.headers['content-type']).includes('epub')) continue
        for (const [, found] of got.body.matchAll(/(?:href=|"href":|template=)"([^"]*)"/g)) {
          const href = found!.replaceAll('&amp;', '&').replace(/\{\?query\}|\{searchTerms\}/, '')
          if (href.startsWith('/opds') && !href.includes('sort=') && !href.includes('length=')) seen.add(href)
        }
      }
      assert.ok(seen.size > 14, [...seen].join(' '))
    }
  })
}
