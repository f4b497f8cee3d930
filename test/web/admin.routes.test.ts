import assert from 'node:assert/strict'
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test, type TestContext } from 'node:test'
import { rawSql } from '../../src/db/raw-sql.ts'
import { waitFor } from '../crash/wait-for.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { injectBrowser, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'
import { formTokenOf, setUp } from './second-factor.fixture.ts'

const CONTENT = '<p>Words enough for a page that is kept.</p>'

/** The browser of an administrator, and the CSRF token of its forms. */
interface Desk {
  readonly app: TestApp
  readonly browser: InjectBrowser
  readonly token: string
}

async function deskOf(app: TestApp, user: TestUser): Promise<Desk> {
  const browser = await signedIn(app, user)
  return { app, browser, token: await formTokenOf(browser) }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: administration`, async (t) => {
    const app = await testApp(t, dialect)
    await app.save(app.alice, 'https://example.org/one', { title: 'T', content: CONTENT })
    await strangers(t, app)
    await users(t, await deskOf(app, app.carol))
  })

  test(`${dialect}: changing accounts of others`, async (t) => {
    const app = await testApp(t, dialect)
    const desk = await deskOf(app, app.carol)
    await access(t, desk)
    await administrators(t, desk)
    await secrets(t, desk)
    await deletion(t, desk)
  })

  test(`${dialect}: if two administrators demote or disable each other at the same time, one remains`, async (t) => {
    const app = await testApp(t, dialect)
    for (const name of ['administrator', 'enabled'] as const) await removeEachOther(app, name)
  })

  test(`${dialect}: pages of administrators`, async (t) => {
    const app = await testApp(t, dialect)
    const desk = await deskOf(app, app.carol)
    await overview(t, desk)
    await storage(t, desk)
    await hosts(t, desk)
    await jobs(t, desk)
  })

  test(`${dialect}: opening an account`, async (t) => {
    const app = await testApp(t, dialect)
    await registration(t, await deskOf(app, app.carol))
  })
}

const GETS = ['', '/users', '/users/create', '/users/1', '/jobs', '/hosts', '/storage'].map((path) => `/admin${path}`)
const POSTS = [
  ...['enabled', 'administrator', 'password', 'factor-off', 'delete', 'quota'].map((name) => `/admin/users/1/${name}`),
  ...['users/create', 'registration', 'jobs/retry', 'jobs/retry-kind', 'jobs/discard', 'hosts/refetch'].map(
    (path) => `/admin/${path}`,
  ),
  '/admin/storage/measure',
]

async function strangers(t: TestContext, app: TestApp): Promise<void> {
  await t.test('others get 404 for all of them', async () => {
    const nothing = await injectBrowser(app).get('/no-such-page')
    for (const browser of [await signedIn(app, app.alice), injectBrowser(app)]) {
      const token = browser.cookies.has('session') ? await formTokenOf(browser) : 'none'
      for (const path of [...GETS, '/styleguide']) {
        const answer = await browser.get(path)
        assert.equal(answer.statusCode, 404, path)
        assert.ok(answer.body.includes('There’s no page at this address.'), path)
        assert.equal(answer.headers['content-type'], nothing.headers['content-type'])
      }
      for (const path of POSTS) assert.equal((await browser.post(path, { token })).statusCode, 404, path)
    }
  })
  await t.test('an administrator sees it, and forms of other sites are refused', async () => {
    const browser = await signedIn(app, app.carol)
    for (const path of [...GETS, '/styleguide']) assert.equal((await browser.get(path)).statusCode, 200, path)
    for (const path of POSTS) assert.equal((await browser.post(path, { token: 'forged' })).statusCode, 403, path)
    assert.match((await browser.get('/')).body, /href="\/admin"/)
  })
}

async function users(t: TestContext, { app, browser, token }: Desk): Promise<void> {
  await t.test('all users are listed with their data', async () => {
    const page = (await browser.get('/admin/users')).body
    for (const name of ['alice', 'bob', 'carol']) assert.ok(page.includes(`${name}@example.org`), name)
    const row = (name: string) => page.split('<li class="row').find((one) => one.includes(`>${name}</a>`))!
    assert.match(row('alice'), /1 entry.*Last seen/s)
    assert.match(row('bob'), /No entries.*Never signed in/s)
    assert.match(row('carol'), /class="badge">Administrator/)
  })
  const names = async (q: string) =>
    [
      ...(await browser.get(`/admin/users?${new URLSearchParams({ q })}`)).body.matchAll(
        /users\/\d+" dir="auto">(\w+)/g,
      ),
    ].map(([, name]) => name)
  await t.test('a user is found by a part of name or e-mail, whatever its characters', async () => {
    assert.deepEqual(await names('ALI'), ['alice'])
    assert.deepEqual(await names('bob@'), ['bob'])
    for (const nobody of ['%', '_', '\\', "' or 1=1", '\0%']) assert.deepEqual(await names(nobody), [], nobody)
    assert.equal((await names('example.org')).length, 3)
    assert.deepEqual(await names('x'.repeat(3000)), [])
  })
  await t.test('a new user can sign in, and errors are beside their fields', async () => {
    const add = (fields: Record<string, string>) => browser.post('/admin/users/create', { token, ...fields })
    const dora = { username: 'dora', email: '', password: 'dora: ink on paper' }
    const refused = await add({ username: 'a@b', email: 'none', password: 'short' })
    assert.equal(refused.statusCode, 422)
    for (const field of ['username', 'email', 'password']) assert.match(refused.body, new RegExp(`id="${field}-error"`))
    assert.doesNotMatch(refused.body, /value="short"/)
    const taken = await add({ ...dora, username: 'Alice', email: 'BOB@example.org' })
    assert.match(taken.body, /This username is already taken.*Another account uses this email/s)
    const answer = await add(dora)
    assert.equal(answer.statusCode, 303)
    assert.match((await browser.get(String(answer.headers.location))).body, /<h1 dir="auto">dora/)
    assert.ok(await signedIn(app, { ...dora } as TestUser))
  })
  await t.test('an unknown user is 404', async () => {
    for (const id of ['0', '999', 'x', '1e3', '-1', '9'.repeat(30)]) {
      assert.equal((await browser.get(`/admin/users/${id}`)).statusCode, 404, id)
      assert.equal((await browser.post(`/admin/users/${id}/enabled`, { token, enabled: '0' })).statusCode, 404, id)
    }
  })
}

async function access(t: TestContext, { app, browser, token }: Desk): Promise<void> {
  const user = await app.newUser()
  await app.save(user, 'https://example.org/one', { title: 'T', content: CONTENT })
  const path = `/admin/users/${user.id}/enabled`
  const theirs = await signedIn(app, user)
  const bearer = { authorization: `Bearer ${await app.token(user)}` }
  const api = async () => (await app.app.inject({ url: '/api/entries', headers: bearer })).statusCode
  const shared = await share(app, theirs, user)
  const link = async () => (await app.app.inject({ url: shared })).statusCode
  await t.test(
    'a disabled user loses sessions and tokens at once, and finds the library again when enabled',
    async () => {
      const { password } = app.carol
      const refused = await browser.post(path, { token, enabled: '0', password: 'x' })
      assert.deepEqual([refused.statusCode, /id="enabled-password-error"/.test(refused.body)], [422, true])
      assert.deepEqual([await api(), (await theirs.get('/')).statusCode, await link()], [200, 200, 200])
      for (let time = 0; time < 2; time++) {
        assert.equal((await browser.post(path, { token, enabled: '0', password })).statusCode, 303)
      }
      assert.deepEqual([await api(), (await theirs.get('/')).headers.location, await link()], [401, '/login', 404])
      assert.equal((await injectBrowser(app).signIn(user)).headers.location, '/login')
      assert.match((await browser.get('/admin/users')).body, /badge-danger">Suspended/)
      const deleted = await app.database
        .prepare(
          'select user_id from session where user_id = $1 union all select user_id from access_token where user_id = $1',
        )
        .all(user.id)
      assert.deepEqual(deleted, [])
      // After the account is enabled again, the user signs in as before and finds the library unchanged.
      assert.equal((await browser.post(path, { token, enabled: '1' })).statusCode, 303)
      const again = await signedIn(app, user)
      assert.match((await again.get('/')).body, /1 entry/)
      assert.equal(await link(), 200)
      assert.equal(await api(), 401)
    },
  )
}

async function share(app: TestApp, browser: InjectBrowser, user: TestUser): Promise<string> {
  const [row] = await app.database.prepare<{ id: number }>('select id from entry where user_id = $1').all(user.id)
  await browser.post(`/share/${row!.id}`, { token: await formTokenOf(browser) })
  return `/share/${(await app.ask(user, { url: `/api/entries/${row!.id}` })).json<{ uid: string }>().uid}`
}

async function administrators(t: TestContext, { app, browser, token }: Desk): Promise<void> {
  const { password } = app.carol
  await t.test('administrator rights apply from the next request on', async () => {
    const user = await app.newUser()
    const theirs = await signedIn(app, user)
    assert.equal((await theirs.get('/admin')).statusCode, 404)
    const path = `/admin/users/${user.id}/administrator`
    const refused = await browser.post(path, { token, administrator: '1', password: user.password })
    assert.deepEqual([refused.statusCode, /id="administrator-password-error"/.test(refused.body)], [422, true])
    assert.equal((await theirs.get('/admin')).statusCode, 404)
    for (let time = 0; time < 2; time++) await browser.post(path, { token, administrator: '1', password })
    assert.equal((await theirs.get('/admin')).statusCode, 200)
    await browser.post(path, { token, administrator: '0', password })
    assert.equal((await theirs.get('/admin')).statusCode, 404)
  })
  await t.test('administrators cannot change their own account here', async () => {
    const { id } = app.carol
    for (const name of ['enabled', 'administrator', 'password', 'factor-off', 'delete']) {
      const fields = { token, password, new: 'ink on more paper' }
      assert.equal((await browser.post(`/admin/users/${id}/${name}`, fields)).statusCode, 403, name)
    }
    assert.match((await browser.get(`/admin/users/${id}`)).body, /This is your account/)
    assert.equal((await browser.get('/admin')).statusCode, 200)
  })
}

/** Lets two administrators remove each other's rights, or disable each other, at the same time. */
async function removeEachOther(app: TestApp, name: 'administrator' | 'enabled'): Promise<void> {
  const pair = [app.bob, app.carol] as const
  await app.database.transaction((tx) =>
    tx
      .updateTable('users')
      .set({ is_admin: 1, is_enabled: 1 })
      .where(
        'id',
        'in',
        pair.map(({ id }) => id),
      )
      .execute(),
  )
  const desks = await Promise.all(pair.map((user) => deskOf(app, user)))
  const answers = await Promise.all(
    desks.map(({ browser, token }, index) => {
      const [own, other] = index === 0 ? pair : pair.toReversed()
      const fields = { token, [name]: '0', password: own!.password }
      return browser.post(`/admin/users/${other!.id}/${name}`, fields)
    }),
  )
  const left = await app.database
    .prepare<{ id: number }>('select id from users where is_admin = 1 and is_enabled = 1')
    .all()
  assert.equal(left.length, 1, `${name}: ${answers.map(({ statusCode }) => statusCode)}`)
}

async function secrets(t: TestContext, { app, browser, token }: Desk): Promise<void> {
  const { carol } = app
  await t.test(
    "a new password needs the administrator's password, and signs out all sessions of the user",
    async () => {
      const user = await app.newUser()
      const set = (fields: Record<string, string>) =>
        browser.post(`/admin/users/${user.id}/password`, { token, ...fields })
      const theirs = await signedIn(app, user)
      const right = { new: 'written anew in ink', password: carol.password }
      assert.match((await set({ ...right, password: 'x' })).body, /password-password-error">Wrong password/)
      assert.match((await set({ ...right, new: 'short' })).body, /new-password-error/)
      assert.match((await set({ ...right, new: user.username })).body, /new-password-error/)
      assert.equal((await theirs.get('/')).statusCode, 200)
      assert.equal((await set(right)).statusCode, 303)
      assert.equal((await theirs.get('/')).headers.location, '/login')
      assert.equal((await injectBrowser(app).signIn(user)).headers.location, '/login')
      assert.ok(await signedIn(app, { ...user, password: right.new }))
    },
  )
  await t.test('a second factor is switched off for a user who has lost it', async () => {
    const user = await app.newUser()
    const path = `/admin/users/${user.id}`
    assert.doesNotMatch((await browser.get(path)).body, /factor-off/)
    await setUp(app, await signedIn(app, user), user)
    assert.equal((await injectBrowser(app).signIn(user)).headers.location, '/2fa')
    assert.match((await browser.get(path)).body, /badge-calm">Two-factor authentication/)
    const wrong = await browser.post(`${path}/factor-off`, { token, password: 'x' })
    assert.deepEqual([wrong.statusCode, /factor-off-password-error/.test(wrong.body)], [422, true])
    assert.equal((await browser.post(`${path}/factor-off`, { token, password: carol.password })).statusCode, 303)
    assert.equal((await injectBrowser(app).signIn(user)).headers.location, '/')
  })
}

async function deletion(t: TestContext, { app, browser, token }: Desk): Promise<void> {
  const { carol } = app
  await t.test('an account is deleted with the password of the administrator, and with all it had', async () => {
    const user = await app.newUser()
    const path = `/admin/users/${user.id}/delete`
    const theirs = await signedIn(app, user)
    assert.equal((await browser.post(path, { token, password: 'x' })).statusCode, 422)
    assert.equal((await browser.post(path, { token, password: user.password })).statusCode, 422)
    assert.equal((await theirs.get('/')).statusCode, 200)
    const answer = await browser.post(path, { token, password: carol.password })
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/admin/users'])
    assert.equal((await theirs.get('/')).headers.location, '/login')
    assert.equal((await browser.get(`/admin/users/${user.id}`)).statusCode, 404)
    assert.doesNotMatch((await browser.get('/admin/users')).body, new RegExp(`>${user.username}<|>@\\d`))
    const find = app.database.prepare('select id from users where id = $1')
    await waitFor('the job', async () => (await find.all(user.id)).length === 0)
  })
}

async function overview(t: TestContext, { app, browser }: Desk): Promise<void> {
  await t.test('the first page shows what doctor finds, and the last day', async () => {
    await app.save(app.bob, 'https://example.org/today', { title: 'T', content: CONTENT })
    const page = (await browser.get('/admin')).body
    const rows = page.split('<li class="row').slice(1)
    const rowOf = (name: string) => rows.find((one) => one.includes(`"row-name">${name}</p>`)) ?? ''
    assert.match(rowOf('Database'), app.database.dialect === 'sqlite' ? /SQLite 3\..*>OK</s : /PostgreSQL 1\d.*>OK</s)
    const { bavail, bsize } = statfsSync(tmpdir())
    const [, free] = /, ([\d.]+) GB free/.exec(rowOf('Data folder')) ?? []
    // Other programs may take space between the two measurements, but not the 7 % between GB and GiB.
    assert.ok(Math.abs(Number(free) / ((bavail * bsize) / 1e9) - 1) < 0.05, String(free))
    assert.match(rowOf('Email'), /is not set up/)
    assert.match(rows[0]!, /Public address.*DOGEAR_BASE_URL is not set.*>Warning</s, 'what needs attention comes first')
    assert.match(page, /role="status">\s*1 check needs your attention\./)
    assert.match(page, />Saves<.*Total: [1-9]\d*, .*0 failed pages, 0 server errors/s)
    const rowsOfHours = page.split('<th scope="row">').slice(1)
    assert.equal(rowsOfHours.length, 24)
    const measured = rowsOfHours.map((row) =>
      [...row.matchAll(/<td class="figure">([^<]+)</g)].slice(2).map(([, text]) => text),
    )
    assert.deepEqual(measured[0], ['–', '–', '–', '–', '–'])
    const last = measured.findLast(([errors]) => errors !== '–')!
    assert.match(last.join(), /^0,0,0 ms,\d+ ms,\d+ ms$/, 'the pages that this test read before')
    assert.equal(page.match(/<svg[^>]*role="img"/g)?.length, 5)
  })
}

async function storage(t: TestContext, { app, browser, token }: Desk): Promise<void> {
  await t.test('storage is counted by user, and again on request', async () => {
    const first = (await browser.get('/admin/storage')).body
    assert.match(first, /Database.*\d (?:k|M)B/s)
    assert.match(first, /Node\.js.*Running since/s)
    await app.save(app.alice, 'https://example.org/stored', { title: 'T', content: `<p>${'word '.repeat(2000)}</p>` })
    assert.doesNotMatch(rowOf((await browser.get('/admin/storage')).body, 'alice'), /kB/)
    assert.equal((await browser.post('/admin/storage/measure', { token })).statusCode, 303)
    assert.match(rowOf((await browser.get('/admin/storage')).body, 'alice'), /10 kB<span class="meta">1</)
  })
}

const rowOf = (page: string, name: string): string => page.split('<tr>').find((row) => row.includes(`>${name}</a>`))!

async function hosts(t: TestContext, { app, browser, token }: Desk): Promise<void> {
  let isMended = false
  app.site.page('/failing', (_request, answer) => {
    answer.statusCode = isMended ? 200 : 403
    const text = `<p>${'Some words to be read later. '.repeat(50)}</p>`
    answer
      .setHeader('content-type', 'text/html')
      .end(`<html><head><title>Page</title></head><body><article>${text}</article></body></html>`)
  })
  const url = `${app.site.url}/failing`
  const host = new URL(url).hostname
  await t.test('a failing site is shown with its reason, and fetched again for all users', async () => {
    const mine = await app.save(app.alice, url, { title: 'My own title' })
    await app.save(app.bob, url)
    const state = app.database.prepare<{ fetch_state: string; title: string }>(
      'select fetch_state, title from entry where user_id = $1 and id = $2',
    )
    const page = (await browser.get('/admin/hosts')).body
    assert.match(page, new RegExp(`${host.replaceAll('.', '\\.')}.*refused access to the page.*2 entries`, 's'))
    isMended = true
    const answer = await browser.post('/admin/hosts/refetch', { token, host })
    assert.equal(answer.statusCode, 303)
    assert.match((await browser.get('/admin/hosts')).body, /Fetching 2 pages again/)
    await waitFor('the page', async () => (await state.all(app.alice.id, mine.id))[0]?.fetch_state === 'done')
    assert.equal((await state.all(app.alice.id, mine.id))[0]?.title, 'My own title')
    await waitFor('the other', async () => /No failing sites/.test((await browser.get('/admin/hosts')).body))
    await browser.post('/admin/hosts/refetch', { token, host: 'nowhere.example' })
    assert.match((await browser.get('/admin/hosts')).body, /Nothing to fetch/)
  })
}

async function jobs(t: TestContext, { app, browser, token }: Desk): Promise<void> {
  const { services, database } = app
  await services.jobs.runner.stop(0)
  await database.transaction(async (tx) => {
    // Deletes jobs of earlier tests, because the update below marks all jobs in the table as dead.
    await rawSql(tx, 'delete from job', [])
    for (const id of [1, 2, 3]) await services.jobs.queue.enqueue(tx, 'account.delete', { userId: 1000 + id })
    await rawSql(tx, "update job set attempts = max_attempts, last_error = 'no <luck>', is_dead = 1", [])
    await services.jobs.queue.enqueue(tx, 'maintenance.sweep', {})
  })
  const page = async () => (await browser.get('/admin/jobs')).body
  const ids = async () =>
    [...(await page()).matchAll(/jobs\/retry"[^>]*>.*?name="id" value="(\d+)"/g)].map(([, id]) => id!)
  await t.test('dead jobs are shown with their reason, and can be retried or deleted', async () => {
    const shown = await page()
    assert.match(shown, /Deleting an account.*figure-alarm">3<.*Hourly cleanup/s)
    assert.match(shown, /no &lt;luck&gt;.*5 attempts/s)
    const [first, second] = await ids()
    assert.equal((await browser.post('/admin/jobs/discard', { token, id: first! })).statusCode, 303)
    assert.equal((await browser.post('/admin/jobs/discard', { token, id: first! })).statusCode, 404)
    assert.equal((await browser.post('/admin/jobs/retry', { token, id: second! })).statusCode, 303)
    assert.equal((await browser.post('/admin/jobs/retry', { token, id: 'x' })).statusCode, 404)
    assert.equal((await ids()).length, 1)
    await browser.post('/admin/jobs/retry-kind', { token, name: 'account.delete' })
    assert.match(await page(), /Retrying the job\./)
    assert.deepEqual(await ids(), [])
  })
}

async function registration(t: TestContext, { app, browser, token }: Desk): Promise<void> {
  const eve = { username: 'eve', email: 'eve@example.org', password: 'eve: ink on paper' }
  const over = async () =>
    (
      await app.app.inject({
        method: 'PUT',
        url: '/api/user',
        payload: { ...eve, username: 'ed', email: 'ed@example.org' },
      })
    ).statusCode
  const reported = async () =>
    (await app.app.inject('/api/info')).json<{ allowed_registration: boolean }>().allowed_registration
  const open = (state: string) => browser.post('/admin/registration', { token, registration: state })
  await t.test('closed registration refuses every way to register, and the page is 404', async () => {
    const stranger = injectBrowser(app)
    await open('off')
    assert.deepEqual([await over(), await reported()], [403, false])
    for (const path of ['/register']) assert.equal((await stranger.get(path)).statusCode, 404)
    assert.doesNotMatch((await stranger.get('/login')).body, /register/)
    const csrf = /name="_csrf_token" value="([^"]+)"/.exec((await stranger.get('/login')).body)![1]!
    assert.equal((await stranger.post('/register', { _csrf_token: csrf, ...eve })).statusCode, 404)
  })
  await t.test('an administrator enables it, and every way of registration works immediately', async () => {
    const stranger = injectBrowser(app)
    assert.equal((await open('on')).statusCode, 303)
    assert.equal(await reported(), true)
    assert.match((await stranger.get('/login')).body, /href="\/register"/)
    const page = (await stranger.get('/register')).body
    const _csrf_token = /name="_csrf_token" value="([^"]+)"/.exec(page)![1]!
    const send = (fields: Record<string, string>) => stranger.post('/register', { _csrf_token, ...eve, ...fields })
    assert.equal((await send({ _csrf_token: 'forged' })).statusCode, 403)
    const refused = await send({ email: ' ', password: 'password' })
    assert.deepEqual([refused.statusCode, /username-error/.test(refused.body)], [422, false])
    assert.match(refused.body, /email-error.*password-error/s)
    assert.match((await send({ username: 'ALICE' })).body, /This username is already taken/)
    const answer = await send({})
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/'])
    assert.equal((await stranger.get('/')).statusCode, 200)
    assert.equal((await stranger.get('/admin')).statusCode, 404, 'who registers is no administrator')
    assert.equal((await stranger.get('/register')).headers.location, '/')
    assert.equal(await over(), 201)
  })
  await t.test('and closes it again', async () => {
    await open('on')
    assert.equal(await reported(), true)
    await open('off')
    assert.deepEqual([await reported(), (await injectBrowser(app).get('/register')).statusCode], [false, 404])
  })
  await t.test('or resets it to the setting, without a stored choice', async () => {
    await open('on')
    assert.match((await browser.get('/admin/users')).body, /value="on" checked>/)
    assert.equal((await open('setting')).statusCode, 303)
    const page = (await browser.get('/admin/users')).body
    assert.match(page, /value="setting" checked>/)
    assert.match(page, /Currently: administrators only/)
    assert.equal(await reported(), false)
    const rows = await app.database.prepare("select name from instance where name = 'registration'").all()
    assert.deepEqual(rows, [])
  })
}

test('the setting counts until an administrator has chosen, and the choice outlives it', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_REGISTRATION: 'on' } })
  const { browser, token } = await deskOf(app, app.carol)
  assert.equal((await injectBrowser(app).get('/register')).statusCode, 200)
  await browser.post('/admin/registration', { token, registration: 'off' })
  assert.equal((await injectBrowser(app).get('/register')).statusCode, 404)
})

test('one address opens few accounts in the browser, with the budget of the API', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_REGISTRATION: 'on', DOGEAR_RATE_LIMITS: 'on' } })
  const statuses: number[] = []
  for (let number = 0; number < 7; number++) {
    const browser = injectBrowser(app)
    const page = (await browser.get('/register')).body
    const _csrf_token = /name="_csrf_token" value="([^"]+)"/.exec(page)![1]!
    const fields = { username: `eve${number}`, email: `eve${number}@example.org`, password: 'ink on paper, eve' }
    statuses.push((await browser.post('/register', { _csrf_token, ...fields })).statusCode)
  }
  assert.deepEqual(statuses, [303, 303, 303, 303, 303, 429, 429])
})
