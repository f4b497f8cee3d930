import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordParameters, postForm } from '../api/token-request.fixture.ts'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'
import { softPasskey, type SoftPasskey } from './passkey.fixture.ts'
import { formTokenOf, sendCode, setUp } from './second-factor.fixture.ts'

const PATH = '/config/security/passkeys'
const ORIGIN = 'http://localhost'

for (const dialect of DIALECTS) {
  test(`${dialect}: passkeys are added, sign in without a username, and are protected`, async (t) => {
    const app = await testApp(t, dialect, { baseUrl: ORIGIN })
    await t.test('a passkey signs in once for each challenge, and nothing else does', () => signInOnce(app))
    await t.test('only the answer to an own, unused challenge becomes a passkey', () => registerOnce(app))
    await t.test('with a PIN it replaces password and code, without one only the password', () => withSecondFactor(app))
    await t.test('apps sign in with the password of its owner until a second factor is on', () => passwordOfApps(app))
    await t.test('a counter that does not increase is refused, and 0 means none', () => counters(app))
    await t.test('it replaces the password in forms, but only the owner’s', () => proofs(app))
    await t.test('it is renamed and removed, but not as the last way in', () => changes(app))
    await t.test('disabled users and challenges older than five minutes are refused', () => outdated(app))
  })
}

test('at an address without TLS or without a name, the pages explain why there are no passkeys', async (t) => {
  const app = await testApp(t, 'sqlite', { baseUrl: 'http://dogear.test' })
  const browser = await signedIn(app, app.alice)
  assert.match((await browser.get('/config/security')).body, /Browsers only support passkeys over HTTPS/)
  const token = await formTokenOf(browser)
  assert.equal((await browser.post(`${PATH}/new`, { token })).statusCode, 409)
  assert.doesNotMatch((await app.app.inject({ url: '/login' })).body, /passkey/)
  assert.equal((await injectBrowser(app).post('/login/passkey/challenge', {})).statusCode, 404)
})

/** Adds a passkey to the account of a signed-in browser. */
async function add(browser: InjectBrowser, passkey = softPasskey(ORIGIN), name = 'Laptop'): Promise<SoftPasskey> {
  const answer = await sendNew(browser, (options) => passkey.create(options), name)
  assert.equal(answer.statusCode, 303, answer.body)
  return passkey
}

type Options = { readonly challenge: string; readonly user: { readonly id: string } }

async function creationOptions(browser: InjectBrowser): Promise<Options> {
  const page = await browser.post(`${PATH}/new`, { token: await formTokenOf(browser) })
  assert.equal(page.statusCode, 200, page.body)
  const attribute = /data-passkey-creation-value="([^"]+)"/.exec(page.body)![1]!
  return JSON.parse(attribute.replaceAll('&quot;', '"')) as Options
}

async function sendNew(browser: InjectBrowser, create: (options: Options) => string, name = 'Laptop') {
  const passkey = create(await creationOptions(browser))
  return browser.post(PATH, { token: await formTokenOf(browser), name, passkey })
}

/** @returns a visitor with a challenge for signing in */
async function visitor(app: TestApp) {
  const browser = injectBrowser(app)
  const _csrf_token = hiddenField((await browser.get('/login')).body, '_csrf_token')
  const answer = await browser.post('/login/passkey/challenge', { _csrf_token })
  assert.equal(answer.statusCode, 200, answer.body)
  const options = answer.json<Options>()
  const send = (passkey: string) => browser.post('/login/passkey', { _csrf_token, passkey })
  return { browser, options, send }
}

/** Signs in with a passkey. @returns where the browser is sent */
async function signIn(app: TestApp, passkey: SoftPasskey, ceremony = {}): Promise<string> {
  const { options, send } = await visitor(app)
  return String((await send(passkey.sign(options, ceremony))).headers.location)
}

async function newReader(app: TestApp): Promise<{ user: TestUser; browser: InjectBrowser }> {
  const user = await app.newUser()
  return { user, browser: await signedIn(app, user) }
}

