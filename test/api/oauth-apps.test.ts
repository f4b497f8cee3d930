import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import * as oauth from 'oauth4webapi'
import { deleteExpiredTokens } from '../../src/oauth/token.repository.ts'
import { setEnabled } from '../../src/users/administration/administer-user.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser, signedIn } from '../web/inject-browser.fixture.ts'
import { formTokenOf } from '../web/second-factor.fixture.ts'
import {
  assertOauthError,
  connect,
  decide,
  exchange,
  INSECURE,
  openOauthStage,
  refresh,
  register,
  revoke,
  startAuthorization,
  statusOf,
  type OauthStage,
} from './oauth-apps.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: an app of another author connects with oauth4webapi`, async (t) => {
    const stage = await openOauthStage(t, dialect)
    await wholeConnection(t, stage)
    await codes(t, stage)
    await refreshTokens(t, stage)
    await ending(t, stage)
    await refusedRequests(t, stage)
    await unusedApps(t, stage)
  })
}

async function wholeConnection(t: TestContext, stage: OauthStage): Promise<void> {
  const { app } = stage
  await t.test('the resource names its authorization server', async () => {
    for (const path of ['', '/api']) {
      const resource = new URL(app.baseUrl + path)
      const answer = await oauth.resourceDiscoveryRequest(resource, INSECURE)
      const described = await oauth.processResourceDiscoveryResponse(resource, answer)
      assert.deepEqual(described.authorization_servers, [app.baseUrl])
    }
  })
  await t.test('pages of other origins may read the descriptions', async () => {
    const url = '/.well-known/oauth-authorization-server'
    const asked = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'mcp-protocol-version' }
    const preflight = await app.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin: 'https://a.example', ...asked },
    })
    assert.equal(preflight.statusCode, 204)
    assert.equal(preflight.headers['access-control-allow-headers'], 'mcp-protocol-version')
    for (const answer of [preflight, await app.app.inject({ url, headers: { origin: 'https://a.example' } })]) {
      assert.equal(answer.headers['access-control-allow-origin'], '*')
    }
  })
  await t.test('a user who is not signed in signs in and then sees the question', async () => {
    const { path } = await startAuthorization(stage, app.alice)
    const browser = injectBrowser(app)
    assert.equal((await browser.get(path)).headers.location, '/login')
    assert.equal((await browser.signIn(app.alice)).headers.location, path)
  })
  await t.test('the app gets what the user has allowed, and no more', async () => {
    const authorization = await startAuthorization(stage, app.alice)
    const page = (await authorization.browser.get(authorization.path)).body
    assert.match(page, /<h1 dir="auto">Allow Sample App to use your library\?</)
    assert.match(page, /<span>Read your articles[^]*<span>Save pages and files/)
    assert.doesNotMatch(page, /Change and delete/)
    const policy = String((await authorization.browser.get(authorization.path)).headers['content-security-policy'])
    assert.match(policy, /; form-action 'self' http:\/\/127\.0\.0\.1:53124;/)
    const tokens = await exchange(stage, authorization, await decide(authorization, 'allow'))
    assert.deepEqual([tokens.scope, tokens.token_type], ['read save', 'bearer'])
    const saved = {
      method: 'POST',
      payload: { url: 'https://example.org/a', title: 'T', content: '<p>C</p>' },
    } as const
    assert.equal(await statusOf(stage, tokens), 200)
    assert.equal(await statusOf(stage, tokens, saved), 200)
    assert.equal(await statusOf(stage, tokens, { method: 'DELETE', url: '/api/trash' }), 403)
  })
  await t.test('the app learns that the user has refused', async () => {
    const authorization = await startAuthorization(stage, app.alice)
    const returned = await decide(authorization, 'refuse')
    await assert.rejects(
      async () => exchange(stage, authorization, returned),
      (error) => error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied',
    )
  })
  await t.test('a scheme of the app and an https address receive the code too', async () => {
    for (const redirectUri of ['org.example.app:/callback', 'https://app.example.org/callback?from=dogear']) {
      const client = await register(stage, { redirect_uris: [redirectUri] })
      const { tokens } = await connect(stage, app.alice, { client, parameters: { redirect_uri: redirectUri } })
      assert.equal(tokens.scope, 'read save')
    }
  })
  await t.test('without a scope, the app may read; unknown scopes are left out', async () => {
    for (const [scope, granted] of [['', 'read'] as const, ['openid write offline_access', 'write'] as const]) {
      assert.equal((await connect(stage, app.alice, { parameters: { scope } })).tokens.scope, granted)
    }
  })
}

