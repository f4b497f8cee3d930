import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { rawSql } from '../../src/db/raw-sql.ts'
import { currentRevision } from '../../src/entries/listing/count-lists.ts'
import { hashRaw } from '../../src/entries/saving/address-hashes.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

const STREAM = { accept: 'text/vnd.turbo-stream.html, text/html' }
/** Number of entries in the large library. */
const ENTRY_COUNT = 2500
/**
 * Maximum number of statements of an action on all entries. The test also prints the duration of the action, which is
 * below 3 s on an idle machine.
 */
const MAX_STATEMENTS = ENTRY_COUNT / 10

for (const dialect of DIALECTS) {
  test(`${dialect}: every action can be undone`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    await states(t, app, browser)
    await tags(t, app, browser)
    await details(t, app, browser)
    await history(t, app, browser)
  })
  test(`${dialect}: the last hundred actions are listed, and undone in any order`, async (t) => {
    await hundred(await testApp(t, dialect))
  })
  test(`${dialect}: an action that a later one has overtaken is not undone, and the page says why`, async (t) => {
    await overtaken(await testApp(t, dialect))
  })
  test(`${dialect}: a list of ${ENTRY_COUNT} is archived, deleted and undone`, async (t) => {
    const app = await testApp(t, dialect)
    await large(t, app, await signedIn(app, app.alice))
  })
}

const actionIn = (body: string) => /name="action" value="(\d+)"/.exec(body)?.[1]

/** @returns alice's rows that an action may change, except columns that every change updates */
async function library({ database, alice }: TestApp): Promise<string[]> {
  const rows = await database.transaction((tx) =>
    rawSql<Record<string, unknown>>(
      tx,
      `select entry.*, (select count(*) from entry_content where entry_content.user_id = entry.user_id and entry_id = entry.id) as contents,
         (select count(*) from entry_address where entry_address.user_id = entry.user_id and entry_id = entry.id) as addresses,
         (select count(*) from annotation where annotation.user_id = entry.user_id and entry_id = entry.id) as annotations,
         (select share from entry_progress where entry_progress.user_id = entry.user_id and entry_id = entry.id) as progress,
         (select group_concat(label, ',') from (select label from entry_tag join tag on tag.id = tag_id
           where entry_tag.user_id = entry.user_id and tag.user_id = entry.user_id and entry_id = entry.id order by label) as labels) as tags
       from entry where user_id = ${alice.id} order by id`.replace(
        'group_concat',
        database.dialect === 'sqlite' ? 'group_concat' : 'string_agg',
      ),
      [],
    ),
  )
  const moving = ['updated_at', 'revision', 'archived_set_at', 'starred_set_at']
  return rows.map((row) => JSON.stringify(row, (name, value: unknown) => (moving.includes(name) ? undefined : value)))
}