async function signInOnce(app: TestApp): Promise<void> {
  const { browser } = await newReader(app)
  const passkey = await add(browser)
  const { browser: fresh, options, send } = await visitor(app)
  const signed = passkey.sign(options)
  assert.equal((await send(signed)).headers.location, '/')
  assert.match((await fresh.get('/config/security')).body, /Laptop/)
  assert.equal((await send(signed)).headers.location, '/login', 'a second use of the same answer')
  for (const [what, ceremony] of Object.entries({
    'another origin': { origin: 'http://evil.test' },
    'another host': { rpId: 'evil.test' },
    'another user': { userHandle: Buffer.alloc(32).toString('base64url') },
    'no user': { userHandle: '' },
  })) {
    assert.equal(await signIn(app, passkey, ceremony), '/login', what)
  }
  assert.equal(await signIn(app, softPasskey(ORIGIN)), '/login', 'an unknown passkey')
  assert.match((await browser.get('/config/security')).body, /Passkey rejected[^]*4 times/)
  const { options: other, send: again } = await visitor(app)
  const changed = JSON.parse(passkey.sign(other)) as { response: { signature: string } }
  changed.response.signature = (JSON.parse(signed) as typeof changed).response.signature
  for (const text of [JSON.stringify(changed), '', '{}', 'null', '[]', '{"id":1,"response":{}}', 'x'.repeat(60_000)]) {
    assert.equal((await again(text)).headers.location, '/login', text.slice(0, 40))
  }
  assert.match((await injectBrowser(app).get('/login', { cookie: 'sign_in=passkey' })).body, /This passkey didn’t work/)
  const { send: foreign, options: own } = await visitor(app)
  assert.ok(foreign)
  const cross = { 'sec-fetch-site': 'cross-site', origin: 'http://evil.test' }
  const forged = await injectBrowser(app).post('/login/passkey', { passkey: passkey.sign(own) }, cross)
  assert.equal(forged.statusCode, 403)
}

async function registerOnce(app: TestApp): Promise<void> {
  const { browser } = await newReader(app)
  const passkey = softPasskey(ORIGIN)
  const options = await creationOptions(browser)
  const token = await formTokenOf(browser)
  const other = await newReader(app)
  const stolen = { token: await formTokenOf(other.browser), name: 'Laptop', passkey: passkey.create(options) }
  assert.equal((await other.browser.post(PATH, stolen)).statusCode, 422, 'the challenge of another user')
  const created = passkey.create(options)
  assert.equal((await browser.post(PATH, { token, name: 'Laptop', passkey: created })).statusCode, 303)
  assert.equal((await browser.post(PATH, { token, name: 'Laptop', passkey: created })).statusCode, 422, 'used up')
  const refusals = {
    'another origin': (given: Options) => softPasskey(ORIGIN).create(given, { origin: 'http://evil.test' }),
    'another host': (given: Options) => softPasskey(ORIGIN).create(given, { rpId: 'evil.test' }),
    'no attestation': () => '{}',
  }
  for (const [what, create] of Object.entries(refusals)) {
    assert.equal((await sendNew(browser, create)).statusCode, 422, what)
  }
  const known = await sendNew(browser, (given) => passkey.create(given))
  assert.match(known.body, /already has a passkey/)
  assert.match((await sendNew(browser, (given) => softPasskey(ORIGIN).create(given), ' ')).body, /Enter a name/)
  // The sign-in accepts no challenge for a registration, and the other way round.
  const { send } = await visitor(app)
  assert.equal((await send(passkey.sign(await creationOptions(browser)))).headers.location, '/login')
  app.clock.advance(16 * 60)
  const late = await browser.post(`${PATH}/new`, { token })
  assert.equal(late.statusCode, 422, 'the sign-in was too long ago')
  assert.match(late.body, /Wrong password/)
}

async function withSecondFactor(app: TestApp): Promise<void> {
  const { browser, user } = await newReader(app)
  const { device } = await setUp(app, browser, user)
  const passkey = await add(browser)
  assert.equal(await signIn(app, passkey), '/')
  const { browser: half, options, send } = await visitor(app)
  assert.equal((await send(passkey.sign(options, { isVerified: false }))).headers.location, '/2fa')
  assert.ok(!half.cookies.has('session'))
  app.clock.advance(30)
  assert.equal((await sendCode(half, device.code())).headers.location, '/')
}

async function passwordOfApps(app: TestApp): Promise<void> {
  const { browser, user } = await newReader(app)
  await add(browser)
  const statusOfGrant = async () => (await postForm(app, passwordParameters(app, user))).statusCode
  assert.equal(await statusOfGrant(), 200, 'as at the sign-in page')
  await setUp(app, browser, user)
  assert.equal(await statusOfGrant(), 400)
}

async function counters(app: TestApp): Promise<void> {
  const { browser } = await newReader(app)
  const passkey = await add(browser)
  for (const [counter, target] of [
    [0, '/'],
    [5, '/'],
    [5, '/login'],
    [4, '/login'],
    [6, '/'],
    [0, '/'],
  ] as const) {
    assert.equal(await signIn(app, passkey, { counter }), target, String(counter))
  }
}