async function codes(t: TestContext, stage: OauthStage): Promise<void> {
  const { app } = stage
  await t.test(
    'of several exchanges of a code at the same time, at most one works, and the code is spent',
    async () => {
      const authorization = await startAuthorization(stage, app.alice)
      const returned = await decide(authorization, 'allow')
      const exchanges = Array.from({ length: 5 }, () => exchange(stage, authorization, returned))
      const tokens = (await Promise.allSettled(exchanges)).filter((result) => result.status === 'fulfilled')
      assert.ok(tokens.length <= 1)
      for (const { value } of tokens) assert.equal(await statusOf(stage, value), 401)
    },
  )
  await t.test('a code of a suspended user is worth nothing, even when the user is back', async () => {
    const user = await app.newUser()
    const authorization = await startAuthorization(stage, user)
    const returned = await decide(authorization, 'allow')
    for (const isEnabled of [false, true]) await setEnabled(app.services, user.id, isEnabled)
    await assertOauthError(exchange(stage, authorization, returned), 'invalid_grant')
  })
  await t.test('a code works once, and its reuse ends the access', async () => {
    const authorization = await startAuthorization(stage, app.alice)
    const returned = await decide(authorization, 'allow')
    const tokens = await exchange(stage, authorization, returned)
    await assertOauthError(exchange(stage, authorization, returned), 'invalid_grant')
    assert.equal(await statusOf(stage, tokens), 401)
    await assertOauthError(refresh(stage, authorization.client, tokens.refresh_token!), 'invalid_grant')
  })
  await t.test('a code works only for its app, its address and its verifier, and for a minute', async () => {
    const authorization = await startAuthorization(stage, app.alice)
    const returned = await decide(authorization, 'allow')
    const other = await register(stage)
    for (const wrong of [
      { client: other },
      { verifier: oauth.generateRandomCodeVerifier() },
      { redirectUri: 'http://127.0.0.1:53125/callback' },
    ]) {
      await assertOauthError(exchange(stage, { ...authorization, ...wrong }, returned), 'invalid_grant')
    }
    for (const code_verifier of ['', 'short', authorization.verifier.slice(1)]) {
      const { client_id } = authorization.client
      const code = returned.searchParams.get('code')
      const payload = { grant_type: 'authorization_code', client_id, code, code_verifier }
      const answer = await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload })
      assert.deepEqual([answer.statusCode, answer.json<{ error: string }>().error], [400, 'invalid_grant'])
    }
    app.clock.advance(61)
    await assertOauthError(exchange(stage, authorization, returned), 'invalid_grant')
  })
}

async function refreshTokens(t: TestContext, stage: OauthStage): Promise<void> {
  const { app } = stage
  await t.test('refresh tokens rotate, and the reuse of an old one ends the access', async () => {
    const { client, tokens } = await connect(stage, app.alice)
    const second = await refresh(stage, client, tokens.refresh_token!)
    assert.notEqual(second.refresh_token, tokens.refresh_token)
    assert.equal(second.scope, 'read save')
    app.clock.advance(3600)
    await assertOauthError(refresh(stage, client, tokens.refresh_token!), 'invalid_grant')
    await assertOauthError(refresh(stage, client, second.refresh_token!), 'invalid_grant')
    assert.equal(await statusOf(stage, second), 401)
  })
  await t.test('another app cannot use the tokens of an app', async () => {
    const { tokens } = await connect(stage, app.alice)
    const other = await register(stage)
    await assertOauthError(refresh(stage, other, tokens.refresh_token!), 'invalid_grant')
    await revoke(stage, other, tokens.access_token)
    assert.equal(await statusOf(stage, tokens), 200)
  })
}

