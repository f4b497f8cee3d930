import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { renewFeedToken } from '../../src/users/feed-token.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { signedIn } from '../web/inject-browser.fixture.ts'
import { newTokens, passwordParameters, postForm, refreshParameters } from './token-request.fixture.ts'

const ENVIRONMENT = { DOGEAR_RATE_LIMITS: 'on', DOGEAR_TRUSTED_PROXIES: '127.0.0.1' }
/** Maximum number of requests per minute without valid credentials (security specification, section 3.5). */
const BUDGET = 300

for (const dialect of DIALECTS) {
  test(`${dialect}: requests without valid credentials are limited to 300 a minute`, async (t) => {
    const app = await testApp(t, dialect, { environment: ENVIRONMENT })
    const stage = { ...app, ...(await people(app)) }
    await t.test('requests of any kind count, and the next is refused in the shape of its interface', async () => {
      await spend(app, BUDGET - KINDS.length)
      for (const kind of KINDS) assert.notEqual((await from(app, kind)).statusCode, 429, String(kind.url))
      for (const kind of KINDS) assertRefused(await from(app, kind), kind)
    })
    await whatIsNotRefused(t, stage)
    await t.test('another address is not concerned, but one of the same IPv6 network is', async () => {
      assert.equal((await from(app, { url: '/api/version' }, '203.0.113.8')).statusCode, 200)
      await spend(app, BUDGET, '2001:db8:0:7::1')
      assert.equal((await from(app, { url: '/api/version' }, '2001:db8:0:7:ffff::2')).statusCode, 429)
      assert.equal((await from(app, { url: '/api/version' }, '2001:db8:0:8::1')).statusCode, 200)
    })
    await whatCosts(t, stage)
  })
}

type Stage = TestApp & Awaited<ReturnType<typeof people>>

async function people(app: TestApp) {
  const { id } = await app.save(app.alice, 'https://example.org/page', { title: 'T', content: '<p>C</p>', public: 1 })
  const shared = await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload: { public: 1 } })
  return {
    tokens: await newTokens(app, app.alice),
    browser: await signedIn(app, app.alice),
    feed: await renewFeedToken(app.services, app.alice.id),
    uid: shared.json<{ uid: string }>().uid,
  }
}

type Kind = InjectOptions & { readonly shape: RegExp; readonly type: string }