async function states(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  const token = hiddenField((await browser.get('/all/list')).body, 'token')
  const save = (name: string, fields = {}) =>
    app.save(app.alice, `https://example.org/${name}`, { title: name, content: '<p>words</p>', ...fields })
  await t.test('undoing restores exactly the state before, of one entry and of many', async () => {
    const ids = [await save('a'), await save('b', { archive: 1 }), await save('c', { starred: 1, tags: 'x' })].map(
      ({ id }) => id,
    )
    await app.ask(app.alice, {
      method: 'POST',
      url: `/api/annotations/${ids[0]}`,
      payload: { quote: 'words', ranges: [] },
    })
    await browser.post(`/view/${ids[0]}/progress`, { token, block: '1', share: '0.4', at: String(Date.now()) })
    const before = await library(app)
    assert.match(before[0]!, /"progress":0.4/)
    for (const action of ['archive', 'unarchive', 'star', 'unstar', 'delete']) {
      app.clock.advance(10)
      const { body } = await browser.post(
        '/bulk',
        { token, back: '/all/list', action, scope: 'all', list: 'all' },
        STREAM,
      )
      assert.notDeepEqual(await library(app), before, action)
      await browser.post('/undo', { token, action: actionIn(body)! })
      assert.deepEqual(await library(app), before, action)
    }
    for (const path of [`/archive/${ids[0]}`, `/star/${ids[0]}`, `/delete/${ids[2]}`, `/view/${ids[0]}/states`]) {
      const field = path.startsWith('/star') ? 'starred' : 'archived'
      const { body } = await browser.post(path, { token, back: '/all/list', [field]: '1' }, STREAM)
      assert.notDeepEqual(await library(app), before, path)
      await browser.post('/undo', { token, action: actionIn(body)! })
      assert.deepEqual(await library(app), before, path)
    }
  })
  await t.test('an entry that was changed since then stays as it is', async () => {
    const [one, other] = [await save('d'), await save('e')]
    const { body } = await browser.post(
      '/bulk',
      { token, back: '/all/list', action: 'archive', scope: 'all', list: 'unread' },
      STREAM,
    )
    app.clock.advance(60)
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${one.id}`, payload: { archive: 1 } })
    await browser.post('/undo', { token, action: actionIn(body)! })
    const flags = async (id: number) =>
      (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<{ is_archived: number }>().is_archived
    assert.deepEqual([await flags(one.id), await flags(other.id)], [1, 0])
  })
}

async function tags(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  await t.test('tags that were added or removed are undone, and those that were there stay', async () => {
    const token = hiddenField((await browser.get('/all/list')).body, 'token')
    const before = await library(app)
    for (const action of ['tag', 'untag']) {
      const { body } = await browser.post(
        '/bulk',
        { token, back: '/all/list', action, tags: 'x, new', scope: 'all', list: 'all' },
        STREAM,
      )
      assert.notDeepEqual(await library(app), before, action)
      await browser.post('/undo', { token, action: actionIn(body)! })
      assert.deepEqual(await library(app), before, action)
    }
    const { items } = (await app.ask(app.alice, { url: '/api/entries?tags=x' })).json<{
      _embedded: { items: { id: number; title: string }[] }
    }>()._embedded
    const [{ id, title }] = items as [{ id: number; title: string }]
    const edited = { token, title, tags: 'other', language: '', picture: '' }
    assert.equal((await browser.post(`/edit/${id}`, edited)).statusCode, 303)
    assert.notDeepEqual(await library(app), before)
    for (let count = 0; count < 2; count++) await browser.post('/undo', { token, action: 'last' })
    assert.deepEqual(await library(app), before)
    const labels = (await app.ask(app.alice, { url: '/api/tags' })).body
    assert.doesNotMatch(labels, /"new"/)
  })
}

/** Removes what an undone edit leaves: a language that the entry did not have, and the times at which fields were set. */
const others = (rows: readonly string[]) =>
  rows.map((row) => row.replaceAll(/"(?:language|\w+_set_at)":[^,]*|,\\"language\\"/g, ''))

async function details(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  await t.test('title, authors, date and note that were edited together come back together', async () => {
    const token = hiddenField((await browser.get('/all/list')).body, 'token')
    const { id } = await app.save(app.alice, 'https://example.org/edited', { title: 'Pier', content: '<p>words</p>' })
    const before = await library(app)
    const edit = (fields: Record<string, string>) =>
      browser.post(`/edit/${id}`, { token, title: 'Pier', tags: '', language: '', picture: '', note: '', ...fields })
    const { headers } = await edit({
      title: 'Quay',
      authors: 'Ann Moss',
      date: '2024-05-06',
      note: 'Later',
      language: 'de',
    })
    const page = (await browser.get(String(headers.location))).body
    assert.match(page, /Details changed[^]*value="\d+"/)
    await browser.post('/undo', { token, action: 'last' })
    assert.deepEqual(others(await library(app)), others(before))
    await edit({ title: 'Mole', language: 'de' })
    const { _embedded: _, ...given } = (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<
      Record<string, unknown>
    >()
    assert.equal(given['title'], 'Mole')
    await edit({ title: 'Jetty', language: 'de' })
    await edit({ title: 'Jetty', authors: 'Bo Fenn', language: 'de' })
    await browser.post('/undo', { token, action: 'last' })
    await browser.post('/undo', { token, action: 'last' })
    assert.match((await browser.get(`/view/${id}`)).body, /<h1[^>]*>Mole</)
    assert.equal((await browser.get('/history')).body.match(/Details changed/g)?.length, 4)
    await browser.post(`/delete/${id}`, { token, back: '/all/list' })
  })
}

async function history(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  const token = hiddenField((await browser.get('/all/list')).body, 'token')
  const { id } = await app.save(app.alice, 'https://example.org/h', { title: 'Harbour', content: '<p>words</p>' })
  await t.test('an action on a page that could not be fetched shows its address, as its card does', async () => {
    const { id } = await app.save(app.alice, `${app.site.url}/missing/500`)
    await browser.post(`/star/${id}`, { token, back: '/all/list', starred: '1' })
    const [, title] = /class="history-title"><bdi>([^<]*)</.exec((await browser.get('/history')).body)!
    assert.equal(title, `${app.site.url.replace('http://', '')}/missing/500`)
    await browser.post(`/delete/${id}`, { token, back: '/all/list' })
  })
  await t.test('the actions of a day are listed, and the last one is undone by its key', async () => {
    for (let index = 0; index < 5; index++) {
      await browser.post(`/star/${id}`, { token, back: '/all/list', starred: index % 2 ? '0' : '1' })
    }
    const page = (await browser.get('/history')).body
    assert.match(page, /Harbour/)
    const starred = async () =>
      (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<{ is_starred: number }>().is_starred
    assert.equal(await starred(), 1)
    await browser.post('/undo', { token, action: 'last' })
    assert.equal(await starred(), 0)
    await browser.post('/undo', { token, action: 'last' })
    assert.equal(await starred(), 1)
    app.clock.advance(86_500)
    const later = await signedIn(app, app.alice)
    assert.match((await later.get('/history')).body, /Nothing to undo/)
    const fresh = hiddenField((await later.get('/all/list')).body, 'token')
    await later.post('/undo', { token: fresh, action: 'last' })
    assert.equal(await starred(), 1)
  })
}

async function hundred(app: TestApp): Promise<void> {
  const user = await app.newUser()
  const browser = await signedIn(app, user)
  const token = hiddenField((await browser.get('/all/list')).body, 'token')
  const { id } = await app.save(user, 'https://example.org/first', { title: 'First' })
  const { id: other } = await app.save(user, 'https://example.org/other', { title: 'Other' })
  const archived = () =>
    app.database.read((db) => db.selectFrom('entry').select('is_archived').where('id', '=', id).executeTakeFirst())
  await browser.post(`/archive/${other}`, { token, archived: '1' })
  await browser.post(`/archive/${id}`, { token, archived: '1' })
  for (let index = 1; index < 100; index++) await browser.post(`/star/${other}`, { token, starred: String(index % 2) })
  const { body } = await browser.get('/history')
  const items = body.match(/<li class="history-item">.*?<\/li>/gs) ?? []
  assert.equal(items.length, 100)
  assert.equal(Number((await archived())?.is_archived), 1)
  await browser.post('/undo', { token, action: actionIn(items.at(-1)!)! })
  assert.equal(Number((await archived())?.is_archived), 0)
}

async function overtaken(app: TestApp): Promise<void> {
  const user = await app.newUser()
  const browser = await signedIn(app, user)
  const token = hiddenField((await browser.get('/all/list')).body, 'token')
  const { id } = await app.save(user, 'https://example.org/first', { title: 'First' })
  for (const starred of ['1', '0', '1']) {
    await browser.post(`/star/${id}`, { token, starred })
    app.clock.advance(1)
  }
  const actions = (await browser.get('/history')).body.match(/<li class="history-item">.*?<\/li>/gs)!.map(actionIn)
  const undo = async (action: string | undefined) =>
    (await browser.post('/undo', { token, action: action! }, STREAM)).body
  assert.match(await undo(actions[2]), /Nothing undone: later changes/)
  assert.match(await undo(actions[2]), /Nothing to undo/)
  assert.match(await undo(actions[0]), /Undone: /)
}

/** Fills alice's library with entries that have a text and two addresses each. Every tenth entry is archived. */
async function fill({ database, alice }: TestApp): Promise<void> {
  const revision = (await currentRevision(database, alice.id)) + 1
  const content = Buffer.from(JSON.stringify(`<p>${'Words of an article. '.repeat(250)}</p>`))
  const now = '2026-01-01T00:00:00.000Z'
  for (let start = 0; start < ENTRY_COUNT; start += 500) {
    await database.transaction(async (tx) => {
      const entries = await tx
        .insertInto('entry')
        .values(
          Array.from({ length: 500 }, (_, index) => ({
            user_id: alice.id,
            url: `https://example.org/${start + index}`,
            title: `Entry ${start + index}`,
            is_archived: index % 10 === 0 ? 1 : 0,
            archived_at: index % 10 === 0 ? now : null,
            created_at: now,
            updated_at: now,
            revision,
          })),
        )
        .returning(['id', 'url'])
        .execute()
      const rows = entries.map(({ id }) => ({ user_id: alice.id, entry_id: Number(id) }))
      await tx
        .insertInto('entry_content')
        .values(rows.map((row) => ({ ...row, content, extractor_version: 1, steps: null })))
        .execute()
      await tx
        .insertInto('entry_address')
        .values(rows.map((row, index) => ({ ...row, hash: hashRaw(entries[index]!.url) })))
        .execute()
    })
    // Collects the planner statistics that a database in use would have, early enough for the checks of foreign keys.
    if (start === 0) await database.transaction((tx) => rawSql(tx, 'analyze', []))
  }
  await database.transaction((tx) =>
    tx.updateTable('user_revision').set({ revision }).where('user_id', '=', alice.id).execute(),
  )
  await database.transaction((tx) => rawSql(tx, 'analyze', []))
}