async function ending(t: TestContext, stage: OauthStage): Promise<void> {
  const { app } = stage
  await t.test('an app ends its access', async () => {
    const { client, tokens } = await connect(stage, app.alice)
    await revoke(stage, client, tokens.refresh_token!)
    assert.equal(await statusOf(stage, tokens), 401)
  })
  await t.test('the user sees the app beside the app passwords, and signs it out', async () => {
    const user = await app.newUser()
    const client = await register(stage, { client_name: 'Reader of Bob' })
    const { tokens } = await connect(stage, user, { client })
    const browser = await signedIn(app, user)
    const page = (await browser.get('/config/security')).body
    assert.match(page, /Reader of Bob[^]*<span>Read and save<\/span>/)
    assert.match((await browser.get('/config/security/activity')).body, /App allowed[^]*Reader of Bob/)
    assert.doesNotMatch((await browser.get('/developer')).body, /Reader of Bob/)
    const pending = await startAuthorization(stage, user, { client })
    const returned = await decide(pending, 'allow')
    const fields = { token: await formTokenOf(browser), client: /name="client" value="(\d+)"/.exec(page)![1]! }
    assert.equal((await browser.post('/config/security/clients/revoke', fields)).statusCode, 303)
    assert.equal(await statusOf(stage, tokens), 401)
    await assertOauthError(exchange(stage, pending, returned), 'invalid_grant')
    assert.doesNotMatch((await browser.get('/config/security')).body, /clients\/revoke/)
  })
}

async function refusedRequests(t: TestContext, stage: OauthStage): Promise<void> {
  const { app } = stage
  const open = async (parameters: Readonly<Record<string, string>>) => {
    const { browser, path } = await startAuthorization(stage, app.alice, { parameters })
    return browser.get(path)
  }
  await t.test('the browser never goes to an address that the app has not registered', async () => {
    for (const redirect_uri of [
      'http://127.0.0.1:53124/other',
      'http://127.0.0.1:53124/callback#x',
      'http://localhost:53124/callback',
      'http://127.0.0.1:53124@example.org/callback',
      'http://127.0.0.1.example.org/callback',
      'https://127.0.0.1/callback',
      '//127.0.0.1/callback',
      '',
    ]) {
      const page = await open({ redirect_uri })
      assert.deepEqual([page.statusCode, page.headers.location], [400, undefined], redirect_uri)
      assert.doesNotMatch(page.body, /href="[^"]*callback/, redirect_uri)
    }
    assert.equal((await open({ client_id: 'app_1_x' })).statusCode, 400)
    assert.equal((await open({ client_id: app.client.id })).statusCode, 400)
  })
  await t.test('an incomplete request leads back to the app only by a link', async () => {
    for (const [changes, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ scope: 'admin' }, 'invalid_scope'],
      [{ resource: 'https://other.example.org' }, 'invalid_target'],
    ] as const) {
      const page = await open(changes)
      assert.equal(page.statusCode, 400)
      const link = /href="(http:\/\/127\.0\.0\.1:53124[^"]+)"/.exec(page.body)![1]!.replaceAll('&amp;', '&')
      const { searchParams } = new URL(link)
      assert.deepEqual([searchParams.get('error'), searchParams.get('state')], [error, 'the state'])
    }
  })
  await t.test('another site cannot answer the question', async () => {
    const { browser, path } = await startAuthorization(stage, app.alice)
    const token = hiddenField((await browser.get(path)).body, 'token')
    const fields = { ...Object.fromEntries(new URL(path, 'http://x').searchParams), decision: 'allow' }
    assert.equal((await browser.post('/oauth/authorize', fields)).statusCode, 403)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    assert.equal((await browser.post('/oauth/authorize', { ...fields, token }, foreign)).statusCode, 403)
  })
  await t.test('an app cannot sign in with a password, and a client of the API gets no code', async () => {
    const client = await register(stage)
    const { username, password } = app.alice
    const payload = { grant_type: 'password', client_id: client.client_id, username, password }
    const answer = await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload })
    assert.equal(answer.json<{ error: string }>().error, 'unauthorized_client')
  })
  await t.test('registrations with a dangerous address or wrong members are refused', async () => {
    for (const uri of [
      'javascript:alert(1)',
      'http://example.org/',
      'https://a@example.org/',
      'data:x',
      'not an address',
    ]) {
      await assertOauthError(register(stage, { redirect_uris: [uri] }), 'invalid_redirect_uri')
    }
    const many = Array.from({ length: 11 }, (_, index) => `https://example.org/${index}`)
    for (const redirect_uris of [[], many, 'https://example.org/', [1]]) {
      await assertOauthError(register(stage, { redirect_uris }), 'invalid_redirect_uri')
    }
    await assertOauthError(register(stage, { client_name: 5 }), 'invalid_client_metadata')
  })
}

