import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { rawSql } from '../../src/db/raw-sql.ts'
import { TOMBSTONE_RETENTION_MS, pruneTombstones } from '../../src/sync/prune-tombstones.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

interface Change {
  readonly type: string
  readonly id: number
  readonly op: string
  readonly object?: Readonly<Record<string, unknown>>
}

interface Page {
  readonly from: string
  readonly to: string
  readonly more: boolean
  readonly reset: boolean
  readonly changes: readonly Change[]
}

const GIVEN = { title: 'Tide', content: '<p>The sea wall.</p>', tags: 'sea' }

for (const dialect of DIALECTS) {
  test(`${dialect}: the stream of changes`, async (t) => {
    const app = await testApp(t, dialect)
    await app.save(app.bob, 'https://example.org/bob', GIVEN)
    const { to, first } = await listing(t, app)
    await changes(t, app, to, first)
    await refusals(t, app)
    await contents(t, app, first)
    await starting(t, app)
  })
}

async function changesSince(app: TestApp, since: string, rest = ''): Promise<Page> {
  const answer = await app.ask(app.alice, { url: `/api/sync?since=${since}${rest}` })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<Page>()
}

const summary = ({ changes }: Page) => changes.map(({ type, id, op }) => `${op} ${type} ${id}`)
const SINGLES = ['put settings 0', 'put tagging_rules 0', 'put site_rules 0']

async function listing(t: TestContext, app: TestApp): Promise<{ readonly to: string; readonly first: number }> {
  const [first, gone, last] = [
    await app.save(app.alice, 'https://example.org/1', GIVEN),
    await app.save(app.alice, 'https://example.org/2', GIVEN),
    await app.save(app.alice, 'https://example.org/3', GIVEN),
  ].map(({ id }) => id)
  await app.ask(app.alice, { method: 'DELETE', url: `/api/entries/${gone}` })
  let page = await changesSince(app, '', '&limit=2')
  const found = [...summary(page)]
  while (page.more) {
    assert.ok(page.changes.length <= 2)
    page = await changesSince(app, page.to, '&limit=2')
    found.push(...summary(page))
  }
  await t.test('without a cursor every object is listed, in pages, and no earlier deletion', async () => {
    assert.deepEqual(found.toSorted(), [...SINGLES, `put entries ${first}`, `put entries ${last}`].toSorted())
    assert.deepEqual(summary(await changesSince(app, page.to)), [])
  })
  return { to: page.to, first: first! }
}