async function large(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  await app.save(app.bob, 'https://example.org/bob', { title: 'Bob', content: '<p>words</p>' })
  await fill(app)
  const token = hiddenField((await browser.get('/config')).body, 'config[_token]')
  const before = await library(app)
  assert.equal(before.length, ENTRY_COUNT)
  const timed = async (fields: Readonly<Record<string, string>>, path = '/bulk') => {
    const since = performance.now()
    const { body, statusCode } = await browser.post(path, { token, back: '/all/list', ...fields }, STREAM)
    assert.equal(statusCode, 200)
    return { body, took: Math.round(performance.now() - since) }
  }
  for (const [action, said] of [
    ['archive', /2,250 entries archived/],
    ['delete', /2,500 entries deleted/],
  ] as const) {
    await t.test(`${action} of all entries and its undo need few statements and change nothing else`, async () => {
      app.queries.length = 0
      const done = await timed({ action, scope: 'all', list: 'all' })
      const statements = app.queries.length
      assert.match(done.body, said)
      assert.match(done.body, /action="refresh"/)
      const page = (await browser.get(action === 'archive' ? '/unread/list' : '/all/list')).body
      assert.doesNotMatch(page, /class="card"/)
      app.queries.length = 0
      const undone = await timed({ action: actionIn(done.body)! }, '/undo')
      const more = app.queries.length
      assert.deepEqual(await library(app), before)
      t.diagnostic(
        `${action}: ${done.took} ms, ${statements} statements; undone: ${undone.took} ms, ${more} statements`,
      )
      assert.ok(Math.max(statements, more) < MAX_STATEMENTS && Math.min(statements, more) > 10)
    })
  }
  assert.equal((await app.ask(app.bob, { url: '/api/entries' })).json<{ total: number }>().total, 1)
}
