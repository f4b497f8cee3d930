import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readArchive } from '../../src/exports/read-archive.fixture.ts'
import { createUser } from '../../src/users/create-user.ts'
import { waitFor } from '../crash/wait-for.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { injectBrowser, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'
import { formTokenOf } from './second-factor.fixture.ts'

const PATH = '/config/danger'
const EXPORT_PATH = '/config/export'
const CONTENT = '<p>Words enough for a page that is kept.</p>'

for (const dialect of DIALECTS) {
  test(`${dialect}: bulk deletion`, async (t) => {
    const app = await testApp(t, dialect)
    await refusals(t, app)
    await clearing(t, app)
  })

  test(`${dialect}: everything of an account is downloaded with the password, one file at a time`, async (t) => {
    await downloading(await testApp(t, dialect, { environment: { DOGEAR_RATE_LIMITS: 'on' } }))
  })

  test(`${dialect}: an account is closed at once: sessions, tokens, feeds, public links and the name`, async (t) => {
    await closing(await testApp(t, dialect))
  })

  test(`${dialect}: the data of a closed account is deleted from every table, and others keep theirs`, async (t) => {
    await deletingAll(await testApp(t, dialect))
  })

  test(`${dialect}: the last administrator stays while others are here`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.carol)
    assert.match((await browser.get(PATH)).body, /You’re the only administrator/)
    assert.equal((await close(browser, app.carol)).statusCode, 403)
    assert.equal((await browser.get('/')).statusCode, 200)
  })

  test(`${dialect}: if two administrators close their accounts at the same time, one remains`, async (t) => {
    await closingTwoAdministrators(await testApp(t, dialect))
  })
}

async function count({ database }: TestApp, table: string, user: Pick<TestUser, 'id'>, where = ''): Promise<number> {
  const sql = `select count(*) as total from ${table} where user_id = $1 ${where}`
  const [row] = await database.prepare<{ total: number | string }>(sql).all(user.id)
  return Number(row!.total)
}

const tombstones = (app: TestApp, user: TestUser, kind: string) => count(app, 'tombstone', user, `and kind = '${kind}'`)

async function downloading(app: TestApp): Promise<void> {
  const user = await app.newUser()
  const browser = await signedIn(app, user)
  assert.match((await browser.get(PATH)).body, /<a href="\/config\/export#download">Download everything first<\/a>/)
  assert.match((await browser.get(EXPORT_PATH)).body, /action="\/config\/export\/download" method="post"/)
  await app.save(user, 'https://example.org/own', { title: 'My own', content: CONTENT })
  await app.save(app.bob, 'https://example.org/his', { title: 'Not mine', content: CONTENT })
  const token = await formTokenOf(browser)
  const download = (fields: object = {}) =>
    browser.post(`${EXPORT_PATH}/download`, { token, password: user.password, ...fields })
  assert.equal((await download({ token: 'forged' })).statusCode, 403)
  const wrong = await download({ password: 'x' })
  assert.equal(wrong.statusCode, 422)
  assert.match(wrong.body, /download-password-error">Wrong password/)

  const [done, refused] = (await Promise.all([download(), download()])).toSorted(
    (one, other) => one.statusCode - other.statusCode,
  )
  assert.deepEqual([done!.statusCode, refused!.statusCode], [200, 429])
  assert.equal(done!.headers['content-type'], 'application/zip')
  assert.match(String(done!.headers['content-disposition']), /^attachment; filename="dogear-\d{4}-\d\d-\d\d\.zip"$/)
  assert.match(String(done!.headers['cache-control']), /no-store/)
  const path = join(app.services.settings.DOGEAR_DATA_DIR, 'account.zip')
  writeFileSync(path, done!.rawPayload)
  const members = await readArchive(path)
  const [entry, ...others] = JSON.parse(String(members.get('entries.json'))) as { title: string }[]
  assert.deepEqual([entry?.title, others.length], ['My own', 0])
  assert.ok(members.has('README.txt') && members.has('data/session.jsonl'))
  assert.equal(await count(app, 'security_event', user, "and kind = 'export'"), 1)

  for (let more = 0; more < 4; more++) assert.equal((await download()).statusCode, 200)
  assert.equal((await download()).statusCode, 429)
  assert.equal((await browser.get(PATH)).statusCode, 200)
}

async function refusals(t: TestContext, app: TestApp): Promise<void> {
  await t.test('deletions need the password, a POST, and the form of this site', async () => {
    const user = await app.newUser()
    const { password } = user
    const browser = await signedIn(app, user)
    const token = await formTokenOf(browser)
    await app.save(user, 'https://example.org/kept', { title: 'T', content: CONTENT })
    assert.equal((await injectBrowser(app).get(PATH)).headers.location, '/login')
    assert.match((await browser.get(PATH)).body, /1 entry/)
    for (const path of ['clear', 'account']) {
      assert.equal(
        (await browser.get(`${PATH}/${path}?token=${token}&kind=entries&password=${password}`)).statusCode,
        405,
      )
      const fields = { token, kind: 'entries', password }
      assert.equal((await browser.post(`${PATH}/${path}`, { ...fields, token: 'forged' })).statusCode, 403)
      const wrong = await browser.post(`${PATH}/${path}`, { ...fields, password: 'x' })
      assert.equal(wrong.statusCode, 422)
      assert.match(wrong.body, /-password-error">Wrong password/)
    }
    assert.equal((await browser.post(`${PATH}/clear`, { token, kind: 'everything', password })).statusCode, 404)
    assert.equal(await count(app, 'entry', user), 1)
  })
  await t.test('tags of other users are reported as missing', async () => {
    const [user, other] = [await app.newUser(), await app.newUser()]
    const browser = await signedIn(app, user)
    await app.save(other, 'https://example.org/his', { title: 'T', content: CONTENT, tags: 'his' })
    const tag = String(await tagId(app, other, 'his'))
    const fields = { token: await formTokenOf(browser), kind: 'tagged', password: user.password, tag }
    assert.equal((await browser.post(`${PATH}/clear`, fields)).statusCode, 404)
    assert.equal(await count(app, 'entry', other), 1)
  })
}

async function tagId({ database }: TestApp, { id }: TestUser, label: string): Promise<number> {
  const tags = database.prepare<{ id: number }>('select id from tag where label = $1 and user_id = $2')
  return (await tags.all(label, id))[0]!.id
}

/** Saves 12 entries: 4 with the tag red, 3 in the archive, 3 with an annotation. */
async function fill(app: TestApp, user: TestUser): Promise<void> {
  for (let number = 0; number < 12; number++) {
    const tags = number % 3 === 0 ? 'red, blue' : 'green'
    const fields = { title: `T${number}`, content: CONTENT, tags, archive: number % 4 === 0 ? 1 : 0 }
    const { id } = await app.save(user, `https://example.org/${user.username}/${number}`, fields)
    const payload = { text: 'a note', quote: 'Words', ranges: [] }
    if (number < 3) await app.ask(user, { method: 'POST', url: `/api/annotations/${id}`, payload })
  }
}

/** @returns a new user with the entries of `fill`, and the form that deletes many of them */
async function filledLibrary(app: TestApp) {
  const user = await app.newUser()
  await fill(app, user)
  const browser = await signedIn(app, user)
  const token = await formTokenOf(browser)
  const clear = async (kind: string, more: Readonly<Record<string, string>> = {}) => {
    const answer = await browser.post(`${PATH}/clear`, { token, kind, password: user.password, ...more })
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, PATH])
    assert.match((await browser.get(PATH)).body, /Deleting…/)
  }
  const waitUntilLeft = (table: string, left: number) =>
    waitFor(table, async () => (await count(app, table, user)) === left)
  return { user, browser, token, clear, waitUntilLeft }
}

