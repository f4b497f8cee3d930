import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, NEWS } from '../support/site.ts'

const GIVEN = { title: 'Given title', content: '<p>Given content</p>' }

for (const dialect of DIALECTS) {
  test(`${dialect}: two addresses of the same page`, async (t) => {
    const app = await testApp(t, dialect)
    await wishes(t, app)
    await texts(t, app)
    await reloads(t, app)
  })
}

const labels = (entry: WireEntry) => (entry['tags'] as { label: string }[]).map(({ label }) => label)

async function total(app: TestApp, url: string): Promise<number> {
  return (await app.ask(app.alice, { url })).json<{ total: number }>().total
}

function redirect({ site }: TestApp, from: string, to: string): void {
  site.page(from, (_request, response) => void response.writeHead(302, { location: to }).end())
}

async function wishes(t: TestContext, app: TestApp): Promise<void> {
  const { site } = app
  await t.test('a save under another known address changes the existing entry', async () => {
    const target = `${site.url}/article/known`
    const older = await app.save(app.alice, target)
    redirect(app, '/to-known', '/article/known')
    const said = {
      title: 'Mine',
      archive: 1,
      starred: 1,
      public: 1,
      origin_url: 'https://o.example/',
      language: 'de',
    }
    const merged = await app.save(app.alice, `${site.url}/to-known`, { ...said, authors: 'Me', published_at: '0' })
    const { id, title, is_archived, is_starred, is_public, origin_url, language, published_by, published_at } = merged
    assert.deepEqual(
      { id, title, is_archived, is_starred, is_public, origin_url, language, published_by, published_at },
      {
        id: older.id,
        title: 'Mine',
        is_archived: 1,
        is_starred: 1,
        is_public: true,
        origin_url: 'https://o.example/',
        language: 'de',
        published_by: ['Me'],
        published_at: '1970-01-01T00:00:00+0000',
      },
    )
    assert.ok(merged['archived_at'] && merged['starred_at'])
    assert.deepEqual([merged['content'], merged['url']], [older['content'], target])
    redirect(app, '/to-known-too', '/article/known')
    const silent = await app.save(app.alice, `${site.url}/to-known-too`)
    assert.deepEqual(
      ['id', 'title', 'is_archived', 'is_starred', 'uid', 'origin_url', 'published_by'].map((name) => silent[name]),
      ['id', 'title', 'is_archived', 'is_starred', 'uid', 'origin_url', 'published_by'].map((name) => merged[name]),
    )
  })
}

async function texts(t: TestContext, app: TestApp): Promise<void> {
  const { site } = app
  await t.test('content sent by a client replaces the fetched content', async () => {
    const older = await app.save(app.alice, `${site.url}/article/retold`)
    redirect(app, '/to-retold', '/article/retold')
    const merged = await app.save(app.alice, `${site.url}/to-retold`, { content: '<p>Told by me.</p>' })
    assert.deepEqual(
      [merged.id, merged['content'], merged['title'], merged['reading_time']],
      [older.id, '<p>Told by me.</p>', older['title'], 0],
    )
    assert.equal(await total(app, '/api/search?term=Told+by+me'), 1)
  })
  await t.test('content from another address replaces the error text of a failed entry', async () => {
    let isWell = false
    site.page('/weak', (request, response) =>
      isWell ? answering(articlePage(NEWS))(request, response) : void response.writeHead(404).end(),
    )
    const older = await app.save(app.alice, `${site.url}/weak`, { tags: 'weak' })
    assert.equal(older['http_status'], '404')
    isWell = true
    redirect(app, '/to-weak', '/weak')
    const merged = await app.save(app.alice, `${site.url}/to-weak`)
    assert.deepEqual([merged.id, merged['title'], merged['http_status']], [older.id, NEWS.title, '200'])
    assert.ok(String(merged['content']).includes(NEWS.sentence), String(merged['content']))
    assert.deepEqual(labels(merged), ['weak'])
    assert.equal(await total(app, '/api/entries?notParsed=1'), 0)
  })
}

async function reloads(t: TestContext, app: TestApp): Promise<void> {
  const { site } = app
  await t.test('a reload that finds an older entry answers with that one, and keeps the public link', async () => {
    const older = await app.save(app.alice, `${site.url}/article/elder`)
    redirect(app, '/to-elder', '/article/elder')
    const newer = await app.save(app.alice, `${site.url}/to-elder`, { ...GIVEN, public: 1, archive: 1 })
    assert.notEqual(newer.id, older.id)
    const answer = await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${newer.id}/reload` })
    const entry = answer.json<WireEntry>()
    assert.deepEqual(
      [answer.statusCode, entry.id, entry['uid'], entry['is_archived'], entry['title']],
      [200, older.id, newer['uid'], 1, older['title']],
    )
    assert.equal((await app.app.inject(`/share/${String(newer['uid'])}`)).statusCode, 200)
  })
  await t.test('an older entry whose address turns out to be that of a newer one keeps its values', async () => {
    redirect(app, '/early', '/article/late')
    const early = await app.save(app.alice, `${site.url}/early`, GIVEN)
    const late = await app.save(app.alice, `${site.url}/article/late`, { title: 'Late', content: '<p>Of late.</p>' })
    const answer = await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${early.id}/reload` })
    const entry = answer.json<WireEntry>()
    assert.deepEqual([entry.id, entry['title'], entry['content']], [early.id, 'Late', '<p>Of late.</p>'])
    assert.equal((await app.ask(app.alice, { url: `/api/entries/${late.id}` })).statusCode, 404)
  })
}
