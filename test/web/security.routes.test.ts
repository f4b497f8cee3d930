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

async function sessions(t: TestContext, app: TestApp): Promise<void> {
  const [browser, second, third] = [
    await signedIn(app, app.alice),
    await signedIn(app, app.alice),
    await signedIn(app, app.alice),
  ]
  const token = await formTokenOf(browser)
  await t.test('visitors are redirected to the sign-in page, and forms from other sites end no session', async () => {
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
      const phone = injectBrowser(app)
      const csrf = hiddenField((await phone.get('/login', PHONE)).body, '_csrf_token')
      const { username, password } = app.alice
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
    const stranger = await signedIn(app, app.bob)
    const theirs = await formTokenOf(stranger)
    for (const session of [...sessionIds(await security(browser)), 'x', '0'.repeat(64)]) {
      assert.equal((await stranger.post(`${PATH}/sessions/end`, { token: theirs, session })).statusCode, 404)
    }
    assert.equal((await third.get('/')).statusCode, 200)
  })
  await t.test('all other sessions are ended at once', async () => {
    const stranger = await signedIn(app, app.bob)
    await browser.post(`${PATH}/sessions/end-others`, { token })
    assert.equal((await third.get('/')).statusCode, 302)
    assert.equal((await browser.get('/')).statusCode, 200)
    assert.equal((await stranger.get('/')).statusCode, 200)
    assert.deepEqual(sessionIds(await security(browser)), [])
  })
}

async function connections(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an app with tokens is listed for the owners of the tokens, and signed out only by them', async () => {
    const browser = await signedIn(app, app.bob)
    assert.match(await security(browser), /No connected apps/)
    const [hers, his] = [await app.token(app.alice), await app.token(app.bob)]
    const page = await security(browser)
    assert.match(page, /<p class="row-name" dir="auto">Test<\/p>/)
    assert.match(page, /2 tokens/)
    const fields = { token: await formTokenOf(browser), client: app.client.id.split('_')[0]! }
    assert.equal((await browser.post(`${PATH}/clients/revoke`, fields)).headers.location, PATH)
    assert.equal(await status(app, his), 401)
    assert.equal(await status(app, hers), 200)
    assert.equal((await browser.post(`${PATH}/clients/revoke`, fields)).statusCode, 404)
  })
  await t.test('a client remembers when it was last used, to the hour', async () => {
    const read = async () => {
      const rows = app.database.prepare<{ last_used_at: string }>('select last_used_at from oauth_client')
      return (await rows.all())[0]!.last_used_at
    }
    const first = await read()
    app.clock.advance(600)
    assert.equal((await grant(app, app.carol)).statusCode, 200)
    assert.equal(await read(), first)
    app.clock.advance(3600)
    assert.equal((await grant(app, app.carol)).statusCode, 200)
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
  return /data-copy-text-value="((?:[0-9a-z]{4}-){4}[0-9a-z]{4})"/.exec(answer.body)![1]!
}

async function appPasswords(t: TestContext, app: TestApp): Promise<void> {
  const browser = await signedIn(app, app.alice)
  const token = await formTokenOf(browser)
  await t.test('making one takes a name and the password', async () => {
    const { password } = app.alice
    const noName = await browser.post(`${PATH}/app-passwords`, { token, name: ' ', password })
    assert.equal(noName.statusCode, 422)
    assert.match(noName.body, /id="app-name-error"/)
    const wrong = await browser.post(`${PATH}/app-passwords`, { token, name: 'Phone', password: 'x' })
    assert.equal(wrong.statusCode, 422)
    assert.match(wrong.body, /id="app-password-error"/)
    assert.doesNotMatch(await security(browser), /app-passwords\/delete/)
  })
  await t.test('it gets tokens, is shown once, and opens no page', async () => {
    const made = await makeAppPassword(browser, app.alice, 'E-reader <b>')
    const page = await security(browser)
    assert.ok(page.includes('E-reader &lt;b&gt;') && !page.includes(made))
    for (const password of [made, made.replaceAll('-', '').toUpperCase()]) {
      assert.equal((await grant(app, { username: 'Alice@example.org', password })).statusCode, 200)
    }
    assert.equal((await injectBrowser(app).signIn({ username: 'alice', password: made })).headers.location, '/login')
    assert.equal((await grant(app, { username: 'bob', password: made })).statusCode, 400)
    assert.match(await security(browser), /Last used <time/)
  })
  await t.test('revoking it ends its tokens only, and other users cannot do it', async () => {
    const made = await makeAppPassword(browser, app.alice, 'Lost phone')
    const [theirs, own] = [
      accessToken(await grant(app, { username: 'alice', password: made })),
      await app.token(app.alice),
    ]
    const [id = ''] = [...(await security(browser)).matchAll(/name="id" value="(\d+)"/g)].map(([, one]) => one!)
    const stranger = await signedIn(app, app.bob)
    const foreign = { token: await formTokenOf(stranger), id }
    assert.equal((await stranger.post(`${PATH}/app-passwords/delete`, foreign)).statusCode, 404)
    assert.equal(await status(app, theirs), 200)
    assert.equal((await browser.post(`${PATH}/app-passwords/delete`, { token, id })).headers.location, PATH)
    assert.deepEqual([await status(app, theirs), await status(app, own)], [401, 200])
    assert.equal((await grant(app, { username: 'alice', password: made })).statusCode, 400)
  })
}

async function passwordGrant(t: TestContext, app: TestApp): Promise<void> {
  const browser = await signedIn(app, app.carol)
  const before = accessToken(await grant(app, app.carol))
  const { device } = await setUp(app, browser, app.carol)
  await t.test('with a second factor the password alone gets no token, and reads like a wrong one', async () => {
    const [right, wrong] = [await grant(app, app.carol), await grant(app, { username: 'carol', password: 'x' })]
    assert.deepEqual([right.statusCode, right.body], [400, wrong.body])
    assert.equal(await status(app, before), 200, 'what is signed in stays')
  })
  await t.test('an app password gets one', async () => {
    const password = await makeAppPassword(browser, app.carol, 'Phone')
    assert.equal((await grant(app, { username: 'carol', password })).statusCode, 200)
  })
  await t.test(
    'a new password ends sessions, tokens, app passwords and second steps, and keeps the second factor',
    async () => {
      const made = await makeAppPassword(browser, app.carol, 'Tablet')
      const waiting = await halfSignedIn(app, app.carol)
      const fields = {
        'change_passwd[_token]': await formTokenOf(browser),
        'change_passwd[old_password]': app.carol.password,
        'change_passwd[new_password][first]': 'another ink on paper',
        'change_passwd[new_password][second]': 'another ink on paper',
      }
      assert.equal((await browser.post('/config', fields)).statusCode, 303)
      assert.equal((await grant(app, { username: 'carol', password: made })).statusCode, 400)
      assert.equal((await waiting.get('/2fa')).headers.location, '/login')
      const again = await halfSignedIn(app, { username: 'carol', password: 'another ink on paper' })
      app.clock.advance(60)
      assert.equal((await sendCode(again, device.code())).headers.location, '/')
    },
  )
}