async function clearing(t: TestContext, app: TestApp): Promise<void> {
  await t.test('annotations go, each with a tombstone, and their entries count as changed', async () => {
    const { user, clear, waitUntilLeft } = await filledLibrary(app)
    const revisions = async () => (await app.ask(user, { url: '/api/entries?perPage=1' })).headers['etag']
    const old = await revisions()
    await clear('annotations')
    await waitUntilLeft('annotation', 0)
    assert.equal(await tombstones(app, user, 'annotation'), 3)
    assert.notEqual(await revisions(), old)
    assert.equal(await count(app, 'entry', user), 12)
  })
  await t.test('entries with a tag are deleted with their data, and apps learn about it', async () => {
    const { user, clear, waitUntilLeft } = await filledLibrary(app)
    await clear('tagged', { tag: String(await tagId(app, user, 'red')) })
    await waitUntilLeft('entry', 8)
    assert.equal(await tombstones(app, user, 'entry'), 4)
    assert.equal(await count(app, 'entry_content', user), 8)
    const list = (await app.ask(user, { url: '/api/entries' })).json<{ total: number }>()
    assert.equal(list.total, 8)
  })
  await t.test('only the archive is deleted', async () => {
    const { user, clear, waitUntilLeft } = await filledLibrary(app)
    assert.equal(await count(app, 'entry', user, 'and is_archived = 1'), 3)
    await clear('archived')
    await waitUntilLeft('entry', 9)
    assert.equal(await count(app, 'entry', user, 'and is_archived = 1'), 0)
  })
  await t.test('deleted tags are removed from their entries, which stay', async () => {
    const { user, clear, waitUntilLeft } = await filledLibrary(app)
    await clear('tags')
    await waitUntilLeft('tag', 0)
    assert.deepEqual([await count(app, 'entry_tag', user), await count(app, 'entry', user)], [0, 12])
  })
  await t.test('the whole library is deleted, including the trash, and other users keep theirs', async () => {
    const { user, browser, token, clear, waitUntilLeft } = await filledLibrary(app)
    const other = await app.newUser()
    await fill(app, other)
    const { id } = await app.save(user, 'https://example.org/trash', { title: 'T', content: CONTENT })
    await browser.post(`/delete/${id}`, { token, back: '/' })
    assert.equal(await count(app, 'trashed_entry', user), 1)
    await clear('entries')
    await waitUntilLeft('entry', 0)
    for (const table of ['entry_address', 'entry_content', 'capture', 'trashed_entry']) {
      assert.equal(await count(app, table, user), 0, table)
    }
    assert.deepEqual([await count(app, 'entry', other), await count(app, 'annotation', other)], [12, 3])
    await app.save(user, 'https://example.org/after', { title: 'T', content: CONTENT })
    assert.equal(await count(app, 'entry', user), 1)
  })
}