async function changes(t: TestContext, app: TestApp, since: string, first: number): Promise<void> {
  await t.test(
    'each changed object is sent once, with tags and coloured annotations, and so are deletions',
    async () => {
      const second = (await app.save(app.alice, 'https://example.org/4', GIVEN)).id
      const payload = {
        text: 'n',
        quote: 'The',
        ranges: [{ start: '/p[1]', startOffset: '0', end: '/p[1]', endOffset: '3' }],
      }
      await app.ask(app.alice, { method: 'POST', url: `/api/annotations/${first}`, payload })
      await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${first}`, payload: { archive: 1 } })
      const collection = await app.ask(app.alice, {
        method: 'POST',
        url: '/api/collections',
        payload: { name: 'Night' },
      })
      const { id } = collection.json<{ id: number }>()
      await app.ask(app.alice, { method: 'POST', url: `/api/collections/${id}/entries`, payload: { entries: [first] } })
      await app.ask(app.alice, { method: 'DELETE', url: `/api/entries/${second}` })
      const page = await changesSince(app, since)
      assert.deepEqual(summary(page), [`put entries ${first}`, `put collections ${id}`, `delete entries ${second}`])
      const [entry, shelf] = page.changes.map(({ object }) => object!)
      assert.equal(entry!['is_archived'], 1)
      assert.equal(entry!['content'], null)
      assert.deepEqual(
        (entry!['annotations'] as { color: string }[]).map(({ color }) => color),
        ['yellow'],
      )
      assert.deepEqual([shelf!['name'], shelf!['entries']], ['Night', [first]])
      assert.deepEqual(summary(await changesSince(app, since, '&types=collections')), [`put collections ${id}`])
      assert.deepEqual(summary(await changesSince(app, page.to)), [])
    },
  )
  await t.test('an unchanged library costs no query beyond the token', async () => {
    const url = `/api/sync?since=${since}`
    const { etag } = (await app.ask(app.alice, { url })).headers
    app.queries.length = 0
    const answer = await app.ask(app.alice, { url, headers: { 'if-none-match': String(etag) } })
    assert.equal(answer.statusCode, 304)
    assert.ok(app.queries.length <= 1, app.queries.join('\n'))
  })
  await t.test('rules and settings are sent as one object each', async () => {
    const { to } = await changesSince(app, since)
    const payload = { rule: 'title matches "tide"', tags: 'tide' }
    await app.ask(app.alice, { method: 'POST', url: '/api/taggingrules', payload })
    await app.ask(app.alice, { method: 'PUT', url: '/api/site-rules/example.org', payload: { rules: 'body: //main' } })
    const page = await changesSince(app, to)
    assert.ok(
      summary(page).every((one) => SINGLES.includes(one)),
      summary(page).join(),
    )
  })
}

async function refusals(t: TestContext, app: TestApp): Promise<void> {
  await t.test('wrong cursors, types and limits are refused', async () => {
    for (const query of ['since=x', 'since=1.2.3', 'types=entries,notes', 'limit=0', 'limit=1001']) {
      assert.equal((await app.ask(app.alice, { url: `/api/sync?${query}` })).statusCode, 400, query)
    }
    for (const ids of [
      undefined,
      'x',
      [0],
      [[1]],
      [{ toString: 1 }],
      Array.from({ length: 101 }, (_, index) => index + 1),
    ]) {
      const answer = await app.ask(app.alice, { method: 'POST', url: '/api/sync/content', payload: { ids } })
      assert.equal(answer.statusCode, 400, JSON.stringify(ids))
    }
  })
}

async function contents(t: TestContext, app: TestApp, first: number): Promise<void> {
  await t.test('a content has a strong validator, and several are sent as lines', async () => {
    const url = `/api/entries/${first}/content`
    const answer = await app.ask(app.alice, { url })
    const { etag } = answer.headers
    assert.match(String(etag), /^"[\w-]{22}"$/)
    assert.match(answer.json<{ content: string }>().content, /The sea wall/)
    const again = await app.ask(app.alice, { url, headers: { 'if-none-match': `"x", ${String(etag)}` } })
    assert.equal(again.statusCode, 304)
    assert.equal((await app.ask(app.bob, { url })).statusCode, 404)
    const lines = await app.ask(app.alice, {
      method: 'POST',
      url: '/api/sync/content',
      payload: { ids: [first, 99_999] },
    })
    assert.equal(lines.headers['content-type'], 'application/x-ndjson')
    const [line, ...rest] = lines.body.split('\n').filter(Boolean)
    assert.deepEqual([JSON.parse(line!), rest], [answer.json(), []])
  })
}

async function starting(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a cursor of another history, or older than the stored deletions, starts again', async () => {
    const { to } = await changesSince(app, '')
    const other = to.replace(/^[^.]+/, 'ffffffffffff')
    const [restored, ahead] = [
      await changesSince(app, other),
      await changesSince(app, to.replace(/\.\d+\./, '.999999.')),
    ]
    assert.deepEqual([restored.reset, ahead.reset], [true, true])
    assert.ok(restored.changes.length > SINGLES.length)

    const kept = await changesSince(app, to)
    assert.equal(kept.reset, false)
    const { id } = await app.save(app.alice, 'https://example.org/5', GIVEN)
    await app.ask(app.alice, { method: 'DELETE', url: `/api/entries/${id}` })
    await prune(app, TOMBSTONE_RETENTION_MS - 60_000)
    assert.deepEqual(summary(await changesSince(app, to)), [`delete entries ${id}`])
    await prune(app, TOMBSTONE_RETENTION_MS + 60_000)
    // The request has another `limit` than the one before, because the response to an identical request is cached until
    // the next change.
    assert.equal((await changesSince(app, to, '&limit=400')).reset, true)
    const count = await app.database.transaction((tx) => rawSql(tx, 'select * from tombstone where user_id <> 0', []))
    assert.deepEqual(count, [])
  })
}

/** Deletes old tombstones, as the maintenance job would do after this time. */
async function prune({ database }: TestApp, afterMs: number): Promise<void> {
  const before = new Date(Date.now() + afterMs - TOMBSTONE_RETENTION_MS).toISOString()
  await database.transaction((tx) => pruneTombstones(tx, database.dialect, before))
}
