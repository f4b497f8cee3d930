import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { isPostgres } from '../../src/db/open-database.ts'
import { fromStandby } from '../../src/db/postgres/standby-reads.ts'
import { prepareDatabase } from '../../src/prepare-database.ts'
import { createAppPassword } from '../../src/users/passwords/app-password.ts'
import { renewFeedToken } from '../../src/users/feed-token.ts'
import { waitFor } from '../crash/wait-for.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { administrate, databaseOnServer, DIALECTS } from '../support/database.ts'
import { queryServer, startReplicatedPostgres, type ReplicatedPostgres } from '../support/postgres-standby.ts'
import { createTestUsers } from '../support/test-users.ts'
import { signedIn, type InjectBrowser } from '../web/inject-browser.fixture.ts'

const only = { skip: !DIALECTS.includes('postgres') }
let servers: ReplicatedPostgres
let made = 0

before(async () => {
  if (!only.skip) servers = await startReplicatedPostgres()
})
after(() => servers?.stop())

/** A new database with accounts on both servers, and the settings of processes that use them. */
async function newDatabase() {
  const name = `dogear_${++made}`
  await administrate(servers.primary.url, `create database ${name}`)
  const url = databaseOnServer(servers.primary.url, name)
  await prepareDatabase(parseDatabaseUrl(url))
  await createTestUsers(url)
  await servers.catchUp()
  return { url, readUrl: databaseOnServer(servers.standbyUrl, name) }
}

const twoServers = ({ url, readUrl }: { readonly url: string; readonly readUrl: string }) => ({
  environment: { DATABASE_URL: url, DATABASE_READ_URL: readUrl, DOGEAR_DATABASE_POOL: '4' },
})

/** Stops the replay of changes on the standby, or continues it. */
async function setReplay(isRunning: boolean): Promise<void> {
  await administrate(servers.standbyUrl, `select pg_wal_replay_${isRunning ? 'resume' : 'pause'}()`)
  const paused = 'select 1 where pg_is_wal_replay_paused()'
  await waitFor('the replay', async () => ((await queryServer(servers.standbyUrl, paused)).length === 0) === isRunning)
}

async function setSynchronous(t: Pick<TestContext, 'after'>, url: string): Promise<void> {
  const set = async (name: string) => {
    await administrate(url, `alter system set synchronous_standby_names = '${name}'`)
    await administrate(url, 'select pg_reload_conf()')
  }
  await set('standby')
  t.after(() => set(''))
  const waits = "select 1 from pg_stat_replication where sync_state = 'sync'"
  await waitFor('replication', async () => (await queryServer(url, waits)).length > 0)
}

/** The responses by address. */
type Seen = Readonly<Record<string, string>>

async function routesOf(app: TestApp, entry: number): Promise<readonly string[]> {
  const feed = `/feed/alice/${await renewFeedToken(app.services, app.alice.id)}/unread`
  return [
    '/api/entries.json?perPage=30&detail=metadata',
    '/api/entries.json?tags=changed',
    `/api/entries/${entry}.json`,
    '/api/search?term=paper',
    '/api/entries.json?q=tag:changed',
    '/api/tags.json',
    `/api/entries/${entry}/export.json`,
    '/api/annotations/' + entry + '.json',
    feed,
    '/all/list',
    '/unread/list',
    '/all/list?q=paper',
    `/view/${entry}`,
    '/tag/list',
    '/export/all.csv',
    '/export/unread.json',
  ]
}

async function seeAll(app: TestApp, browser: InjectBrowser, routes: readonly string[]): Promise<Seen> {
  const seen: Record<string, string> = {}
  for (const url of routes) {
    const isApi = url.startsWith('/api/')
    const response: LightMyRequestResponse = isApi ? await app.ask(app.alice, { url }) : await browser.get(url)
    assert.equal(response.statusCode, 200, `${url}: ${response.body.slice(0, 300)}`)
    seen[url] = visibleText(response.body)
  }
  return seen
}

/** @returns a page without its markup, which contains a new token each time, and any other response as it is */
function visibleText(body: string): string {
  return body.startsWith('<!doctype html>') ? body.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') : body
}

