import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { changePreferences } from '../../src/users/change-preferences.ts'
import { setFirstTimeZone } from '../../src/users/time-zone.ts'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

interface List {
  readonly page: number
  readonly pages: number
  readonly total: number
  readonly _links: Readonly<Record<string, { readonly href: string }>>
  readonly _embedded: { readonly items: readonly WireEntry[] }
}

const words = (count: number) => `<p>${'word '.repeat(count)}</p>`
const SHELF = [
  { title: 'Tide', content: '<p>The sea wall and the tide.</p>', tags: 'sea' },
  { title: 'Harbour', content: words(3000), tags: 'sea,town', archive: '1' },
  { title: 'Lantern', content: words(9000), tags: 'town', starred: '1' },
]

for (const dialect of DIALECTS) {
  test(`${dialect}: lists by a query`, async (t) => {
    const app = await testApp(t, dialect)
    for (const [index, fields] of SHELF.entries()) await app.save(app.alice, `https://example.org/${index}`, fields)
    await app.save(app.bob, 'https://example.org/bob', { title: 'Tide of Bob', content: '<p>tide</p>' })
    await finding(t, app)
    await together(t, app)
    await paging(t, app)
    await caching(t, app)
    await composing(t, app)
    await zones(t, app)
  })
}

async function list(app: TestApp, q: string, rest = ''): Promise<List> {
  const answer = await app.ask(app.alice, { url: `/api/entries?q=${encodeURIComponent(q)}${rest}` })
  assert.equal(answer.statusCode, 200, `${q}: ${answer.body}`)
  return answer.json<List>()
}

const titles = async (app: TestApp, q: string, rest?: string) =>
  (await list(app, q, rest))._embedded.items.map(({ title }) => title).join(' ')

async function finding(t: TestContext, app: TestApp): Promise<void> {
  await t.test('words, fields and operators select entries of the caller, newest first', async () => {
    const expected = {
      tide: 'Tide',
      'tide OR tag:town': 'Lantern Harbour Tide',
      'tag:sea -is:archived': 'Tide',
      'time:>10': 'Lantern Harbour',
      'is:starred OR (tide wall)': 'Lantern Tide',
      'saved:<1d has:tag': 'Lantern Harbour Tide',
      nowhere: '',
      "'": '',
      '': 'Lantern Harbour Tide',
    }
    for (const [q, found] of Object.entries(expected)) assert.equal(await titles(app, q), found, q)
  })
}

async function together(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the other parameters narrow the result, and "sort:" replaces their order', async () => {
    assert.equal(await titles(app, 'tag:sea', '&archive=1'), 'Harbour')
    assert.equal(await titles(app, 'word', '&tags=town&starred=1'), 'Lantern')
    assert.equal(await titles(app, 'has:tag', '&sort=created&order=asc'), 'Tide Harbour Lantern')
    assert.equal(await titles(app, 'has:tag sort:title', '&order=desc'), 'Harbour Lantern Tide')
    assert.equal(await titles(app, 'has:tag sort:-time'), 'Lantern Harbour Tide')
  })
}

async function paging(t: TestContext, app: TestApp): Promise<void> {
  await t.test('links to other pages repeat the query', async () => {
    const { total, pages, _links } = await list(app, 'tag:sea,town', '&perPage=2')
    assert.deepEqual([total, pages], [3, 2])
    const next = new URL(_links['next']!.href)
    assert.equal(next.searchParams.get('q'), 'tag:sea,town')
    const second = (await app.ask(app.alice, { url: next.pathname + next.search })).json<List>()
    assert.deepEqual(
      second._embedded.items.map(({ title }) => title),
      ['Tide'],
    )
    assert.equal((await app.ask(app.alice, { url: '/api/entries?q=tide&page=2' })).statusCode, 404)
  })
}

async function caching(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a list with a relative date has no validator, because it changes with time', async () => {
    const tagOf = async (q: string) =>
      (await app.ask(app.alice, { url: `/api/entries?q=${encodeURIComponent(q)}` })).headers['etag']
    assert.ok(await tagOf('tide saved:2020..2030'))
    assert.equal(await tagOf('tide saved:today'), undefined)
    const search = await app.ask(app.alice, { url: '/api/search?term=saved%3Atoday' })
    assert.equal(search.headers['etag'], undefined)
  })
}

const isComposed = (sql: string) => /instr\(|strpos\(/.test(sql)

async function composing(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a composed statement does not run beside requests, and no connection keeps it', async () => {
    app.queries.length = 0
    for (let terms = 1; terms <= 12; terms++)
      await list(app, Array.from({ length: terms }, (_, i) => `url:t${i}`).join(' OR '))
    if (app.database.dialect === 'sqlite') return assert.deepEqual(app.queries.filter(isComposed), [])
    const kept = app.database.prepare<{ statement: string }>('select statement from pg_prepared_statements')
    const ofAll = (await Promise.all(Array.from({ length: 20 }, () => kept.all()))).flat()
    assert.ok(ofAll.length > 20)
    assert.deepEqual(ofAll.map(({ statement }) => statement).filter(isComposed), [])
  })
}

async function zones(t: TestContext, app: TestApp): Promise<void> {
  await t.test('days follow the time zone of the user, from the browser unless one is set', async () => {
    const saved = '2025-06-30T22:30:00.000Z'
    await app.database.transaction((tx) => tx.updateTable('entry').set({ created_at: saved }).execute())
    assert.equal((await list(app, 'saved:2025-07')).total, 0)
    for (const [zone, total] of [
      ['Nowhere/Land', 0],
      ['Europe/Berlin', 3],
      ['America/New_York', 3],
    ] as const) {
      await setFirstTimeZone(app, app.alice.id, zone)
      assert.equal((await list(app, 'saved:2025-07')).total, total, zone)
    }
    await changePreferences(app, app.alice.id, { timeZone: 'America/New_York' })
    assert.equal((await list(app, 'saved:2025-07')).total, 0)
    assert.equal((await list(app, 'saved:2025-06-30')).total, 3)
  })
}