async function proofs(app: TestApp): Promise<void> {
  const { browser, user } = await newReader(app)
  const passkey = await add(browser)
  const { device } = await setUp(app, browser, user)
  const token = await formTokenOf(browser)
  const other = await newReader(app)
  const foreign = await add(other.browser)
  const ask = async () => (await browser.post(`${PATH}/challenge`, { token })).json<Options>()
  const renew = async (given: string, more = {}) =>
    browser.post('/config/security/second-factor/codes', { token, passkey: given, password: '', code: '', ...more })
  assert.match((await renew(foreign.sign(await ask()))).body, /This passkey didn’t work/)
  const { options } = await visitor(app)
  assert.equal((await renew(passkey.sign(options))).statusCode, 422, 'a challenge of the sign-in page')
  assert.equal((await renew(passkey.sign(await creationOptions(browser)))).statusCode, 422, 'one for a new passkey')
  assert.equal((await renew(passkey.sign(await ask(), { isVerified: false }))).statusCode, 422, 'no code')
  app.clock.advance(30)
  const withCode = await renew(passkey.sign(await ask(), { isVerified: false }), { code: device.code() })
  assert.equal(withCode.statusCode, 200, withCode.body)
  const used = passkey.sign(await ask())
  assert.equal((await renew(used)).statusCode, 200)
  assert.equal((await renew(used)).statusCode, 422, 'used up')
  assert.match((await browser.get('/config/danger')).body, /data-passkey-challenge-value/)
}

async function changes(app: TestApp): Promise<void> {
  const { browser, user } = await newReader(app)
  const passkey = await add(browser)
  const page = (await browser.get('/config/security')).body
  const own = /\/config\/security\/passkeys\/\d+/.exec(page)![0]
  const token = await formTokenOf(browser)
  const other = await newReader(app)
  const otherToken = await formTokenOf(other.browser)
  for (const action of ['rename', 'remove']) {
    assert.equal((await other.browser.post(`${own}/${action}`, { token: otherToken, name: 'x' })).statusCode, 404)
  }
  assert.equal((await other.browser.get(own)).statusCode, 404)
  assert.equal((await browser.post(`${own}/rename`, { token, name: ' ' })).statusCode, 422)
  assert.equal((await browser.post(`${own}/rename`, { token, name: 'Key ring' })).statusCode, 303)
  assert.match((await browser.get('/config/security')).body, /Key ring/)
  const setPassword = (hash: string) =>
    app.services.database.transaction((tx) =>
      tx.updateTable('users').set({ password_hash: hash }).where('id', '=', user.id).execute(),
    )
  await setPassword('')
  await app.services.database.transaction((tx) =>
    tx
      .insertInto('passkey')
      .values({
        user_id: user.id,
        credential_id: Buffer.from(`of the former address of ${user.username}`),
        public_key: Buffer.from('key'),
        counter: 0,
        transports: '',
        rp_id: 'former.example.org',
        name: 'Former',
        is_synced: 0,
        created_at: app.clock.now().toISOString(),
      })
      .execute(),
  )
  const kept = await browser.post(`${own}/remove`, { token })
  assert.equal(kept.statusCode, 422)
  assert.match(kept.body, /You can’t remove your last passkey/)
  assert.equal(await signIn(app, passkey), '/')
  const byPassword = await injectBrowser(app).signIn({ username: user.username, password: '' })
  assert.equal(byPassword.headers.location, '/login', 'an account without a password accepts none')
  app.clock.advance(16 * 60)
  assert.match((await browser.post(`${own}/remove`, { token })).body, /You signed in too long ago/)
  await setPassword('no hash that any password has')
  const options = (await browser.post(`${PATH}/challenge`, { token })).json<Options>()
  assert.equal((await browser.post(`${own}/remove`, { token, passkey: passkey.sign(options) })).statusCode, 303)
  assert.equal(await signIn(app, passkey), '/login')
  const events = (await browser.get('/config/security/activity')).body
  assert.match(events, /Passkey removed[^]*Passkey added/)
}

async function outdated(app: TestApp): Promise<void> {
  const { browser, user } = await newReader(app)
  const passkey = await add(browser)
  const { options, send } = await visitor(app)
  app.clock.advance(301)
  assert.equal((await send(passkey.sign(options))).headers.location, '/login')
  await app.services.database.transaction((tx) =>
    tx.updateTable('users').set({ is_enabled: 0 }).where('id', '=', user.id).execute(),
  )
  assert.equal(await signIn(app, passkey), '/login')
}
