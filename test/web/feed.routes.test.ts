import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { feedLinks } from '../../src/feeds/feed.routes.ts'
import { renewFeedToken, revokeFeedToken } from '../../src/users/feed-token.ts'
import { setUserConfig } from '../../src/users/user-config.repository.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const content = '<p>Text &amp; more</p>'

/** @returns the ids of the entries in a feed, in order */
function idsIn(body: string): number[] {
  return [...body.matchAll(/:entry:(\d+)</g)].map(([, id]) => Number(id))
}

/** @returns the names of the child elements of the root, in order; equal neighbours count once */
function childrenOf(body: string): string[] {
  const inside = body.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/g, '').replace(/[\s\S]*?<feed[^>]*>/, '')
  const names: string[] = []
  let depth = 0
  for (const [, isEnd, name, isEmpty] of inside.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
    if (isEnd) depth--
    else if (depth === 0 && names.at(-1) !== name) names.push(name!)
    if (!isEnd && !isEmpty) depth++
  }
  assert.equal(depth, -1, 'every element is closed')
  return names
}

/** @returns the headers that must be equal in the responses to GET and HEAD */
function reported({ headers }: LightMyRequestResponse): Readonly<Record<string, unknown>> {
  const passing = new Set(['date', 'content-length', 'transfer-encoding'])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.has(name)))
}

async function threeEntries({ alice, save }: TestApp) {
  const one = await save(alice, 'https://a.example.org/1?a=1&b=2', {
    title: 'AT&T <b> ]]> \u{1}x',
    content: '<p>a ]]&gt; b</p><pre>]]></pre>',
    tags: 'Été,two',
    language: 'fr_FR',
    authors: 'Ann & Bob',
  })
  const two = await save(alice, 'https://b.example.org/2', { title: 'Two', content, starred: 1 })
  const three = await save(alice, 'https://b.example.org/3', { title: 'Three', content, archive: 1, tags: 'two' })
  return { one, two, three }
}