const ENVELOPE = { shape: /^\{"code":429,"message":"Too Many Requests"\}$/, type: 'application/json' }
const OAUTH = { shape: /^\{"error":"invalid_request","error_description":"[^"]+"\}$/, type: 'application/json' }
const PAGE = {
  shape: /^<!doctype html>[^]*Too many attempts. Try again in \d+ seconds/,
  type: 'text/html; charset=utf-8',
}
const FEED = { shape: /<response><code>429<\/code>/, type: 'application/xml' }
const KINDS: readonly Kind[] = [
  { url: '/api/version', ...ENVELOPE },
  { url: '/api/entries', ...ENVELOPE },
  { url: '/api/entries/', ...ENVELOPE },
  { url: '/api/tags', headers: { authorization: 'Bearer 1_nonsense' }, ...ENVELOPE },
  { url: '/api/entries', headers: { authorization: 'Bearer x' }, ...ENVELOPE },
  { url: '/api/entries?access_token=a', headers: { authorization: 'Bearer x' }, ...ENVELOPE },
  { method: 'OPTIONS', url: '/api/entries', ...ENVELOPE },
  { url: '/api/nothing', ...ENVELOPE },
  { method: 'PUT', url: '/api/entries', ...ENVELOPE },
  { method: 'PUT', url: '/api/user', payload: { username: 'x' }, ...ENVELOPE },
  { method: 'OPTIONS', url: '/oauth/v2/token', ...OAUTH },
  { method: 'PUT', url: '/oauth/v2/token', ...OAUTH },
  { url: '/oauth/v2/token', ...OAUTH },
  { method: 'POST', url: '/oauth/v2/token', payload: '{', headers: { 'content-type': 'application/json' }, ...OAUTH },
  { method: 'POST', url: '/oauth/v2/token', payload: { grant_type: 'password', client_id: '1_x' }, ...OAUTH },
  { method: 'POST', url: '/oauth/v2/revoke', payload: { token: 'x' }, ...OAUTH },
  { url: '/', ...PAGE },
  { url: '/login', ...PAGE },
  { method: 'POST', url: '/login_check', ...PAGE },
  { method: 'POST', url: '/2fa_check', ...PAGE },
  { url: '/setup?code=x', ...PAGE },
  { url: '/no/such/page', ...PAGE },
  { url: '/share/nothing', ...PAGE },
  { url: `/images/${'0'.repeat(64)}.png`, ...PAGE },
  { url: '/assets/x/none.css', ...PAGE },
  { url: '/unread/list', headers: { cookie: 'session=1_nonsense' }, ...PAGE },
  { url: '/feed/alice/nonsense/unread', ...FEED },
  { url: '/feed/x', ...FEED },
]

/** Sends a request through a trusted proxy that reports this client address. */
function from({ app }: TestApp, options: InjectOptions, address = '203.0.113.7'): Promise<LightMyRequestResponse> {
  const { shape: _shape, type: _type, ...rest } = options as Kind
  return app.inject({ ...rest, headers: { 'x-forwarded-for': address, ...rest.headers } })
}

async function spend(app: TestApp, count: number, address?: string): Promise<void> {
  for (let call = 0; call < count; call++) await from(app, { url: '/api/version' }, address)
}

function assertRefused(answer: LightMyRequestResponse, { url, shape, type }: Kind): void {
  assert.equal(answer.statusCode, 429, String(url))
  const wait = Number(answer.headers['retry-after'])
  assert.ok(wait > 0 && wait <= 60, `${String(url)}: Retry-After ${wait}`)
  assert.equal(answer.headers['content-type'], type, String(url))
  assert.match(answer.body, shape, String(url))
}

const FREE = ['/healthz', '/readyz', '/robots.txt', '/favicon.ico', '/apple-touch-icon.png', '/sw.js']

async function whatIsNotRefused(t: TestContext, stage: Stage): Promise<void> {
  const { tokens, browser, feed } = stage
  await t.test('a valid token, a session, or the secret of a feed is not limited', async () => {
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const answers = [
      await from(stage, { url: '/api/version', headers }),
      await from(stage, { url: '/api/tags', headers }),
      await from(stage, { url: `/api/entries?access_token=${tokens.access_token}` }),
      await from(stage, { url: '/unread/list', headers: { cookie: cookieOf(browser) } }),
      await from(stage, { url: `/feed/alice/${feed}/unread` }),
      await postForm(stage, refreshParameters(stage, tokens.refresh_token), { 'x-forwarded-for': '203.0.113.7' }),
    ]
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      answers.map(() => 200),
    )
    for (const url of ['/api/nothing', '/no/such/page']) {
      const shown = { ...headers, cookie: cookieOf(browser) }
      assert.equal((await from(stage, { url, headers: shown })).statusCode, 404, url)
    }
    // The token is in the body, which the server does not read once the address has used up its anonymous budget.
    const payload = new URLSearchParams({ access_token: tokens.access_token, url: 'https://example.org/x' }).toString()
    const late = { method: 'POST', url: '/api/entries', headers: form, payload } as const
    assert.equal((await from(stage, late)).statusCode, 429)
  })
  await t.test('static files and the health of the server are not limited', async () => {
    const asset = /\/assets\/[^"]+\.css/.exec((await stage.app.inject({ url: '/login' })).body)![0]
    for (const url of [...FREE, asset]) assert.equal((await from(stage, { url })).statusCode, 200, url)
  })
}

async function whatCosts(t: TestContext, stage: Stage): Promise<void> {
  await t.test('a public page costs its reader a point', async () => {
    const url = `/share/${stage.uid}`
    await spend(stage, BUDGET - 1, '198.51.100.1')
    assert.equal((await from(stage, { url }, '198.51.100.1')).statusCode, 200)
    assert.equal((await from(stage, { url }, '198.51.100.1')).statusCode, 429)
    assert.equal(
      (await from(stage, { url, headers: { cookie: cookieOf(stage.browser) } }, '198.51.100.1')).statusCode,
      200,
    )
  })
  await t.test('a token in a form returns the point, and requests for tokens and of clients cost none', async () => {
    const address = '198.51.100.2'
    const save = (token: string, number: number) => {
      const fields = { access_token: token, url: `https://example.org/${number}`, title: 'T', content: '<p>C</p>' }
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = new URLSearchParams(fields).toString()
      return from(stage, { method: 'POST', url: '/api/entries', headers, payload }, address)
    }
    await spend(stage, BUDGET - 2, address)
    for (let number = 0; number < 5; number++) {
      assert.equal((await save(stage.tokens.access_token, number)).statusCode, 200)
      const granted = await postForm(stage, passwordParameters(stage, stage.alice), { 'x-forwarded-for': address })
      assert.equal(granted.statusCode, 200)
    }
    assert.equal((await save('1_wrong', 7)).statusCode, 401)
    assert.equal((await from(stage, { url: '/login' }, address)).statusCode, 200)
    assert.equal((await from(stage, { url: '/login' }, address)).statusCode, 429)
  })
}

function cookieOf({ cookies }: Stage['browser']): string {
  return `session=${encodeURIComponent(cookies.get('session')!)}`
}
