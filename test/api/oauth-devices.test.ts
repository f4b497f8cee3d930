import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type * as oauth from 'oauth4webapi'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser, signedIn, type InjectBrowser } from '../web/inject-browser.fixture.ts'
import { formTokenOf } from '../web/second-factor.fixture.ts'
import {
  assertOauthError,
  openOauthStage,
  pollDevice,
  register,
  startDevice,
  statusOf,
  type OauthStage,
} from './oauth-apps.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a device without a browser connects with oauth4webapi`, async (t) => {
    const stage = await openOauthStage(t, dialect)
    const client = await register(stage, { client_name: 'E-reader', redirect_uris: [], grant_types: [DEVICE_GRANT] })
    await allowing(t, stage, client)
    await waiting(t, stage, client)
    await ending(t, stage, client)
  })

  test(`${dialect}: a device may wait for its user as long as its code is valid`, async (t) => {
    const stage = await openOauthStage(t, dialect, { environment: { DOGEAR_RATE_LIMITS: 'on' } })
    const client = await register(stage)
    const { device_code: code, expires_in: seconds, interval } = await startDevice(stage, client)
    // The clock of the test also runs by itself, so the last minute is left out.
    for (let waited = 0; waited < seconds - 60; waited += interval!) {
      await assertOauthError(pollDevice(stage, client, code), 'authorization_pending')
      stage.app.clock.advance(interval!)
    }
    stage.app.clock.advance(60)
    await assertOauthError(pollDevice(stage, client, code), 'expired_token')
  })

  test(`${dialect}: codes of devices cannot be guessed`, async (t) => {
    const stage = await openOauthStage(t, dialect, { environment: { DOGEAR_RATE_LIMITS: 'on' } })
    const client = await register(stage)
    const browser = await signedIn(stage.app, stage.app.bob)
    const { user_code: code } = await startDevice(stage, client)
    for (let guess = 0; guess < 20; guess++) {
      assert.equal((await browser.get('/device?user_code=BCDF-GHJK')).statusCode, 422)
    }
    assert.equal((await browser.get(`/device?user_code=${code}`)).statusCode, 429)
    for (let device = 1; device < 30; device++) await startDevice(stage, client)
    const refused = await stage.app.app.inject({
      method: 'POST',
      url: '/oauth/v2/device',
      payload: { client_id: client.client_id },
    })
    assert.equal(refused.statusCode, 429)
  })
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Answers the question about a device. @returns the page after the answer */
async function decide(browser: InjectBrowser, code: string, decision: 'allow' | 'refuse') {
  const page = await browser.get(`/device?user_code=${code}`)
  assert.equal(page.statusCode, 200, page.body)
  const fields = { token: hiddenField(page.body, 'token'), user_code: hiddenField(page.body, 'user_code'), decision }
  return browser.post('/device', fields)
}

async function allowing(t: TestContext, stage: OauthStage, client: oauth.Client): Promise<void> {
  const { app } = stage
  await t.test('the user types the code, and the device gets what the user has allowed', async () => {
    const started = await startDevice(stage, client, 'read')
    assert.match(started.user_code, /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/)
    await assertOauthError(pollDevice(stage, client, started.device_code), 'authorization_pending')
    const browser = await signedIn(app, app.bob)
    assert.match((await browser.get('/device')).body, /name="user_code"/)
    const typed = ` ${started.user_code.toLowerCase().replace('-', ' ')} `
    const page = (await browser.get(`/device?${new URLSearchParams({ user_code: typed })}`)).body
    assert.match(page, /Allow E-reader to use your library/)
    assert.match(page, new RegExp(`<code>${started.user_code}</code>`))
    assert.match((await decide(browser, started.user_code, 'allow')).body, /E-reader is connected/)
    app.clock.advance(5)
    const tokens = await pollDevice(stage, client, started.device_code)
    assert.equal(tokens.scope, 'read')
    assert.equal(await statusOf(stage, tokens), 200)
    assert.equal(await statusOf(stage, tokens, { method: 'DELETE', url: '/api/trash' }), 403)
    await assertOauthError(pollDevice(stage, client, started.device_code), 'invalid_grant')
  })
  await t.test('the address with the code leads to the question, after the sign-in', async () => {
    const started = await startDevice(stage, client)
    const { pathname, search } = new URL(started.verification_uri_complete!)
    const browser = injectBrowser(app)
    assert.equal((await browser.get(pathname + search)).headers.location, '/login')
    assert.equal((await browser.signIn(app.bob)).headers.location, pathname + search)
  })
  await t.test('a refused device gets no tokens', async () => {
    const started = await startDevice(stage, client)
    const answer = await decide(await signedIn(app, app.bob), started.user_code, 'refuse')
    assert.match(answer.body, /Access refused/)
    await assertOauthError(pollDevice(stage, client, started.device_code), 'access_denied')
  })
}

