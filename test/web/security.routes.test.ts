import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'
import { formTokenOf, halfSignedIn, sendCode, setUp } from './second-factor.fixture.ts'

const PATH = '/config/security'
const PHONE = { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' }

for (const dialect of DIALECTS) {
  test(`${dialect}: sessions and apps of an account`, async (t) => {
    const app = await testApp(t, dialect)
    await sessions(t, app)
    await connections(t, app)
  })

  test(`${dialect}: passwords of apps`, async (t) => {
    const app = await testApp(t, dialect)
    await appPasswords(t, app)
    await passwordGrant(t, app)
  })
}

const security = async (browser: InjectBrowser) => (await browser.get(PATH)).body
const sessionIds = (page: string) => [...page.matchAll(/name="session" value="([^"]+)"/g)].map(([, id]) => id!)

/** @returns a new user who is signed in with three browsers */
async function threeSessions(app: TestApp) {
  const user = await app.newUser()
  const [browser, second, third] = [await signedIn(app, user), await signedIn(app, user), await signedIn(app, user)]
  return { user, browser, second, third, token: await formTokenOf(browser) }
}

async function sessions(t: TestContext, app: TestApp): Promise<void> {
  await t.test('visitors are redirected to the sign-in page, and forms from other sites end no session', async () => {
    const { browser } = await threeSessions(app)
    assert.equal((await injectBrowser(app).get(PATH)).headers.location, '/login')
    for (const path of [
      'sessions/end',
      'sessions/end-others',
      'clients/revoke',
      'app-passwords',
      'app-passwords/delete',
    ]) {
      assert.equal((await browser.post(`${PATH}/${path}`, { token: 'forged' })).statusCode, 403, path)
      assert.equal((await browser.get(`${PATH}/${path}`)).statusCode, 405, path)
    }
  })
  await t.test(
    'each session is described by browser and system, and the current one is marked and cannot be ended',
    async () => {
      const { user, browser, second } = await threeSessions(app)
      const phone = injectBrowser(app)
      const csrf = hiddenField((await phone.get('/login', PHONE)).body, '_csrf_token')
      const { username, password } = user
      await phone.post('/login_check', { _username: username, _password: password, _csrf_token: csrf }, PHONE)
      const page = await security(browser)
      assert.match(page, /Firefox on Android/)
      assert.equal(sessionIds(page).length, 3)
      assert.equal(page.match(/This browser/g)?.length, 1)
      assert.match(page, /127\.0\.0\.1/)
      for (const [, value] of [...browser.cookies, ...second.cookies])
        assert.ok(!page.includes(`"${value}"`) || value === '')
    },
  )
  await t.test('one of them is ended, the others go on', async () => {
    const { browser, second, third, token } = await threeSessions(app)
    const mine = new Set(sessionIds(await security(second)))
    const id = sessionIds(await security(browser)).find((one) => !mine.has(one))!
    const answer = await browser.post(`${PATH}/sessions/end`, { token, session: id })
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, PATH])
    assert.equal((await second.get('/')).statusCode, 302)
    assert.equal((await third.get('/')).statusCode, 200)
    assert.match(await security(browser), /Browser signed out/)
    assert.equal((await browser.post(`${PATH}/sessions/end`, { token, session: id })).statusCode, 404)
  })
  await t.test('users cannot end sessions of others', async () => {
    const { browser, third } = await threeSessions(app)
    const stranger = await signedIn(app, await app.newUser())
    const theirs = await formTokenOf(stranger)
    for (const session of [...sessionIds(await security(browser)), 'x', '0'.repeat(64)]) {
      assert.equal((await stranger.post(`${PATH}/sessions/end`, { token: theirs, session })).statusCode, 404)
    }
    assert.equal((await third.get('/')).statusCode, 200)
  })
  await t.test('all other sessions are ended at once', async () => {
    const { browser, third, token } = await threeSessions(app)
    const stranger = await signedIn(app, await app.newUser())
    await browser.post(`${PATH}/sessions/end-others`, { token })
    assert.equal((await third.get('/')).statusCode, 302)
    assert.equal((await browser.get('/')).statusCode, 200)
    assert.equal((await stranger.get('/')).statusCode, 200)
    assert.deepEqual(sessionIds(await security(browser)), [])
  })
}

async function connections(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an app with tokens is listed for the owners of the tokens, and signed out only by them', async () => {
    const [user, other] = [await app.newUser(), await app.newUser()]
    const browser = await signedIn(app, user)
    assert.match(await security(browser), /No connected apps/)
    const [theirs, own] = [await app.token(other), await app.token(user)]
    const page = await security(browser)
    assert.match(page, /<p class="row-name" dir="auto">Test<\/p>/)
    assert.match(page, /2 tokens/)
    const fields = { token: await formTokenOf(browser), client: app.client.id.split('_')[0]! }
    assert.equal((await browser.post(`${PATH}/clients/revoke`, fields)).headers.location, PATH)
    assert.equal(await status(app, own), 401)
    assert.equal(await status(app, theirs), 200)
    assert.equal((await browser.post(`${PATH}/clients/revoke`, fields)).statusCode, 404)
  })
  await t.test('a client remembers when it was last used, to the hour', async () => {
    const read = async () => {
      const rows = app.database.prepare<{ last_used_at: string }>('select last_used_at from oauth_client')
      return (await rows.all())[0]!.last_used_at
    }
    const user = await app.newUser()
    assert.equal((await grant(app, user)).statusCode, 200)
    const first = await read()
    app.clock.advance(600)
    assert.equal((await grant(app, user)).statusCode, 200)
    assert.equal(await read(), first)
    app.clock.advance(3600)
    assert.equal((await grant(app, user)).statusCode, 200)
    assert.ok((await read()) > first)
  })
}

