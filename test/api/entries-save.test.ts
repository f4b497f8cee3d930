import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, NEWS } from '../support/site.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const GIVEN = { title: 'Given title', content: '<p>Given content</p>' }

for (const dialect of DIALECTS) {
  test(`${dialect}: saving a page`, async (t) => {
    const app = await testApp(t, dialect)
    await fetched(t, app)
    await given(t, app)
    await knownAlready(t, app)
    await sharing(t, app)
    await spellings(t, app)
    await redirects(t, app)
    await kinds(t, app)
    await waysOfAsking(t, app)
    await refusals(t, app)
  })
}

const labels = (entry: WireEntry) => (entry['tags'] as { label: string }[]).map(({ label }) => label)
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex')

/** @returns the number of entries of the user */
async function total(app: TestApp): Promise<number> {
  const answer = await app.ask(app.alice, { url: '/api/entries?perPage=1&detail=metadata' })
  return answer.json<{ total: number }>().total
}

async function fetched(t: TestContext, app: TestApp): Promise<void> {
  const url = `${app.site.url}/news`
  await t.test('an address alone is fetched, and the response has every member', async () => {
    const entry = await app.save(app.alice, url)
    const { id, created_at, updated_at, content, headers, reading_time, ...rest } = entry
    assert.deepEqual(rest, {
      is_archived: 0,
      is_starred: 0,
      user_name: 'alice',
      user_email: 'alice@example.org',
      user_id: app.alice.id,
      tags: [],
      is_public: false,
      uid: null,
      title: NEWS.title,
      url,
      hashed_url: sha1(url),
      origin_url: null,
      given_url: url,
      hashed_given_url: sha1(url),
      archived_at: null,
      published_at: '2025-02-11T06:30:00+0000',
      published_by: ['Ines Marlow'],
      starred_at: null,
      mimetype: 'text/html; charset=utf-8',
      language: 'en_GB',
      domain_name: '127.0.0.1',
      preview_picture: `${app.site.url}/img/wall.jpg`,
      http_status: '200',
      _links: { self: { href: `/api/entries/${id}` } },
    })
    assert.ok(Number(reading_time) >= 2)
    assert.match(String(content), /handed each stone/)
    assert.doesNotMatch(String(content), /<script|onclick|onerror|script text|All rights reserved/)
    assert.ok(String(updated_at) >= String(created_at))
    assert.equal((headers as Record<string, string>)['content-type'], 'text/html; charset=utf-8')
    assert.equal('set-cookie' in (headers as object), false)
    assert.equal('annotations' in entry, false)
  })
  await t.test('the list shows it as the response did', async () => {
    const entry = await app.save(app.alice, url)
    const list = await app.ask(app.alice, { url: '/api/entries' })
    const [first] = list.json<{ _embedded: { items: WireEntry[] } }>()._embedded.items
    assert.deepEqual(first, { ...entry, annotations: [] })
  })
}