for (const dialect of DIALECTS) {
  test(`feeds, ${dialect}`, async (t) => {
    const app = await testApp(t, dialect, { baseUrl: 'https://www.dogear.test:8443' })
    const { alice, bob, ask, services, save } = app
    const { one, two, three } = await threeEntries(app)
    const token = await renewFeedToken(services, alice.id)
    const get = (path: string, headers = {}) => ask(undefined, { url: path, headers })
    const feed = (rest: string, headers = {}) => get(`/feed/alice/${token}/${rest}`, headers)
    const head = (rest: string, headers = {}) =>
      ask(undefined, { method: 'HEAD', url: `/feed/alice/${token}/${rest}`, headers })
    const changedAt = async (rest: string) => Date.parse(String((await head(rest)).headers['last-modified']))

    await t.test('every list contains its entries in its order', async () => {
      const lists: readonly (readonly [string, readonly unknown[]])[] = [
        ['unread', [two.id, one.id]],
        ['all', [three.id, two.id, one.id]],
        ['archive', [three.id]],
        ['starred', [two.id]],
        ['tags/t:two', [three.id, one.id]],
        ['tags/t:ete?sort=updated', [one.id]],
        ['search?term=three', [three.id]],
        ['all?format=rss', [three.id, two.id, one.id]],
      ]
      for (const [path, ids] of lists) {
        const answer = await feed(path)
        assert.equal(answer.statusCode, 200, path)
        assert.deepEqual(idsIn(answer.body), ids, path)
      }
    })

    await t.test("the head has the feed's metadata in the order that readers expect", async () => {
      const { body, headers } = await feed('unread')
      assert.equal(headers['content-type'], 'application/atom+xml')
      assert.equal(headers['set-cookie'], undefined)
      assert.equal(headers['referrer-policy'], 'no-referrer')
      const names = [
        'title',
        'subtitle',
        'id',
        'link',
        'updated',
        'link',
        'generator',
        'author',
        'icon',
        'logo',
        'entry',
      ]
      assert.deepEqual(childrenOf(body), names)
      assert.match(body, /<title>Dogear — unread feed<\/title>/)
      assert.match(body, /<id>wallabag:dogear\.test:8443:alice:unread<\/id>/)
      assert.match(
        body,
        /<link rel="alternate" type="text\/html" href="https:\/\/www\.dogear\.test:8443\/unread\/list"\/>/,
      )
      const tagged = (await feed('tags/t:two')).body
      assert.deepEqual(childrenOf(tagged).slice(0, 4), ['id', 'link', 'title', 'subtitle'])
      assert.match(tagged, /<title>Dogear — tag t:two feed<\/title>/)
      assert.match(tagged, /<id>wallabag:dogear\.test:8443:alice:tag:t:two<\/id>/)
    })

    await t.test(
      "the feeds that wallabag does not have always state their last change; wallabag's do not if empty",
      async () => {
        const renewed = await renewFeedToken(services, bob.id)
        assert.ok(!childrenOf((await get(`/feed/bob/${renewed}/unread`)).body).includes('updated'))
        const nothing = (await feed('search?term=nothing-like-it')).body
        assert.match(nothing, /<updated>\d{4}-\d\d-\d\dT[\d:]+\+00:00<\/updated>/)
        const updated = /<updated>([^<]*)/
        const times = (body: string) => [...body.matchAll(new RegExp(updated, 'g'))].map(([, time]) => time!)
        const [ofFeed, ...ofEntries] = times((await feed('search?term=example.org')).body)
        assert.equal(ofEntries.length, 3)
        assert.equal(ofFeed, ofEntries.toSorted().at(-1))
        const created = await ask(alice, { method: 'POST', url: '/api/collections', payload: { name: 'Walls' } })
        const { id } = created.json<{ id: number }>()
        assert.match((await feed(`collections/${id}`)).body, updated)
      },
    )

    await t.test('an entry is complete, and its text cannot break the document', async () => {
      const { body } = await feed('tags/t:ete')
      assert.match(body, /<title type="html"><!\[CDATA\[AT&amp;T &lt;b&gt; \]\]&gt; .?x\]\]><\/title>/)
      assert.match(body, /<link rel="alternate" href="https:\/\/a\.example\.org\/1\?a=1&amp;b=2"\/>/)
      assert.match(
        body,
        new RegExp(`<link rel="via" type="text/html" href="https://www.dogear.test:8443/view/${one.id}"/>`),
      )
      assert.match(body, /<published>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00<\/published>/)
      assert.match(body, /<category term="t:ete" label="été"\/>/)
      assert.match(body, /<author><name>Ann &amp; Bob<\/name><\/author>/)
      assert.match(body, /<content type="html" xml:lang="fr"><!\[CDATA\[estimated reading time: &lt; 1 min<p>a /)
      // eslint-disable-next-line no-control-regex
      assert.doesNotMatch(body, /[\u0000-\u0008]/)
      childrenOf(body)
    })

    await t.test('pages follow each other, and one that is too far leads to the last', async () => {
      await services.database.transaction((tx) => setUserConfig(tx, alice.id, { feed_limit: 2 }))
      const first = (await feed('all')).body
      assert.deepEqual(idsIn(first), [three.id, two.id])
      const at = `https://www.dogear.test:8443/feed/alice/${token}/all`
      assert.ok(
        first.includes(`<link rel="next" href="${at}/2"/>`) && first.includes(`<link rel="last" href="${at}/2"/>`),
      )
      const second = (await feed('all/2')).body
      assert.deepEqual(idsIn(second), [one.id])
      assert.ok(second.includes(`<link rel="previous" href="${at}/1"/>`) && !second.includes('rel="next"'))
      const beyond = await feed('all/9?format=rss')
      assert.deepEqual([beyond.statusCode, beyond.headers.location], [302, `${at}/2?format=rss`])
      await services.database.transaction((tx) => setUserConfig(tx, alice.id, { feed_limit: 50 }))
    })

    await t.test('a reader with the current version gets 304 until something changes', async () => {
      const { headers } = await feed('all')
      const again = await feed('all', { 'if-none-match': `"x", W/${String(headers.etag)}` })
      assert.deepEqual([again.statusCode, again.body], [304, ''])
      assert.equal((await feed('all', { 'if-none-match': '*' })).statusCode, 304)
      await save(alice, 'https://c.example.org/4', { title: 'Four', content })
      assert.equal((await feed('all', { 'if-none-match': headers.etag })).statusCode, 200)
    })

    await t.test('the time of the last modification stays the same until something changes', async () => {
      const before = await changedAt('unread')
      assert.ok(Math.abs(before - app.clock.now().getTime()) < 60_000)
      app.clock.advance(3600)
      assert.equal(await changedAt('unread'), before)
      await ask(alice, { method: 'PATCH', url: `/api/entries/${one.id}`, payload: { archive: 1 } })
      assert.ok((await changedAt('unread')) >= before + 3_599_000)
      await ask(alice, { method: 'PATCH', url: `/api/entries/${one.id}`, payload: { archive: 0 } })
    })

    await t.test('the head alone is that of the feed, without the document', async () => {
      for (const path of ['all', 'unread/1', 'tags/t:two', 'search?term=three', 'all?format=rss']) {
        const [whole, alone] = [await feed(path), await head(path)]
        assert.deepEqual([alone.statusCode, alone.body], [200, ''], path)
        assert.deepEqual(reported(alone), reported(whole), path)
        assert.equal(alone.headers['content-length'], undefined, path)
      }
      const readsTexts = () => app.queries.some((sql) => sql.includes('entry_content'))
      app.queries.length = 0
      const { headers } = await head('all')
      assert.ok(!readsTexts())
      await feed('all')
      assert.ok(readsTexts())
      assert.ok(headers.etag)
      assert.equal((await head('all', { 'if-none-match': headers.etag })).statusCode, 304)
      assert.equal((await head('all/9')).headers.location, (await feed('all/9')).headers.location)
      for (const path of ['all/0', 'nothing', 'tags/t:none']) {
        const [whole, alone] = [await feed(path), await head(path)]
        assert.deepEqual([alone.statusCode, alone.body], [404, ''], path)
        assert.deepEqual(reported(alone), reported(whole), path)
      }
    })

    await t.test('a missing feed is 404 in XML, and invalid parameters are 400', async () => {
      const bobs = await renewFeedToken(services, bob.id)
      const wrong = [
        `/feed/alice/${bobs}/all`,
        '/feed/alice/wrong/all',
        '/feed/alice%00/x/all',
        `/feed/nobody/${token}/all`,
        `/feed/alice/${token}/nothing`,
        `/feed/alice/${token}/tags/t:none`,
        ...['0', '-1', 'x', '1e3', '99999999999'].map((page) => `/feed/alice/${token}/all/${page}`),
      ]
      for (const path of wrong) {
        const answer = await get(path)
        assert.equal(answer.statusCode, 404, path)
        assert.match(answer.body, /<response><code>404<\/code><message>Not Found<\/message><\/response>/, path)
        assert.match(String(answer.headers['content-type']), /^application\/xml/)
      }
      for (const path of ['tags/t:two?sort=x', 'all?format=yaml']) assert.equal((await feed(path)).statusCode, 400)
    })

    await t.test('old addresses lead to the new ones', async () => {
      const moved = await get(`/alice/${token}/unread.xml`)
      assert.deepEqual([moved.statusCode, moved.headers.location], [301, `/feed/alice/${token}/unread`])
      const tag = await get(`/alice/${token}/tags/t:two.xml?sort=updated`)
      assert.deepEqual([tag.statusCode, tag.headers.location], [301, `/feed/alice/${token}/tags/t:two?sort=updated`])
    })

    await t.test('a new token ends the old one, and revoking ends both', async () => {
      const next = await renewFeedToken(services, alice.id)
      assert.match(next, /^[0-9a-z]{25}$/)
      assert.equal((await feed('all')).statusCode, 404)
      assert.equal((await get(`/feed/ALICE/${next}/all`)).statusCode, 200)
      const { feed_token: reported } = (await ask(alice, { url: '/api/config' })).json<{ feed_token: string }>()
      assert.equal(reported, next)
      await revokeFeedToken(services, alice.id)
      assert.equal((await get(`/feed/alice/${next}/all`)).statusCode, 404)
    })
  })
}

test('the addresses of other pages keep the query', () => {
  const { self, last } = feedLinks('https://a.test', '/feed/a/b/all?x=1', { page: 1, last: 2, hasPage: false })
  assert.deepEqual([self, last], ['https://a.test/feed/a/b/all?x=1', 'https://a.test/feed/a/b/all/2?x=1'])
})
