import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import type { Dialect } from '../../src/db/database.ts'
import { settingsFor, startProvider, type TestProvider } from './identity-provider.fixture.ts'
import { injectBrowser, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'
import { formTokenOf, setUp } from './second-factor.fixture.ts'

const BASE = 'http://dogear.test'

interface Stage {
  readonly app: TestApp
  readonly provider: TestProvider
}

async function stageOf(t: TestContext, dialect: Dialect, more: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const provider = await startProvider(t, BASE)
  const environment = { ...settingsFor(provider.issuer), ...more }
  return { provider, app: await testApp(t, dialect, { environment, baseUrl: BASE }) }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an identity provider signs in the users who have linked an account`, async (t) => {
    const stage = await stageOf(t, dialect)
    await t.test('an account signs in only after its user has linked it', () => linking(stage))
    await t.test('forged, repeated and foreign answers are refused', () => attacks(stage))
    await t.test('names and e-mail addresses never lead to an account', () => claimsOfOthers(stage))
    await t.test('a link is removed, but not as the last way in', () => unlinking(stage))
  })

  test(`${dialect}: an identity provider creates accounts and decides about roles, if the settings say so`, async (t) => {
    const stage = await stageOf(t, dialect, {
      DOGEAR_OIDC_REGISTRATION: 'on',
      DOGEAR_OIDC_LINK_VERIFIED_EMAIL: 'on',
      DOGEAR_OIDC_ADMIN_GROUP: 'admins',
      DOGEAR_OIDC_ALLOWED_GROUPS: 'readers, admins',
    })
    await t.test('a new person gets an account without a password', () => registration(stage))
    await t.test('a verified address links an account without a second factor', () => verifiedAddress(stage))
    await t.test('groups decide who may sign in and who is an administrator', () => groups(stage))
  })
}

test('with DOGEAR_OIDC_ONLY, passwords are refused everywhere, and recovery links still work', async (t) => {
  const more = { DOGEAR_OIDC_ONLY: 'on', DOGEAR_OIDC_AUTO_REDIRECT: 'on', DOGEAR_REGISTRATION: 'on' }
  const { app } = await stageOf(t, 'sqlite', more)
  const browser = injectBrowser(app)
  assert.equal((await browser.get('/login')).headers.location, '/login/oidc')
  const page = await browser.get('/login?local=1')
  assert.match(page.body, /href="\/login\/oidc"[^>]*>\s*Sign in with Test ID/)
  assert.doesNotMatch(page.body, /type="password"|\/register/)
  const script = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }
  assert.equal((await browser.get('/login', script)).statusCode, 200, 'a script')
  const forwarded = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'navigate' }
  assert.equal((await browser.get('/login', forwarded)).statusCode, 302, 'a page that the service worker requests')
  const fields = { _username: 'alice', _password: app.alice.password, _csrf_token: browser.cookies.get('csrf')! }
  assert.equal((await browser.post('/login_check', fields)).headers.location, '/login?local=1')
  assert.match((await browser.get('/login?local=1')).body, /Passwords aren’t accepted on this server/)
  assert.ok(!browser.cookies.has('session'))
  const grant = { grant_type: 'password', client_id: app.client.id, client_secret: app.client.secret }
  const payload = { ...grant, username: 'alice', password: app.alice.password }
  assert.equal((await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload })).statusCode, 400)
  assert.equal((await browser.get('/register')).statusCode, 404)
})

test('a provider that cannot be reached delays no start, and the password still signs in', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: settingsFor('http://127.0.0.1:9'), baseUrl: BASE })
  const browser = injectBrowser(app)
  assert.equal((await browser.get('/login/oidc')).headers.location, '/login?local=1')
  assert.match((await browser.get('/login?local=1')).body, /The sign-in service can’t be reached/)
  assert.equal((await browser.get('/login/oidc/logout')).headers.location, '/login?local=1')
  assert.equal((await browser.signIn(app.alice)).headers.location, '/')
})

/** Signs in at the provider. @returns the path and query with which the browser comes back to Dogear */
async function answerOf({ provider }: Stage, browser: InjectBrowser, login: string): Promise<string> {
  const start = await browser.get('/login/oidc')
  assert.equal(start.statusCode, 302, start.body)
  return comeBack(provider, String(start.headers.location), login)
}

async function comeBack(provider: TestProvider, address: string, login: string): Promise<string> {
  const back = new URL(await provider.signIn(address, login))
  assert.equal(back.origin + back.pathname, `${BASE}/login/oidc/callback`)
  return back.pathname + back.search
}

/** @returns a browser that came back from the provider, and where it was sent */
async function enter(stage: Stage, login: string) {
  const browser = injectBrowser(stage.app)
  const target = String((await browser.get(await answerOf(stage, browser, login))).headers.location)
  return { browser, target }
}

async function refusalText(browser: InjectBrowser): Promise<string> {
  assert.ok(!browser.cookies.has('session'))
  return (await browser.get('/login?local=1')).body
}

/** Links an account at the provider with the account of a signed-in browser. @returns where the browser was sent */
async function link(stage: Stage, browser: InjectBrowser, login: string): Promise<string> {
  const page = await browser.post('/config/security/identities/link', { token: await formTokenOf(browser) })
  assert.equal(page.statusCode, 200, page.body)
  const address = /<a class="button" href="([^"]+)"/.exec(page.body)![1]!.replaceAll('&amp;', '&')
  return comeBack(stage.provider, address, login)
}

async function newReader(app: TestApp): Promise<{ user: TestUser; browser: InjectBrowser }> {
  const user = await app.newUser()
  return { user, browser: await signedIn(app, user) }
}

async function linking(stage: Stage): Promise<void> {
  const { app, provider } = stage
  provider.persons.set('ada', { email: 'ada@id.example', name: 'Ada' })
  const before = await enter(stage, 'ada')
  assert.equal(before.target, '/login?local=1')
  assert.match(await refusalText(before.browser), /No account here is linked to that one/)
  const { browser, user } = await newReader(app)
  const other = await newReader(app)
  const answer = await link(stage, browser, 'ada')
  assert.equal((await other.browser.get(answer)).headers.location, '/login?local=1', 'another browser')
  assert.equal((await browser.get(answer)).headers.location, '/config/security')
  assert.match((await browser.get('/config/security')).body, /Linked accounts[^]*ada@id\.example/)
  const taken = await link(stage, other.browser, 'ada')
  await other.browser.get(taken)
  assert.match((await other.browser.get('/config/security')).body, /already linked/)
  const after = await enter(stage, 'ada')
  assert.equal(after.target, '/')
  assert.match((await after.browser.get('/config')).body, new RegExp(user.username))
  const session = await app.services.database.read((db) =>
    db.selectFrom('session').select(['created_at', 'expires_at']).where('user_id', '=', user.id).execute(),
  )
  const days = session.map((row) => (Date.parse(row.expires_at) - Date.parse(row.created_at)) / 86_400_000)
  assert.deepEqual(days.toSorted(), [1, 30])
  await signOut(after.browser, provider)
  app.clock.advance(16 * 60)
  const late = await browser.post('/config/security/identities/link', { token: await formTokenOf(browser) })
  assert.equal(late.statusCode, 422, 'the sign-in was too long ago')
}

async function signOut(browser: InjectBrowser, { issuer }: TestProvider): Promise<void> {
  const _csrf_token = await formTokenOf(browser)
  assert.equal((await browser.post('/logout', { _csrf_token })).headers.location, '/login?local=1')
  assert.match((await browser.get('/login?local=1')).body, /href="\/login\/oidc\/logout"/)
  const address = new URL(String((await browser.get('/login/oidc/logout')).headers.location))
  assert.equal(address.origin, issuer)
  assert.equal(address.searchParams.get('post_logout_redirect_uri'), `${BASE}/login?local=1`)
}

async function attacks(stage: Stage): Promise<void> {
  const { app, provider } = stage
  provider.persons.set('eve', {})
  const { browser: owner } = await newReader(app)
  await owner.get(await link(stage, owner, 'eve'))
  assert.equal((await enter(stage, 'eve')).target, '/')
  const change = (path: string, name: string, value: string | undefined) => {
    const url = new URL(path, BASE)
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
    return url.pathname + url.search
  }
  const changes: readonly (readonly [string, string | undefined])[] = [
    ['state', undefined],
    ['state', 'a'.repeat(43)],
    ['iss', 'http://127.0.0.1:1'],
    ['iss', undefined],
    ['code', 'another'],
    ['code', undefined],
  ]
  for (const [name, value] of changes) {
    const browser = injectBrowser(app)
    const answer = change(await answerOf(stage, browser, 'eve'), name, value)
    assert.equal((await browser.get(answer)).headers.location, '/login?local=1', `${name}=${value}`)
    assert.match(await refusalText(browser), /didn’t sign you in|Start again/)
  }
  const [one, two] = [injectBrowser(app), injectBrowser(app)]
  const [first, second] = [await answerOf(stage, one, 'eve'), await answerOf(stage, two, 'eve')]
  assert.equal((await two.get(first)).headers.location, '/login?local=1', 'the answer of another browser')
  const code = new URL(first, BASE).searchParams.get('code')!
  assert.equal((await two.get(change(second, 'code', code))).headers.location, '/login?local=1', 'the code of another')
  assert.equal((await one.get(first)).headers.location, '/', 'the attempts of others do not use it up')

  const victim = injectBrowser(app)
  const answer = await answerOf(stage, victim, 'eve')
  await app.services.database.transaction((tx) => tx.updateTable('provider_request').set({ nonce: 'x' }).execute())
  assert.equal((await victim.get(answer)).headers.location, '/login?local=1', 'another nonce')

  const twice = injectBrowser(app)
  const used = await answerOf(stage, twice, 'eve')
  assert.equal((await twice.get(used)).headers.location, '/')
  twice.cookies.delete('session')
  assert.equal((await twice.get(used)).headers.location, '/login?local=1', 'a second use')
  const late = injectBrowser(app)
  const old = await answerOf(stage, late, 'eve')
  app.clock.advance(601)
  assert.equal((await late.get(old)).headers.location, '/login?local=1', 'after ten minutes')
  const refused = injectBrowser(app)
  const error = change(await answerOf(stage, refused, 'eve'), 'code', undefined)
  assert.equal((await refused.get(change(error, 'error', 'access_denied'))).headers.location, '/login?local=1')
}

async function claimsOfOthers(stage: Stage): Promise<void> {
  const { alice } = stage.app
  const claims = { email: alice.email, email_verified: true, preferred_username: 'alice', name: 'alice', groups: ['x'] }
  stage.provider.persons.set('alice', claims)
  // The same subject at another provider is another person.
  const other = { user_id: alice.id, issuer: 'https://id.example.org', subject: 'alice', label: '', created_at: '' }
  await stage.app.services.database.transaction((tx) => tx.insertInto('identity').values(other).execute())
  const { browser, target } = await enter(stage, 'alice')
  assert.equal(target, '/login?local=1')
  assert.match(await refusalText(browser), /No account here is linked/)
}

async function unlinking(stage: Stage): Promise<void> {
  const { app } = stage
  const { browser, user } = await newReader(app)
  await browser.get(await link(stage, browser, 'una'))
  const own = /\/config\/security\/identities\/\d+\/unlink/.exec((await browser.get('/config/security')).body)![0]
  const other = await newReader(app)
  const foreign = await other.browser.post(own, { token: await formTokenOf(other.browser) })
  assert.equal(foreign.statusCode, 404)
  const token = await formTokenOf(browser)
  const setPassword = (hash: string) =>
    app.services.database.transaction((tx) =>
      tx.updateTable('users').set({ password_hash: hash }).where('id', '=', user.id).execute(),
    )
  await setPassword('')
  const createdAt = app.clock.now().toISOString()
  const former = {
    user_id: user.id,
    issuer: 'https://former.example.org',
    subject: 'una',
    label: '',
    created_at: createdAt,
  }
  await app.services.database.transaction((tx) => tx.insertInto('identity').values(former).execute())
  assert.match((await browser.post(own, { token })).body, /it’s your only way to sign in/)
  await setPassword('no hash that any password has')
  assert.equal((await browser.post(own, { token })).statusCode, 303)
  const events = (await browser.get('/config/security/activity')).body
  assert.match(events, /Sign-in service unlinked[^]*Sign-in service linked/)
  assert.equal((await enter(stage, 'una')).target, '/login?local=1')
}

async function registration(stage: Stage): Promise<void> {
  const { app, provider } = stage
  const claims = { preferred_username: 'alice', email: 'alice@example.org', email_verified: true, groups: ['readers'] }
  provider.persons.set('new', { ...claims, email_verified: 'true' })
  const { browser, target } = await enter(stage, 'new')
  assert.equal(target, '/')
  const page = (await browser.get('/config')).body
  assert.match(page, /alice2/, 'not the account of alice')
  assert.doesNotMatch(page, /alice@example\.org/, 'an unverified address is not taken over')
  const again = await enter(stage, 'new')
  assert.match((await again.browser.get('/config')).body, /alice2/)
  for (const password of ['', 'x']) {
    const answer = await injectBrowser(app).signIn({ username: 'alice2', password })
    assert.equal(answer.headers.location, '/login', 'the account has no password')
  }
  assert.match((await browser.get('/config/danger')).body, /Your account has no password/)
  const token = await formTokenOf(browser)
  app.clock.advance(16 * 60)
  const late = await browser.post('/config/danger/account', { token, password: '' })
  assert.match(late.body, /You signed in too long ago/)
  assert.match((await setFirstPassword(browser, token)).body, /You signed in too long ago/)
  const fresh = await enter(stage, 'new')
  assert.equal((await setFirstPassword(fresh.browser, await formTokenOf(fresh.browser))).headers.location, '/login')
  const byPassword = await injectBrowser(app).signIn({ username: 'alice2', password: 'a first password' })
  assert.equal(byPassword.headers.location, '/')
}

/** Sends the form for a new password, without an old one. */
function setFirstPassword(browser: InjectBrowser, token: string) {
  return browser.post('/config', {
    'change_passwd[_token]': token,
    'change_passwd[new_password][first]': 'a first password',
    'change_passwd[new_password][second]': 'a first password',
    'change_passwd[old_password]': '',
  })
}

async function verifiedAddress(stage: Stage): Promise<void> {
  const { app, provider } = stage
  const [plain, guarded] = [await newReader(app), await newReader(app)]
  await setUp(app, guarded.browser, guarded.user)
  const claims = { email_verified: true, groups: ['readers'] }
  provider.persons.set('plain', { ...claims, email: plain.user.email })
  provider.persons.set('guarded', { ...claims, email: guarded.user.email })
  const entered = await enter(stage, 'plain')
  assert.match((await entered.browser.get('/config')).body, new RegExp(plain.user.email))
  const kept = await enter(stage, 'guarded')
  assert.doesNotMatch((await kept.browser.get('/config')).body, new RegExp(`"${guarded.user.email}"`))
  assert.doesNotMatch((await guarded.browser.get('/config/security')).body, /127\.0\.0\.1:\d+<\/bdi>/)
}

async function groups(stage: Stage): Promise<void> {
  const { app, provider } = stage
  provider.persons.set('gil', { groups: ['others'] })
  const outside = await enter(stage, 'gil')
  assert.match(await refusalText(outside.browser), /isn’t allowed to sign in here/)
  provider.persons.set('gil', { groups: ['admins'] })
  const admin = await enter(stage, 'gil')
  assert.match((await admin.browser.get('/admin/users')).body, /http:\/\/dogear\.test\/login\/oidc\/callback/)
  provider.persons.set('gil', { groups: ['readers'] })
  const reader = await enter(stage, 'gil')
  assert.equal((await reader.browser.get('/admin/users')).statusCode, 404)
  assert.match((await reader.browser.get('/config/security')).body, /Administrator role removed/)
  const [row] = await app.services.database.read((db) =>
    db.selectFrom('identity').select('user_id').where('subject', '=', 'gil').execute(),
  )
  await app.services.database.transaction((tx) =>
    tx.updateTable('users').set({ is_enabled: 0 }).where('id', '=', Number(row!.user_id)).execute(),
  )
  assert.match(await refusalText((await enter(stage, 'gil')).browser), /This account is suspended/)
}