async function given(t: TestContext, app: TestApp): Promise<void> {
  await t.test('with title and content nothing is fetched', async () => {
    const url = `${app.site.url}/article/given`
    const entry = await app.save(app.alice, url, { ...GIVEN, language: 'de-AT' })
    const { title, content, language, mimetype, http_status, headers } = entry
    assert.deepEqual(
      { title, content, language, mimetype, http_status, headers },
      { ...GIVEN, language: 'de_AT', mimetype: null, http_status: null, headers: null },
    )
    assert.equal(app.site.hits('/article/given'), 0)
  })
  const fields: Readonly<Record<string, Record<string, unknown>>> = {
    title: { title: 'My own title' },
    content: { content: '<p>My own content</p>' },
    'language, picture, authors and date': {
      language: 'fr',
      preview_picture: 'https://example.org/p.png',
      authors: 'Me',
      published_at: 1,
    },
  }
  for (const [name, one] of Object.entries(fields)) {
    await t.test(`given ${name} wins over the page, which gives the rest`, async () => {
      const path = `/article/${encodeURIComponent(name).slice(0, 5)}`
      const entry = await app.save(app.alice, app.site.url + path, one)
      assert.equal(app.site.hits(path), 1)
      const expected = {
        title: one['title'] ?? `Article ${path.slice(9)}`,
        content: one['content'] ?? entry['content'],
        language: one['language'] ?? 'en_GB',
        preview_picture: one['preview_picture'] ?? `${app.site.url}/img/wall.jpg`,
        published_by: one['authors'] === undefined ? ['Ines Marlow'] : [one['authors']],
        published_at: one['published_at'] === 1 ? '1970-01-01T00:00:01+0000' : '2025-02-11T06:30:00+0000',
        http_status: '200',
      }
      const actual = Object.fromEntries(Object.keys(expected).map((member) => [member, entry[member]]))
      assert.deepEqual(actual, expected)
      if (one['content'] === undefined) assert.match(String(entry['content']), /handed each stone/)
    })
  }
  await t.test('flags, tags and origin are set immediately', async () => {
    const rest = { archive: 1, starred: '1', public: true, tags: 'A, b,,a', origin_url: 'https://example.org/o' }
    const entry = await app.save(app.alice, 'https://example.org/flags', { ...GIVEN, ...rest })
    const { is_archived, is_starred, is_public, origin_url, archived_at, starred_at } = entry
    assert.deepEqual([is_archived, is_starred, is_public, origin_url], [1, 1, true, 'https://example.org/o'])
    assert.deepEqual([typeof archived_at, typeof starred_at, labels(entry)], ['string', 'string', ['a', 'b']])
  })
  await t.test('tags that a library took for numbers are text, in a list and alone', async () => {
    const url = 'https://example.org/numbers'
    assert.deepEqual(labels(await app.save(app.alice, url, { ...GIVEN, tags: [2024, 'x'] })), ['2024', 'x'])
    assert.deepEqual(labels(await app.save(app.alice, url, { tags: 2025 })), ['2024', '2025', 'x'])
  })
}

async function knownAlready(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a known address keeps its entry, its state and its dates, and is not fetched again', async () => {
    const url = `${app.site.url}/article/known`
    const first = await app.save(app.alice, url, { tags: 'one', starred: 1, archive: 1 })
    app.clock.advance(60)
    const before = await total(app)
    assert.deepEqual(await app.save(app.alice, url), first)
    assert.deepEqual([await total(app), app.site.hits('/article/known')], [before, 1])
  })
  await t.test('values of a repeated save change the entry: tags are added, the rest is replaced', async () => {
    const url = `${app.site.url}/article/repeated`
    const first = await app.save(app.alice, url, { tags: 'one', starred: 1, archive: 1 })
    app.clock.advance(60)
    const fields = { tags: 'two', starred: 0, title: 'Renamed', origin_url: 'https://example.org/o', language: '' }
    const again = await app.save(app.alice, url, fields)
    const { id, created_at, given_url, language, archived_at } = first
    const { updated_at, ...rest } = again
    assert.deepEqual(labels(again), ['one', 'two'])
    assert.deepEqual([again.id, rest['created_at'], rest['given_url']], [id, created_at, given_url])
    assert.deepEqual([rest['title'], rest['is_starred'], rest['starred_at']], ['Renamed', 0, null])
    assert.deepEqual([rest['language'], rest['archived_at'], rest['is_archived']], [language, archived_at, 1])
    assert.deepEqual(rest['published_by'], ['Ines Marlow'])
    assert.ok(String(updated_at) > String(first['updated_at']))
  })
  await t.test('an entry whose page failed is fetched again', async () => {
    const url = `${app.site.url}/later`
    const failed = await app.save(app.alice, url, { tags: 'x' })
    assert.equal(failed['http_status'], '404')
    app.site.page('/later', answering(articlePage(NEWS)))
    const again = await app.save(app.alice, url)
    assert.deepEqual([again.id, again['title'], again['http_status']], [failed.id, NEWS.title, '200'])
    assert.deepEqual(labels(again), ['x'])
  })
  await t.test("another user's entry of the same address is another entry", async () => {
    const url = 'https://example.org/both'
    const [hers, his] = [await app.save(app.alice, url, GIVEN), await app.save(app.bob, url, GIVEN)]
    assert.notEqual(hers.id, his.id)
    assert.deepEqual([hers['user_name'], his['user_name']], ['alice', 'bob'])
  })
}

/** @returns the number of recorded sharing events by kind */
async function notedSharing(app: TestApp): Promise<Readonly<Record<string, number>>> {
  const text = "select kind, sum(times) as times from security_event where kind like 'share-%' group by kind"
  const rows = await app.database.prepare<{ kind: string; times: number }>(text).all()
  return Object.fromEntries(rows.map(({ kind, times }) => [kind, Number(times)]))
}

