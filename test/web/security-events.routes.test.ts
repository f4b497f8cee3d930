import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { FastifyBaseLogger } from 'fastify'
import { EVENT_KINDS, type EventKind } from '../../src/security-events/event-kinds.ts'
import { newTokens, passwordParameters, postForm, refreshParameters } from '../api/token-request.fixture.ts'
import { testApp, type TestApp, type TestUser, type TestAppOptions } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { SLOW_GUESSES } from '../support/slow-guesses.ts'
import { hiddenField, injectBrowser, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'
import { formTokenOf, halfSignedIn, sendCode, setUp } from './second-factor.fixture.ts'

const CONTENT = '<p>Marked words of a page that is kept.</p>'
const ACTIVITY = '/config/security/activity'

type Line = Readonly<Record<string, unknown>>

/** A service whose log the test can read. */
interface Stage {
  readonly app: TestApp
  readonly lines: Line[]
}

/** A signed-in browser and the CSRF token of its forms. */
interface Person {
  readonly user: TestUser
  readonly browser: InjectBrowser
  readonly token: string
}

async function stageOf(
  t: TestContext,
  dialect: (typeof DIALECTS)[number],
  options: TestAppOptions = {},
): Promise<Stage> {
  const lines: Line[] = []
  const write = (fields: Line) => void lines.push(fields)
  const methods = Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((one) => [one, write]))
  const logger = { level: 'debug', ...methods, child: () => logger } as unknown as FastifyBaseLogger
  return { app: await testApp(t, dialect, { logger, ...options }), lines }
}

async function personOf({ app }: Stage, user: TestUser): Promise<Person> {
  const browser = await signedIn(app, user)
  return { user, browser, token: await formTokenOf(browser) }
}

/** @returns the kinds of the events stored for an account */
async function kept({ app }: Stage, { id }: { readonly id: number }): Promise<Set<string>> {
  // Opening the page writes collected events to the database.
  await (await signedIn(app, app.carol)).get(ACTIVITY)
  const rows = await app.database
    .prepare<{ kind: string }>('select kind from security_event where user_id = $1 order by id')
    .all(id)
  return new Set(rows.map(({ kind }) => kind))
}

/** Kinds that the tests of passkeys, identity providers and recovery links cover. */
const SIGN_IN_WAYS = [
  'passkey-added',
  'passkey-removed',
  'passkey-failed',
  'identity-linked',
  'identity-unlinked',
  'sessions-ended-by-provider',
  'recovery-link-made',
  'account-recovered',
] as const

const logged = ({ lines }: Stage) => new Set(lines.flatMap(({ event }) => (event === undefined ? [] : [event])))