async function waiting(t: TestContext, stage: OauthStage, client: oauth.Client): Promise<void> {
  const { app } = stage
  await t.test('a device that asks too often must wait longer', async () => {
    const { device_code: code } = await startDevice(stage, client)
    const polls = [
      [0, 'authorization_pending'],
      [1, 'slow_down'],
      [6, 'slow_down'],
      [15, 'authorization_pending'],
    ] as const
    for (const [seconds, error] of polls) {
      app.clock.advance(seconds)
      await assertOauthError(pollDevice(stage, client, code), error)
    }
  })
  await t.test('a code expires after ten minutes, also on the page', async () => {
    const started = await startDevice(stage, client)
    app.clock.advance(601)
    await assertOauthError(pollDevice(stage, client, started.device_code), 'expired_token')
    const page = await (await signedIn(app, app.bob)).get(`/device?user_code=${started.user_code}`)
    assert.equal(page.statusCode, 422)
    assert.match(page.body, /This code is wrong or has expired/)
  })
  await t.test('only the first user decides, and another app cannot use the code', async () => {
    const started = await startDevice(stage, client)
    await decide(await signedIn(app, app.bob), started.user_code, 'allow')
    const alice = await signedIn(app, app.alice)
    const fields = { token: await formTokenOf(alice), user_code: started.user_code, decision: 'refuse' }
    assert.equal((await alice.post('/device', fields)).statusCode, 422)
    await assertOauthError(pollDevice(stage, await register(stage), started.device_code), 'invalid_grant')
    const tokens = await pollDevice(stage, client, started.device_code)
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    assert.equal((await app.app.inject({ url: '/api/user', headers })).json<{ username: string }>().username, 'bob')
  })
}

async function ending(t: TestContext, stage: OauthStage, client: oauth.Client): Promise<void> {
  const { app } = stage
  await t.test('a device that the user signs out before it asks gets nothing', async () => {
    const user = await app.newUser()
    const browser = await signedIn(app, user)
    const first = await startDevice(stage, client)
    await decide(browser, first.user_code, 'allow')
    await pollDevice(stage, client, first.device_code)
    const second = await startDevice(stage, client)
    await decide(browser, second.user_code, 'allow')
    const page = (await browser.get('/config/security')).body
    const fields = { token: await formTokenOf(browser), client: /name="client" value="(\d+)"/.exec(page)![1]! }
    assert.equal((await browser.post('/config/security/clients/revoke', fields)).statusCode, 303)
    await assertOauthError(pollDevice(stage, client, second.device_code), 'invalid_grant')
  })
  await t.test('an app that has not registered starts no sign-in', async () => {
    for (const client_id of ['', 'app_1_x', app.client.id]) {
      const answer = await app.app.inject({ method: 'POST', url: '/oauth/v2/device', payload: { client_id } })
      assert.deepEqual([answer.statusCode, answer.json<{ error: string }>().error], [400, 'invalid_client'])
    }
  })
}