async function sharing(t: TestContext, app: TestApp): Promise<void> {
  await t.test('only creating and ending a public link is recorded for its owner', async () => {
    const url = 'https://example.org/shared'
    const { 'share-on': on = 0 } = await notedSharing(app)
    for (const isPublic of [0, 1, 1, null, 0, 0]) await app.save(app.alice, url, { ...GIVEN, public: isPublic })
    assert.deepEqual(await notedSharing(app), { 'share-on': on + 1, 'share-off': 1 })
  })
}

async function spellings(t: TestContext, app: TestApp): Promise<void> {
  const pairs: readonly (readonly [string, string])[] = [
    ['https://example.org/a%20b', 'https://example.org/a+b'],
    ['https://example.org/caf%C3%A9', 'https://example.org/café'],
    ['https://example.org/?q=%41', 'https://example.org/?q=A'],
    [' https://example.org/blanks ', 'https://example.org/blanks'],
    ['https://ann:secret@example.org/user', 'https://example.org/user'],
  ]
  for (const [first, second] of pairs) {
    await t.test(`${first} and ${second} are one entry`, async () => {
      const [one, two] = [await app.save(app.alice, first, GIVEN), await app.save(app.alice, second)]
      assert.equal(one.id, two.id)
      assert.doesNotMatch(JSON.stringify(one), /secret/)
    })
  }
  await t.test('addresses that differ in earnest are different entries', async () => {
    const different = [
      'https://example.org/x',
      'https://example.org/X',
      'https://example.org/x?a',
      'http://example.org/x',
    ]
    const ids = await Promise.all(different.map(async (url) => (await app.save(app.alice, url, GIVEN)).id))
    assert.equal(new Set(ids).size, different.length)
  })
  await t.test('the hash is that of the decoded address', async () => {
    const entry = await app.save(app.alice, 'https://example.org/%C3%A9+x', GIVEN)
    assert.equal(entry['url'], 'https://example.org/%C3%A9+x')
    assert.equal(entry['hashed_url'], sha1('https://example.org/é x'))
  })
}

async function redirects(t: TestContext, app: TestApp): Promise<void> {
  const { site } = app
  await t.test('the address after redirects is the url, the given one stays and is the origin', async () => {
    site.page('/r1', (_request, response) => void response.writeHead(301, { location: '/article/r1' }).end())
    const entry = await app.save(app.alice, `${site.url}/r1`)
    const { url, given_url, origin_url, hashed_given_url } = entry
    assert.deepEqual(
      { url, given_url, origin_url, hashed_given_url },
      {
        url: `${site.url}/article/r1`,
        given_url: `${site.url}/r1`,
        origin_url: `${site.url}/r1`,
        hashed_given_url: sha1(`${site.url}/r1`),
      },
    )
    for (const spelling of ['/r1', '/article/r1']) {
      assert.equal((await app.save(app.alice, site.url + spelling)).id, entry.id)
    }
    assert.equal(site.hits('/article/r1'), 1)
  })
  await t.test('a redirect onto an entry that exists merges into the older one, with the tags of both', async () => {
    const older = await app.save(app.alice, `${site.url}/article/target`, { tags: 'old', starred: 0 })
    const before = await total(app)
    site.page('/short', (_request, response) => void response.writeHead(302, { location: '/article/target' }).end())
    const merged = await app.save(app.alice, `${site.url}/short`, { tags: 'new', starred: 1 })
    assert.deepEqual([merged.id, merged['title'], merged['is_starred']], [older.id, older['title'], 1])
    assert.deepEqual(labels(merged), ['new', 'old'])
    assert.equal(await total(app), before)
    assert.equal((await app.save(app.alice, `${site.url}/short`)).id, older.id)
    assert.equal(site.hits('/short'), 1)
  })
  await t.test('a slash or a fragment leaves no trace, and parameters that only track are not fetched', async () => {
    site.page('/dir', (_request, response) => void response.writeHead(301, { location: '/dir/' }).end())
    site.page('/dir/', answering(articlePage(NEWS)))
    const slash = await app.save(app.alice, `${site.url}/dir`)
    assert.deepEqual([slash['url'], slash['origin_url']], [`${site.url}/dir/`, null])
    const fragment = await app.save(app.alice, `${site.url}/article/frag#part`)
    assert.deepEqual([fragment['url'], fragment['origin_url']], [`${site.url}/article/frag#part`, null])
    const asked: string[] = []
    site.page('/tracked', (request, response) => {
      asked.push(request.url ?? '')
      answering(articlePage(NEWS))(request, response)
    })
    await app.save(app.alice, `${site.url}/tracked?utm_source=x&id=7&mtm_a=1`)
    assert.deepEqual(asked, ['/tracked?id=7'])
  })
}