/**
 * @returns alice's account with entries, of which bob has one too, and what gives access to it. The job runner is
 *   stopped, so that only the effects of the next request itself can be seen.
 */
async function ownedAccount(app: TestApp) {
  const { alice, bob } = app
  await fill(app, alice)
  const url = `${app.site.url}/page`
  const html = `<html><head><title>Page</title></head><body><article><p>${'Some words to be read later. '.repeat(50)}</p></article></body></html>`
  app.site.page('/page', (_request, answer) => answer.setHeader('content-type', 'text/html').end(html))
  for (const user of [alice, bob]) await app.save(user, url)
  const token = await app.token(alice)
  const browser = await signedIn(app, alice)
  await browser.post('/generate-token', { token: await formTokenOf(browser) })
  const feed = ((await app.ask(alice, { url: '/api/config' })).json() as { feed_token: string }).feed_token
  const shared = await share(app, browser)
  await app.services.jobs.runner.stop(0)
  return { token, browser, feed, shared }
}

async function closing(app: TestApp): Promise<void> {
  const { alice } = app
  const { token, browser, feed, shared } = await ownedAccount(app)
  const other = await signedIn(app, alice)
  assert.equal((await app.app.inject({ url: shared })).statusCode, 200)
  const answer = await close(browser, alice)
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/login'])
  assert.equal(answer.headers['clear-site-data'], '"cache", "storage"')
  assert.equal(browser.cookies.has('session'), false)
  assert.equal((await other.get('/')).headers.location, '/login')
  const headers = { authorization: `Bearer ${token}` }
  assert.equal((await app.app.inject({ url: '/api/entries', headers })).statusCode, 401)
  assert.equal((await app.app.inject({ url: `/feed/alice/${feed}/unread` })).statusCode, 404)
  assert.equal((await app.app.inject({ url: shared })).statusCode, 404)
  assert.equal((await injectBrowser(app).signIn(alice)).headers.location, '/login')
  const again = await createUser(app.services, { ...alice, isAdmin: false })
  assert.notEqual(again.id, alice.id)
}

async function deletingAll(app: TestApp): Promise<void> {
  const { alice, bob } = app
  const { browser } = await ownedAccount(app)
  await close(browser, alice)
  assert.ok((await count(app, 'entry', alice)) > 0)
  const run = { signal: new AbortController().signal, attempt: 1, maxAttempts: 5 }
  for (let time = 0; time < 2; time++) await app.services.handlers['account.delete']({ userId: alice.id }, run)
  assert.deepEqual(await app.database.prepare('select id from users where id = $1').all(alice.id), [])
  for (const table of OWNED) assert.equal(await count(app, table, alice), 0, table)
  assert.equal(await count(app, 'entry', bob), 1)
  assert.equal(await count(app, 'capture_body', bob), 1)
}

const OWNED = (
  'entry entry_content entry_address entry_tag entry_image tag annotation tombstone capture capture_body session ' +
  'access_token refresh_token oauth_client user_config user_revision tagging_rule ignore_origin_rule import ' +
  'site_credential second_factor search_state'
).split(' ')

async function close(browser: InjectBrowser, { password }: TestUser) {
  return browser.post(`${PATH}/account`, { token: await formTokenOf(browser), password })
}

/** @returns the path of a public link to one of the entries */
async function share(app: TestApp, browser: InjectBrowser): Promise<string> {
  const [row] = await app.database
    .prepare<{ id: number }>('select id from entry where user_id = $1 order by id')
    .all(app.alice.id)
  const fields = { token: await formTokenOf(browser) }
  await browser.post(`/share/${row!.id}`, fields)
  const entry = (await app.ask(app.alice, { url: `/api/entries/${row!.id}` })).json<{ uid: string }>()
  return `/share/${entry.uid}`
}

async function closingTwoAdministrators(app: TestApp): Promise<void> {
  const input = { username: 'dora', email: '', password: 'dora: ink on paper', isAdmin: true }
  const dora = { ...(await createUser(app.services, input)), password: input.password }
  const browsers = [await signedIn(app, app.carol), await signedIn(app, dora)]
  const answers = await Promise.all([close(browsers[0]!, app.carol), close(browsers[1]!, dora)])
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [303, 403])
  const gone = answers[0]!.statusCode === 303 ? app.carol : dora
  const users = app.database.prepare('select id from users where id = $1')
  await waitFor('the job', async () => (await users.all(gone.id)).length === 0)
}