const status = async ({ app }: TestApp, token: string) =>
  (await app.inject({ url: '/api/entries', headers: { authorization: `Bearer ${token}` } })).statusCode

function grant({ app, client }: TestApp, { username, password }: Pick<TestUser, 'username' | 'password'>) {
  const credentials = { client_id: client.id, client_secret: client.secret, username, password }
  return app.inject({ method: 'POST', url: '/oauth/v2/token', payload: { grant_type: 'password', ...credentials } })
}

const accessToken = (answer: { json(): unknown }) => (answer.json() as { access_token: string }).access_token

async function makeAppPassword(browser: InjectBrowser, { password }: TestUser, name: string): Promise<string> {
  const answer = await browser.post(`${PATH}/app-passwords`, { token: await formTokenOf(browser), name, password })
  assert.equal(answer.statusCode, 200, answer.body)
  return /data-copy-text-value="(\d+-(?:[0-9a-z]{4}-){4}[0-9a-z]{4})"/.exec(answer.body)![1]!
}

/** Signs in a new user. */
async function visit(app: TestApp) {
  const user = await app.newUser()
  const browser = await signedIn(app, user)
  return { user, browser, token: await formTokenOf(browser) }
}

async function appPasswords(t: TestContext, app: TestApp): Promise<void> {
  await t.test('making one takes a name and the password', async () => {
    const { user, browser, token } = await visit(app)
    const { password } = user
    const noName = await browser.post(`${PATH}/app-passwords`, { token, name: ' ', password })
    assert.equal(noName.statusCode, 422)
    assert.match(noName.body, /id="app-name-error"/)
    const wrong = await browser.post(`${PATH}/app-passwords`, { token, name: 'Phone', password: 'x' })
    assert.equal(wrong.statusCode, 422)
    assert.match(wrong.body, /id="app-password-error"/)
    assert.doesNotMatch(await security(browser), /app-passwords\/delete/)
  })
  await t.test('it gets tokens, is shown once, and opens no page', async () => {
    const { user, browser } = await visit(app)
    const made = await makeAppPassword(browser, user, 'E-reader <b>')
    const page = await security(browser)
    assert.ok(page.includes('E-reader &lt;b&gt;') && !page.includes(made))
    for (const password of [made, made.replaceAll('-', '').toUpperCase(), made.replace(/^\d+-/, '')]) {
      assert.equal((await grant(app, { username: user.email.toUpperCase(), password })).statusCode, 200)
    }
    assert.equal(
      (await injectBrowser(app).signIn({ username: user.username, password: made })).headers.location,
      '/login',
    )
    assert.equal((await grant(app, { username: (await app.newUser()).username, password: made })).statusCode, 400)
    assert.match(await security(browser), /Last used <time/)
  })
  await t.test('revoking it ends its tokens only, and other users cannot do it', async () => {
    const { user, browser, token } = await visit(app)
    const made = await makeAppPassword(browser, user, 'Lost phone')
    const [theirs, own] = [
      accessToken(await grant(app, { username: user.username, password: made })),
      await app.token(user),
    ]
    const [id = ''] = [...(await security(browser)).matchAll(/name="id" value="(\d+)"/g)].map(([, one]) => one!)
    const stranger = await signedIn(app, await app.newUser())
    const foreign = { token: await formTokenOf(stranger), id }
    assert.equal((await stranger.post(`${PATH}/app-passwords/delete`, foreign)).statusCode, 404)
    assert.equal(await status(app, theirs), 200)
    assert.equal((await browser.post(`${PATH}/app-passwords/delete`, { token, id })).headers.location, PATH)
    assert.deepEqual([await status(app, theirs), await status(app, own)], [401, 200])
    assert.equal((await grant(app, { username: user.username, password: made })).statusCode, 400)
  })
}

/** @returns a new user who got a token before turning on the second factor */
async function protectedUser(app: TestApp) {
  const { user, browser } = await visit(app)
  const before = accessToken(await grant(app, user))
  return { user, browser, before, ...(await setUp(app, browser, user)) }
}

async function passwordGrant(t: TestContext, app: TestApp): Promise<void> {
  await t.test('with a second factor the password alone gets no token, and reads like a wrong one', async () => {
    const { user, before } = await protectedUser(app)
    const [right, wrong] = [await grant(app, user), await grant(app, { username: user.username, password: 'x' })]
    assert.deepEqual([right.statusCode, right.body], [400, wrong.body])
    assert.equal(await status(app, before), 200, 'what is signed in stays')
  })
  await t.test('an app password gets one', async () => {
    const { user, browser } = await protectedUser(app)
    const password = await makeAppPassword(browser, user, 'Phone')
    assert.equal((await grant(app, { username: user.username, password })).statusCode, 200)
  })
  await t.test(
    'a new password ends sessions, tokens, app passwords and second steps, and keeps the second factor',
    async () => {
      const { user, browser, device } = await protectedUser(app)
      const made = await makeAppPassword(browser, user, 'Tablet')
      const waiting = await halfSignedIn(app, user)
      const fields = {
        'change_passwd[_token]': await formTokenOf(browser),
        'change_passwd[old_password]': user.password,
        'change_passwd[new_password][first]': 'another ink on paper',
        'change_passwd[new_password][second]': 'another ink on paper',
      }
      assert.equal((await browser.post('/config', fields)).statusCode, 303)
      assert.equal((await grant(app, { username: user.username, password: made })).statusCode, 400)
      assert.equal((await waiting.get('/2fa')).headers.location, '/login')
      const again = await halfSignedIn(app, { username: user.username, password: 'another ink on paper' })
      app.clock.advance(60)
      assert.equal((await sendCode(again, device.code())).headers.location, '/')
    },
  )
}