async function kinds(t: TestContext, app: TestApp): Promise<void> {
  await t.test('plain text is stored as text, and a picture as a picture', async () => {
    const text = await app.save(app.alice, `${app.site.url}/plain`)
    assert.match(String(text['content']), /Ink on paper\./)
    assert.equal(text['mimetype'], 'text/plain; charset=utf-8')
    const picture = await app.save(app.alice, `${app.site.url}/image`)
    assert.deepEqual([picture['mimetype'], picture['preview_picture']], ['image/gif', `${app.site.url}/image`])
    assert.match(String(picture['content']), /<img[^>]+src="[^"]+\/image"/)
  })
}

function partOf(name: string, value: string): string {
  return `--way\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${value}\r\n`
}

async function waysOfAsking(t: TestContext, app: TestApp): Promise<void> {
  const ask = (payload: string | object, type: string, url = '/api/entries') =>
    app.ask(app.alice, { method: 'POST', url, headers: { 'content-type': type }, payload })
  await t.test('form, JSON and parts do the same under every suffix', async () => {
    const url = 'https://example.org/ways'
    const parts = { url, ...GIVEN, tags: 'x' }
    // The multipart boundary `way` also occurs in the URL `…/ways`. The parser must not take it for the end of a part.
    const multipart = Object.entries(parts).map(([name, value]) => partOf(`"${name}"`, value))
    const answers = [
      await ask(parts, 'application/json', '/api/entries.json'),
      await ask(new URLSearchParams(parts).toString(), FORM['content-type'], '/api/entries.html'),
      await ask(`${multipart.join('')}--way--\r\n`, 'multipart/form-data; boundary=way'),
    ]
    for (const answer of answers) {
      assert.equal(answer.statusCode, 200, answer.body)
      assert.equal(answer.headers['content-type'], 'application/json')
      assert.equal(answer.body, answers[0]!.body)
    }
  })
  await t.test('tags may be a list, in JSON and in forms', async () => {
    const byForm = await ask('url=https://example.org/t&tags[]=a&tags[]=b&title=T&content=C', FORM['content-type'])
    assert.deepEqual(labels(byForm.json()), ['a', 'b'])
    const entry = await app.save(app.alice, 'https://example.org/t', { tags: ['b', 'c'] })
    assert.deepEqual(labels(entry), ['a', 'b', 'c'])
    const parts = [partOf('url', 'https://example.org/t'), partOf('"tags[]"', 'd'), partOf('"tags[]"', 'e')]
    const byParts = await ask(`${parts.join('')}--way--`, 'multipart/form-data; boundary="way"')
    assert.deepEqual(labels(byParts.json()), ['a', 'b', 'c', 'd', 'e'])
  })
  await t.test('null for a title or content is the same as leaving it out', async () => {
    const url = `${app.site.url}/article/null`
    assert.equal((await app.save(app.alice, url, { title: null, content: null }))['title'], 'Article null')
  })
}

function assertRefused(answer: LightMyRequestResponse, message: string): void {
  assert.deepEqual([answer.statusCode, answer.json()], [400, { code: 400, message }])
}

async function refusals(t: TestContext, app: TestApp): Promise<void> {
  const post = (payload: object | string, url = '/api/entries') =>
    app.ask(app.alice, { method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })
  await t.test('a missing or blank address is refused', async () => {
    const before = await total(app)
    for (const payload of [{}, { url: null }, { url: '' }, { url: '  ' }, { url: ['x'] }, { url: 5 }, '', []]) {
      assertRefused(await post(payload), 'This value should not be blank.\n')
    }
    assertRefused(await post({}, '/api/entries?url=https://example.org/'), 'This value should not be blank.\n')
    assert.equal(await total(app), before)
  })
  await t.test('an invalid address is named in the refusal', async () => {
    for (const url of ['nonsense', 'ftp://example.org/', 'mailto:a@example.org', 'https://']) {
      assertRefused(await post({ url }), `The url '"${url}"' is not a valid url\n`)
    }
  })
}