async function unusedApps(t: TestContext, stage: OauthStage): Promise<void> {
  const { app } = stage
  await t.test('an app without users is deleted after a day; a connected one stays', async () => {
    const unused = await register(stage)
    const { client, tokens } = await connect(stage, app.alice)
    app.clock.advance(86_401)
    await app.database.transaction((tx) => deleteExpiredTokens(tx, app.clock.now().toISOString()))
    await assertOauthError(refresh(stage, unused, 'x'), 'invalid_client')
    assert.ok((await refresh(stage, client, tokens.refresh_token!)).access_token)
  })
  await t.test('a connection without tokens is deleted, and the app 90 days later', async () => {
    const { client, tokens } = await connect(stage, app.alice)
    await revoke(stage, client, tokens.access_token)
    for (const [days, error] of [[1, 'invalid_grant'] as const, [90, 'invalid_client'] as const]) {
      app.clock.advance(days * 86_400)
      await app.database.transaction((tx) => deleteExpiredTokens(tx, app.clock.now().toISOString()))
      await assertOauthError(refresh(stage, client, tokens.refresh_token!), error)
    }
  })
}

for (const dialect of DIALECTS) {
  test(`${dialect}: registrations are limited`, async (t) => {
    const stage = await openOauthStage(t, dialect, { environment: { DOGEAR_RATE_LIMITS: 'on' } })
    const { app } = stage
    const { tokens } = await connect(stage, app.alice)
    const send = (remoteAddress: string) => {
      const payload = { redirect_uris: ['org.example.app:/back'] }
      return app.app.inject({ method: 'POST', url: '/oauth/v2/register', payload, remoteAddress })
    }
    await t.test('one address may register 30 apps an hour', async () => {
      for (let count = 0; count < 30; count++) assert.equal((await send('192.0.2.1')).statusCode, 201)
      assert.equal((await send('192.0.2.1')).statusCode, 429)
      assert.equal((await send('192.0.2.2')).statusCode, 201)
    })
    await t.test('with a thousand unused apps, there are no more until they expire', async () => {
      const [now, expires_at] = [0, 86_400].map((s) => new Date(app.clock.now().getTime() + s * 1000).toISOString())
      const row = { random_id: 'x', name: 'x', redirect_uris: '[]', created_at: now!, expires_at: expires_at! }
      const rows = Array.from({ length: 969 }, () => row)
      await app.database.transaction((tx) => tx.insertInto('registered_app').values(rows).execute())
      assert.equal((await send('192.0.2.3')).statusCode, 429)
      assert.equal(await statusOf(stage, tokens), 200)
      app.clock.advance(86_401)
      await app.database.transaction((tx) => deleteExpiredTokens(tx, app.clock.now().toISOString()))
      assert.equal((await send('192.0.2.3')).statusCode, 201)
    })
  })
}