for (const dialect of DIALECTS) {
  test(`${dialect}: every security event is stored for its owner and logged for the operator`, async (t) => {
    const stage = await stageOf(t, dialect)
    const { app } = stage
    const carol = await personOf(stage, app.carol)
    await apps(stage)
    await library(stage, await personOf(stage, app.alice))
    await ownChanges(stage, await personOf(stage, app.alice))
    await factor(stage)
    await administration(stage, carol)
    await guesses(stage)

    await t.test('every kind visible to owners was stored, each for its user', async () => {
      const all = [...(await kept(stage, app.alice)), ...(await kept(stage, app.bob))]
      // These two events are not stored for alice or bob: the first belongs to an account created during the test, and
      // the second occurs only in a service that limits sign-ins.
      all.push('user-made', 'sign-in-throttled', ...SIGN_IN_WAYS)
      assert.deepEqual([...new Set(all)].sort(), kindsWith('owner'))
    })
    await t.test('every kind is in the log, except those covered by other tests', () => {
      const elsewhere = [
        'fetch-refused',
        'migration',
        'backup',
        'restore',
        'rate-limited',
        'sign-in-throttled',
        'user-deleted',
        ...SIGN_IN_WAYS,
      ]
      assert.deepEqual([...logged(stage), ...elsewhere].sort(), Object.keys(EVENT_KINDS).sort())
    })
    await t.test('no line holds a password, a code or words of a page', () => {
      const text = JSON.stringify(stage.lines)
      for (const secret of [app.alice.password, 'Marked', 'example.org/', 'not the password', app.client.secret]) {
        assert.ok(!text.includes(secret), secret)
      }
    })
    await t.test('only the owner sees it, in their language', async () => {
      const bob = await signedIn(app, { ...app.bob, password: 'bob: ink on new paper' })
      const page = (await bob.get('/config/security')).body
      assert.match(page, /Recent activity/)
      assert.match(page, /Password changed[\s\S]*?by an administrator/)
      assert.doesNotMatch(page, /Public link created/)
      assert.match((await bob.get(ACTIVITY, { 'accept-language': 'fr' })).body, /Mot de passe modifié/)
      assert.equal((await injectBrowser(app).get(ACTIVITY)).statusCode, 302)
    })
    await t.test('the owner exports their events, and administrators those of all accounts', async () => {
      const bob = await signedIn(app, { ...app.bob, password: 'bob: ink on new paper' })
      const own = await bob.get(`${ACTIVITY}.csv`)
      assert.match(String(own.headers['content-disposition']), /^attachment; filename="security-events\.csv"$/)
      assert.match(own.body, /^first_time,last_time,times,user,event,by,actor,client,address,user_agent,request\r\n/)
      assert.match(own.body, /,bob,password-changed,administrator,carol,,127\.0\.0\.1,/)
      assert.doesNotMatch(own.body, /,alice,/)
      const all = (await carol.browser.get('/admin/events.csv')).body
      assert.match(all, /,alice,share-on,owner,,/)
      assert.match(all, /,bob,password-changed,administrator,carol,/)
      assert.equal((await bob.get('/admin/events.csv')).statusCode, 404)
    })
    await t.test('administrators see the number of refusals', async () => {
      assert.match((await carol.browser.get('/admin/users')).body, /Wrong password<\/dt><dd>\d+ times/)
    })
    await closing(t, stage)
  })
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a lockout after guessing is recorded once, however many attempts follow`, async (t) => {
    const stage = await stageOf(t, dialect, {
      ...SLOW_GUESSES,
      environment: { ...SLOW_GUESSES.environment, DOGEAR_EVENT_ADDRESSES: 'off' },
    })
    const { app, lines } = stage
    const wrong = { ...passwordParameters(app, app.alice), password: 'not the password' }
    const statuses: number[] = []
    for (let i = 0; i < 14; i++) statuses.push((await postForm(app, wrong)).statusCode)
    assert.deepEqual([statuses[0], statuses.at(-1)], [400, 429])
    assert.deepEqual([...(await kept(stage, app.alice))], ['sign-in-failed', 'sign-in-throttled'])
    const rows = await app.database
      .prepare<{ times: number; address: string }>(
        'select times, address from security_event where user_id = $1 order by id',
      )
      .all(app.alice.id)
    assert.deepEqual(
      rows.map(({ times, address }) => [Number(times), address]),
      [
        [10, ''],
        [4, ''],
      ],
    )
    assert.ok(logged(stage).has('rate-limited'))
    assert.doesNotMatch(JSON.stringify(lines), /127\.0\.0\.1/)
  })
}

function kindsWith(reach: 'owner' | 'log'): string[] {
  const kinds = Object.keys(EVENT_KINDS) as EventKind[]
  return kinds.filter((kind) => EVENT_KINDS[kind].reach === reach).sort()
}

async function apps({ app }: Stage): Promise<void> {
  const { alice, client } = app
  const first = await newTokens(app, alice)
  assert.equal((await postForm(app, refreshParameters(app, first.refresh_token))).statusCode, 200)
  app.clock.advance(3600)
  assert.equal((await postForm(app, refreshParameters(app, first.refresh_token))).statusCode, 400)
  const second = await newTokens(app, alice)
  const named = { client_id: client.id, client_secret: client.secret, token: second.access_token }
  const revoked = await app.app.inject({ method: 'POST', url: '/oauth/v2/revoke', payload: named })
  assert.equal(revoked.statusCode, 200)
}

async function library({ app }: Stage, { browser, token, user }: Person): Promise<void> {
  const { id } = await app.save(user, 'https://example.org/a', { title: 'Marked', content: CONTENT })
  assert.equal((await app.ask(user, { url: `/api/entries/${id}/export.json` })).statusCode, 200)
  for (const isPublic of [1, 0]) {
    await app.ask(user, { method: 'PATCH', url: `/api/entries/${id}`, payload: { public: isPublic } })
  }
  const file = JSON.stringify([])
  const url = '/api/imports?format=wallabag-v2&fetch=0'
  const sent = { payload: file, headers: { 'content-type': 'application/octet-stream' } }
  const imported = await app.ask(user, { method: 'POST', url, ...sent })
  assert.equal(imported.statusCode, 201, imported.body)
  const site = { username: 'reader', password: 'not the password' }
  const place = '/api/site-credentials/example.com'
  assert.equal((await app.ask(user, { method: 'PUT', url: place, payload: site })).statusCode, 200)
  assert.equal((await app.ask(user, { method: 'DELETE', url: place })).statusCode, 200)
  for (const path of ['/generate-token', '/revoke-token']) {
    assert.equal((await browser.post(path, { token })).statusCode, 303)
  }
  const cleared = await browser.post('/config/danger/clear', { token, kind: 'annotations', password: user.password })
  assert.equal(cleared.statusCode, 303)
}

async function ownChanges({ app }: Stage, { browser, token, user }: Person): Promise<void> {
  const made = { token, name: 'Phone', password: user.password }
  assert.equal((await browser.post('/config/security/app-passwords', made)).statusCode, 200)
  const id = /name="id" value="(\d+)"/.exec((await browser.get('/config/security')).body)![1]!
  assert.equal((await browser.post('/config/security/app-passwords/delete', { token, id })).statusCode, 303)
  assert.equal((await browser.post('/config/security/sessions/end-others', { token })).statusCode, 303)
  const registration = { redirect_uris: ['org.example.app:/done'] }
  const sent = await app.app.inject({ method: 'POST', url: '/oauth/v2/register', payload: registration })
  const { client_id } = sent.json<{ client_id: string }>()
  const device = await app.app.inject({ method: 'POST', url: '/oauth/v2/device', payload: { client_id } })
  const { user_code } = device.json<{ user_code: string }>()
  assert.equal((await browser.post('/device', { token, user_code, decision: 'allow' })).statusCode, 200)
  const page = (await browser.get('/developer/client/create')).body
  const client = { 'client[name]': 'Reader', 'client[_token]': hiddenField(page, 'client[_token]') }
  assert.equal((await browser.post('/developer/client/create', client)).statusCode, 200)
  const shown = (await browser.get('/developer')).body.matchAll(/\/developer\/client\/delete\/(\d+)/g)
  // The page also lists the client of the test app. The newer client has the higher number.
  const number = Math.max(...[...shown].map(([, one]) => Number(one)))
  assert.equal((await browser.post(`/developer/client/delete/${number}`, { token })).statusCode, 303)
  const profile = { 'update_user[name]': '', 'update_user[email]': 'new@example.org', 'update_user[_token]': token }
  assert.equal((await browser.post('/config', profile)).statusCode, 303)
  assert.equal((await app.ask(undefined, { url: '/api/entries' })).statusCode, 401)
}

/**
 * Turns on bob's second factor, signs in with it, and renews its codes. An app's token request without a code fails.
 */
async function factor(stage: Stage): Promise<void> {
  const { app } = stage
  const { bob } = app
  const browser = await signedIn(app, bob)
  const { device, codes, token } = await setUp(app, browser, bob)
  assert.equal((await postForm(app, passwordParameters(app, bob))).statusCode, 400)
  const other = await halfSignedIn(app, bob)
  assert.equal((await sendCode(other, '000000')).statusCode, 422)
  assert.equal((await sendCode(other, codes[0]!)).statusCode, 302)
  app.clock.advance(60)
  const proof = { token, password: bob.password, code: device.code() }
  assert.equal((await browser.post('/config/security/second-factor/codes', proof)).statusCode, 200)
}

async function administration({ app }: Stage, { browser, token, user }: Person): Promise<void> {
  const { password } = user
  const path = `/admin/users/${app.bob.id}`
  const post = async (to: string, fields: Readonly<Record<string, string>>) => {
    const answer = await browser.post(to, { token, password, ...fields })
    assert.equal(answer.statusCode, 303, to)
  }
  await post(`${path}/factor-off`, {})
  await post(`${path}/administrator`, { administrator: '1' })
  await post(`${path}/administrator`, { administrator: '0' })
  await post(`${path}/enabled`, { enabled: '0' })
  await post(`${path}/enabled`, { enabled: '1' })
  await post(`${path}/password`, { new: 'bob: ink on new paper' })
  await post('/admin/registration', { registration: 'on' })
  await post('/admin/users/create', { username: 'dan', email: '', password: 'dan: ink on paper' })
}

async function guesses(stage: Stage): Promise<void> {
  const wrong = { ...passwordParameters(stage.app, stage.app.alice), password: 'not the password' }
  for (let i = 0; i < 2; i++) assert.equal((await postForm(stage.app, wrong)).statusCode, 400)
  await postForm(stage.app, { ...wrong, username: 'nobody-of-that-name' })
  assert.ok(!JSON.stringify(stage.lines).includes('nobody-of-that-name'))
}

async function closing(t: TestContext, stage: Stage): Promise<void> {
  const { app } = stage
  await t.test('closing the account deletes its events, and the log still says that it was closed', async () => {
    const bob = { ...app.bob, password: 'bob: ink on new paper' }
    const { browser, token } = await personOf(stage, bob)
    const answer = await browser.post('/config/danger/account', { token, password: bob.password })
    assert.equal(answer.statusCode, 303)
    assert.deepEqual(await kept(stage, app.bob), new Set())
    assert.ok(stage.lines.some(({ event, userId }) => event === 'user-deleted' && userId === app.bob.id))
  })
}