/** The changes that the test makes, one after the other, and each of which a user sees on some of the routes. */
const CHANGES: readonly ((app: TestApp, entry: number) => Promise<unknown>)[] = [
  (app) => app.save(app.alice, 'https://a.example/second', { title: 'Second', content: '<p>More paper.</p>' }),
  (app, entry) => patch(app, entry, { tags: 'changed' }),
  (app, entry) => patch(app, entry, { title: 'Another title' }),
  (app, entry) => patch(app, entry, { archive: 1 }),
  (app, entry) => patch(app, entry, { content: '<p>Other words than before.</p>' }),
  (app, entry) =>
    app.ask(app.alice, {
      method: 'POST',
      url: `/api/annotations/${entry}.json`,
      payload: { text: 'note', quote: 'words', ranges: [] },
    }),
  (app, entry) => patch(app, entry, { starred: 1, archive: 0 }),
  (app, entry) => app.ask(app.alice, { method: 'DELETE', url: `/api/entries/${entry + 1}.json` }),
]

async function patch(app: TestApp, entry: number, payload: object): Promise<void> {
  const { statusCode } = await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${entry}.json`, payload })
  assert.equal(statusCode, 200)
}

const firstEntry = (app: TestApp) =>
  app.save(app.alice, 'https://a.example/first', { title: 'First', content: '<p>Words on paper.</p>' })

/** The statements that the primary was asked for, apart from those of jobs, which read the contents of a library. */
const readsOfPrimary = ({ queries }: TestApp) =>
  queries.filter((sql) => /\b(?:from|join) (?:entry|entry_tag|tag|search_entry|entry_content)\b/.test(sql))

test('a standby that is up to date answers lists, searches and exports', only, async (t) => {
  const app = await testApp(t, 'postgres', twoServers(await newDatabase()))
  const { id } = await firstEntry(app)
  const browser = await signedIn(app, app.alice)
  const routes = [
    '/api/entries.json',
    `/api/entries/${id}.json`,
    '/api/search?term=paper',
    '/all/list',
    '/export/all.csv',
  ]
  assert.equal((await app.ask(app.alice, { url: '/api/search?term=paper' })).statusCode, 200)
  await servers.catchUp()
  app.queries.length = 0
  await seeAll(app, browser, routes)
  assert.deepEqual(readsOfPrimary(app), [])
})

test('nobody sees an older state on any route while the standby is behind', only, async (t) => {
  const { url, readUrl } = await newDatabase()
  const [writer, reader] = [
    await testApp(t, 'postgres', { environment: { DATABASE_URL: url } }),
    await testApp(t, 'postgres', twoServers({ url, readUrl })),
  ]
  const { id } = await firstEntry(writer)
  const routes = await routesOf(writer, id)
  const [browser, other] = [await signedIn(reader, reader.alice), await signedIn(writer, writer.alice)]
  await servers.catchUp()
  await seeAll(reader, browser, routes)
  for (const [index, change] of CHANGES.entries()) {
    await setReplay(false)
    try {
      await change(writer, id)
      const current = await seeAll(writer, other, routes)
      reader.queries.length = 0
      assert.deepEqual(await seeAll(reader, browser, routes), current, `change ${index}`)
      assert.ok(readsOfPrimary(reader).length > 0)
    } finally {
      await setReplay(true)
    }
    await servers.catchUp()
  }
})

test('a revision that the primary does not show yet is not read from the standby', only, async (t) => {
  // The primary waits for a standby that does not exist, so its commit stays invisible, although the standby has it.
  const { url, readUrl } = await newDatabase()
  const app = await testApp(t, 'postgres', twoServers({ url, readUrl }))
  await firstEntry(app)
  await servers.catchUp()
  await administrate(url, "alter system set synchronous_standby_names = 'missing'")
  await administrate(url, 'select pg_reload_conf()')
  const total = async () => (await app.ask(app.alice, { url: '/api/entries.json' })).json<{ total: number }>().total
  try {
    const saving = app
      .ask(app.alice, { method: 'POST', url: '/api/entries', payload: { url: 'https://a.example/2', content: 'x' } })
      .catch(() => undefined)
    const there = "select 1 from entry where url like '%/2'"
    await waitFor('the standby', async () => (await queryServer(readUrl, there)).length > 0)
    assert.equal(await total(), 1)
    await administrate(url, 'alter system reset synchronous_standby_names')
    await administrate(url, 'select pg_reload_conf()')
    await saving
    assert.equal(await total(), 2)
  } finally {
    await administrate(url, 'alter system reset synchronous_standby_names')
    await administrate(url, 'select pg_reload_conf()')
  }
})

test('a statement that the standby cancels is repeated on the primary', only, async (t) => {
  const { url, readUrl } = await newDatabase()
  const app = await testApp(t, 'postgres', twoServers({ url, readUrl }))
  await firstEntry(app)
  await servers.catchUp()
  await administrate(servers.standbyUrl, 'alter system set max_standby_streaming_delay = 0')
  await administrate(servers.standbyUrl, 'select pg_reload_conf()')
  const { database, standby } = app.services
  assert.ok(standby && isPostgres(database))
  const sql = 'select id, pg_sleep(2) from entry where user_id = $1'
  const reading = fromStandby(database, standby).prepare<{ id: number }>(sql).all(app.alice.id)
  await waitFor('the statement', async () => (await queryServer(readUrl, RUNNING)).length > 0)
  await administrate(url, 'begin; lock table entry in access exclusive mode; commit')
  const conflicts = `select 1 from pg_stat_database_conflicts where datname = current_database() and confl_lock > 0`
  await waitFor('the conflict', async () => (await queryServer(readUrl, conflicts)).length > 0)
  assert.equal((await reading).length, 1)
})

const RUNNING =
  "select 1 from pg_stat_activity where query like '%pg_sleep(2)%' and state = 'active' and pid <> pg_backend_pid()"

test('while the primary is stopped, reads go on, and writes are refused', only, async (t) => {
  const { url, readUrl } = await newDatabase()
  const app = await testApp(t, 'postgres', twoServers({ url, readUrl }))
  await setSynchronous(t, url)
  const { id } = await firstEntry(app)
  const routes = await routesOf(app, id)
  const browser = await signedIn(app, app.alice)
  await seeAll(app, browser, routes)
  // The words of this entry are not in the index, and cannot be added while the primary is away.
  await app.save(app.alice, 'https://a.example/new', { title: 'New', content: '<p>Fresh words.</p>' })
  const listed = routes.filter((url) => !/[?&](?:term|q)=/.test(url))
  const known = await seeAll(app, browser, listed)
  const key = await createAppPassword(app.services, app.alice.id, { name: 'Unused' })
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await servers.primary.halt()
  try {
    assert.deepEqual(await seeAll(app, browser, listed), known)
    const search = await app.ask(app.alice, { url: '/api/search?term=paper' })
    assert.equal(search.json<{ total: number }>().total, 1)
    const write = { method: 'PATCH', url: `/api/entries/${id}.json`, payload: { archive: 1 } } as const
    const refused = await app.ask(app.alice, write)
    assert.equal(refused.statusCode, 503, refused.body)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    // The use of a session or of an app password cannot be recorded, which must not end it.
    app.clock.advance(4_000)
    assert.equal((await browser.get('/all/list')).statusCode, 200)
    const authorization = `Token ${key}`
    assert.equal(
      (await app.app.inject({ url: '/linkding/api/bookmarks/', headers: { authorization } })).statusCode,
      200,
    )
    const ready = await app.app.inject('/readyz')
    assert.deepEqual([ready.statusCode, ready.body], [200, 'ready for reading'])
  } finally {
    await servers.primary.resume()
  }
  app.clock.advance(-4_000)
  await waitFor('writes', async () => {
    const answer = await app.ask(app.alice, {
      method: 'PATCH',
      url: `/api/entries/${id}.json`,
      payload: { archive: 1 },
    })
    return answer.statusCode === 200
  })
})

test('a stopped primary is not replaced by a standby that may lack something', only, async (t) => {
  const { url, readUrl } = await newDatabase()
  const app = await testApp(t, 'postgres', twoServers({ url, readUrl }))
  const { id } = await firstEntry(app)
  const status = async () => (await app.ask(app.alice, { url: `/api/entries/${id}.json` })).statusCode
  await servers.catchUp()
  assert.equal(await status(), 200)
  await servers.primary.halt()
  assert.equal(await status(), 503, 'commits did not wait for the standby')
  await servers.primary.resume()
  await setSynchronous(t, url)
  await waitFor('the primary', async () => (await status()) === 200)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await setReplay(false)
  await patch(app, id, { archive: 1 })
  await servers.primary.halt()
  assert.equal(await status(), 503, 'the standby has the change, but does not show it yet')
  await setReplay(true)
  await waitFor('the replay', async () => (await status()) === 200)
  const shown = await app.ask(app.alice, { url: `/api/entries/${id}.json` })
  assert.equal(shown.json<{ is_archived: number }>().is_archived, 1)
  await servers.primary.resume()
})
