import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import type { Dialect } from '../../src/db/database.ts'
import { settingsFor, startProvider, type TestProvider } from './identity-provider.fixture.ts'
import { injectBrowser, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

const BASE = 'http://dogear.test'
const PATH = '/login/oidc/back-channel'
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

interface Stage {
  readonly app: TestApp
  readonly provider: TestProvider
}

async function stageOf(t: TestContext, dialect: Dialect): Promise<Stage> {
  const provider = await startProvider(t, BASE)
  const environment = { ...settingsFor(provider.issuer), DOGEAR_OIDC_REGISTRATION: 'on' }
  const stage = { provider, app: await testApp(t, dialect, { environment, baseUrl: BASE }) }
  provider.onLogoutToken = async (path, token) => {
    assert.equal(path, PATH)
    return (await send(stage, token)).statusCode
  }
  return stage
}

async function send({ app }: Stage, token: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = String(new URLSearchParams({ logout_token: token }))
  return app.app.inject({ method: 'POST', url: PATH, headers, payload })
}

/** @returns a browser that is signed in by the provider */
async function enter({ app, provider }: Stage, login: string): Promise<InjectBrowser> {
  const browser = injectBrowser(app)
  const back = new URL(await provider.signIn(String((await browser.get('/login/oidc')).headers.location), login))
  await browser.get(back.pathname + back.search)
  assert.ok(await isSignedIn(browser))
  return browser
}

async function isSignedIn(browser: InjectBrowser): Promise<boolean> {
  return (await browser.get('/config')).statusCode === 200
}

/** @returns the claims of a valid token about a person, which a test changes */
function claimsFor({ app, provider }: Stage, subject: string) {
  const now = Math.floor(app.clock.now().getTime() / 1000)
  const times = { iat: now, exp: now + 120 }
  return {
    iss: provider.issuer,
    aud: 'dogear',
    ...times,
    jti: `id-${Math.random()}`,
    events: { [EVENT]: {} },
    sub: subject,
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: signing out at the identity provider ends the session of that browser, and no other`, async (t) => {
    const stage = await stageOf(t, dialect)
    const [ada, elsewhere, bea] = [await enter(stage, 'ada'), await enter(stage, 'ada'), await enter(stage, 'bea')]
    const alice = await signedIn(stage.app, stage.app.alice)
    // The provider knows the second browser by its own session.
    await stage.provider.signOut('ada')
    assert.deepEqual(
      await Promise.all([ada, elsewhere, bea, alice].map(isSignedIn)),
      [true, false, true, true],
      'the session of the browser that signed out',
    )
    const events = (await ada.get('/config/security/activity')).body
    assert.match(events, /Signed out by the sign-in service/)
    const recorded = "select count(*) as number from security_event where kind = 'sessions-ended-by-provider'"
    assert.equal(Number((await stage.app.database.prepare<{ number: number }>(recorded).all())[0]!.number), 1)
    const own = await stage.app.database
      .prepare<{ provider_sid: string }>("select provider_sid from session where provider_subject = 'bea'")
      .all()
    const ofBea = { ...claimsFor(stage, 'bea'), sid: own[0]!.provider_sid }
    assert.equal((await send(stage, stage.provider.signToken({ ...ofBea, sid: 'another' }))).statusCode, 200)
    assert.ok(await isSignedIn(bea), 'another session of the subject')
    assert.equal((await send(stage, stage.provider.signToken({ ...ofBea, sub: undefined, jti: 'x' }))).statusCode, 200)
    assert.equal(await isSignedIn(bea), false, 'the session alone')
    assert.equal((await send(stage, stage.provider.signToken(claimsFor(stage, 'ada')))).statusCode, 200)
    assert.deepEqual(await Promise.all([ada, alice].map(isSignedIn)), [false, true], 'all of the subject')
  })

  test(`${dialect}: a logout token that is forged, foreign, old or repeated ends nothing`, async (t) => {
    const stage = await stageOf(t, dialect)
    const { provider } = stage
    const ada = await enter(stage, 'ada')
    const good = () => claimsFor(stage, 'ada')
    const { iat } = good()
    const without = (name: string) => ({ ...good(), [name]: undefined })
    const { privateKey: stolen } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const unsigned = `${provider.signToken(good(), { alg: 'none' }).split('.').slice(0, 2).join('.')}.`
    const [head, , signature] = provider.signToken(good()).split('.')
    const altered = [head, Buffer.from(JSON.stringify(good())).toString('base64url'), signature].join('.')
    const bad: Readonly<Record<string, string>> = {
      'no token': '',
      'no signature': unsigned,
      'a signature of other claims': altered,
      'the key of another': provider.signToken(good(), {}, stolen),
      'an unknown key': provider.signToken(good(), { kid: 'other' }),
      'another algorithm': provider.signToken(good(), { alg: 'HS256' }),
      'an algorithm of another kind of key': provider.signToken(good(), { alg: 'ES256' }),
      'an extension': provider.signToken(good(), { crit: ['b64'] }),
      'another type': provider.signToken(good(), { typ: 'at+jwt' }),
      'another issuer': provider.signToken({ ...good(), iss: 'https://id.example' }),
      'another client': provider.signToken({ ...good(), aud: ['other'] }),
      'the future': provider.signToken({ ...good(), iat: iat + 60 }),
      'long ago': provider.signToken({ ...good(), iat: iat - 700, exp: iat + 700 }),
      expired: provider.signToken({ ...good(), exp: iat - 60 }),
      'no time': provider.signToken(without('iat')),
      'no end': provider.signToken(without('exp')),
      'no id': provider.signToken(without('jti')),
      'no event': provider.signToken(without('events')),
      'another event': provider.signToken({ ...good(), events: { other: {} } }),
      'an event that is no object': provider.signToken({ ...good(), events: { [EVENT]: true } }),
      'a nonce, as in an ID token': provider.signToken({ ...good(), nonce: 'n' }),
      'neither subject nor session': provider.signToken(without('sub')),
      'a subject that is no text': provider.signToken({ ...good(), sub: 1 }),
    }
    for (const [what, token] of Object.entries(bad)) {
      const answer = await send(stage, token)
      assert.deepEqual([answer.statusCode, answer.body], [400, '{"error":"invalid_request"}'], what)
      assert.equal(answer.headers['cache-control'], 'no-store')
    }
    assert.equal((await send(stage, provider.signToken({ ...good(), sub: 'bea' }))).statusCode, 200, 'no session')
    assert.ok(await isSignedIn(ada))
    const token = provider.signToken(good())
    const answers = await Promise.all([send(stage, token), send(stage, token)])
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 400])
    assert.equal(await isSignedIn(ada), false)
    const again = await enter(stage, 'ada')
    assert.equal((await send(stage, token)).statusCode, 400)
    assert.ok(await isSignedIn(again))
    await stage.app.database.transaction((tx) =>
      tx.updateTable('session').set({ provider_issuer: 'https://before.example' }).execute(),
    )
    assert.equal((await send(stage, provider.signToken(good()))).statusCode, 200)
    assert.ok(await isSignedIn(again), 'the same subject at another issuer')
    assert.equal((await stage.app.app.inject({ url: PATH })).statusCode, 405)
  })
}
