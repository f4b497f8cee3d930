import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Database } from '../../src/db/database.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

/*
 * Every error response of /api or /oauth is one of two objects:
 *
 *   {"error": …, "error_description": …}   from the token endpoint, and for every 401
 *   {"code": <status>, "message": …}       in all other cases
 *
 * The content type is exactly application/json. Paths with the suffix .xml get the object as XML, those with .html as
 * a page. Only status 400 has a specific message. Any origin may read the response, and caches must not reuse it. It
 * contains no stack trace, SQL, file path, or secret from the request.
 */

const SECRET = 'marked-secret-0123456789'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

for (const dialect of DIALECTS) {
  test(`${dialect}: every error response has the documented format`, async (t) => {
    let failure: (() => Error) | undefined
    const app = await testApp(t, dialect, {
      environment: { DOGEAR_MAX_BODY_MB: '1' },
      replace: ({ database }) => ({ database: breakable(database, () => failure?.()) }),
    })
    const token = await app.token(app.alice)
    await refusals(t, app)
    await formats(t, app)
    await methods(t, app)
    await tokenEndpoint(t, app)
    await headers(t, app)
    failure = crash
    await crashes(t, app, token)
    failure = () => new AppError('unavailable', SECRET)
    await busy(t, app, token)
  })
}

function crash(): Error {
  return new Error(`no such column: ${SECRET} in /srv/dogear/src/db.ts at select * from entry`)
}

/** @returns a database that fails on demand */
function breakable(database: Database, failure: () => Error | undefined): Database {
  const guarded = <T>(work: () => Promise<T>): Promise<T> => {
    const error = failure()
    return error ? Promise.reject(error) : work()
  }
  return {
    ...database,
    version: () => undefined,
    read: (work) => guarded(() => database.read(work)),
    transaction: (work) => guarded(() => database.transaction(work)),
    prepare: <Row>(sql: string) => {
      const statement = database.prepare<Row>(sql)
      return { all: (...parameters) => guarded(() => statement.all(...parameters)) }
    },
  }
}

const ORIGIN = { origin: 'https://elsewhere.example' }

/**
 * Asserts what every error response must fulfil: any origin may read it, caches must not reuse it, and it leaks
 * nothing.
 */
function assertHarmless(answer: LightMyRequestResponse): void {
  const { body, headers, statusCode } = answer
  assert.ok(statusCode >= 400)
  assert.doesNotMatch(body, new RegExp(`${SECRET}|select |\\bat .*:\\d+|node_modules|/src/|stack`, 'i'))
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['access-control-allow-credentials'], undefined)
  assert.match(String(headers['cache-control']), /no-cache, private|no-store, private/)
  assert.match(String(headers['vary']), /Accept/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
}

function assertEnvelope(answer: LightMyRequestResponse, status: number, message: string): void {
  assertHarmless(answer)
  assert.equal(answer.body, JSON.stringify({ code: status, message }))
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [status, 'application/json'])
}

const BLANK = 'This value should not be blank.\n'

const post = (rest: InjectOptions): InjectOptions => ({ method: 'POST', url: '/api/entries', ...rest })

async function refusals(t: TestContext, app: TestApp): Promise<void> {
  const large = `url=https://example.org/&content=${'x'.repeat(1_100_000)}`
  const cases: Readonly<Record<string, readonly [InjectOptions, number, string]>> = {
    'a handler that refuses': [post({ payload: {} }), 400, BLANK],
    'a parameter that is wrong': [
      { url: '/api/entries?order=up' },
      400,
      'Order "up" parameter is wrong, allowed: asc or desc',
    ],
    'malformed JSON': [
      post({ headers: JSON_TYPE, payload: `{"url":"${SECRET}` }),
      400,
      'Invalid json message received',
    ],
    'malformed parts': [
      post({ headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x' }),
      400,
      'Invalid multipart message received',
    ],
    'an entry that is not there': [{ url: '/api/entries/999' }, 404, 'Not Found'],
    'a page that is not there': [{ url: '/api/entries?page=9' }, 404, 'Not Found'],
    'an address that is not there': [{ url: `/api/nothing?token=${SECRET}` }, 404, 'Not Found'],
    'an address that cannot be decoded': [{ url: '/api/entries/%zz' }, 404, 'Not Found'],
    'an address that is no text': [{ url: '/api/entries/%ff.json?page=%zz' }, 404, 'Not Found'],
    'an address above the API': [{ url: '/api' }, 404, 'Not Found'],
    'a body that is too large': [post({ headers: FORM, payload: large }), 413, 'Payload Too Large'],
    'a body that says it is too large': [
      post({ headers: { ...FORM, 'content-length': '99000000000' }, payload: 'x' }),
      413,
      'Payload Too Large',
    ],
    'a compressed body': [
      post({ headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, payload: 'x' }),
      415,
      'Unsupported Media Type',
    ],
  }
  for (const [name, [request, status, message]] of Object.entries(cases)) {
    await t.test(`${name} is ${status}`, async () => {
      const answer = await app.ask(app.alice, { ...request, headers: { ...request.headers, ...ORIGIN } })
      assertEnvelope(answer, status, message)
    })
  }
  await t.test('an unknown path is 404 for everyone', async () => {
    assertEnvelope(await app.app.inject({ url: '/api/nothing' }), 404, 'Not Found')
    assertEnvelope(await app.app.inject({ method: 'POST', url: '/api/nothing', payload: {} }), 404, 'Not Found')
  })
}

async function formats(t: TestContext, app: TestApp): Promise<void> {
  const ask = async (url: string, isSignedIn = true) => {
    const answer = await app.ask(isSignedIn ? app.alice : undefined, { url })
    assertHarmless(answer)
    return answer
  }
  await t.test('behind .xml it is XML', async () => {
    const answer = await ask('/api/entries/999.xml')
    assert.equal(answer.headers['content-type'], 'application/xml')
    const expected = '<response><code>404</code><message>Not Found</message></response>'
    assert.deepEqual([answer.statusCode, answer.body.replace(/^<\?xml[^>]*\?>\s*/, '').trim()], [404, expected])
    const unauthorized = await ask('/api/entries.xml', false)
    assert.match(unauthorized.body, /<response><error>access_denied<\/error><error_description>OAuth2/)
    assert.equal(unauthorized.statusCode, 401)
  })
  await t.test('behind .html it is a page', async () => {
    for (const [url, status] of [['/api/entries/999.html', 404] as const, ['/api/nothing.html', 404] as const]) {
      const answer = await ask(url)
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
      assert.match(answer.body, /<h1>Not Found<\/h1>/)
      assert.equal(answer.statusCode, status)
    }
  })
  await t.test('input is escaped in messages', async () => {
    const query = `order=${encodeURIComponent('<img src=x onerror=alert(1)>')}`
    for (const suffix of ['.xml', '.html']) {
      const answer = await ask(`/api/entries${suffix}?${query}`)
      assert.equal(answer.statusCode, 400)
      assert.doesNotMatch(answer.body, /<img/)
      assert.match(answer.body, /&lt;img src=x/)
    }
  })
  await t.test('with any other extension and any accepted type, the error is JSON', async () => {
    for (const url of ['/api/entries/999', '/api/entries/999.json', '/api/entries/999.foo', '/api/entries/999.pdf']) {
      const answer = await app.ask(app.alice, { url, headers: { accept: 'text/html,application/xml' } })
      assertEnvelope(answer, 404, 'Not Found')
    }
  })
}

async function methods(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a method that a path does not have is 405, and Allow says which it has', async () => {
    const allowed = {
      '/api/entries': 'GET, POST',
      '/api/entries/1': 'GET, PATCH, DELETE',
      '/api/version': 'GET',
      '/api/info': 'GET',
    }
    for (const [url, allow] of Object.entries(allowed)) {
      const missing = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((name) => !allow.includes(name))
      for (const method of missing) {
        for (const user of [app.alice, undefined]) {
          const answer = await app.ask(user, { method, url, headers: ORIGIN })
          assertEnvelope(answer, 405, 'Method Not Allowed')
          assert.equal(answer.headers['allow'], allow, `${method} ${url}`)
        }
      }
    }
  })
}

async function tokenEndpoint(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the token endpoint refuses in the envelope of OAuth, whatever the problem', async () => {
    const requests: readonly InjectOptions[] = [
      { headers: JSON_TYPE, payload: `{"password":"${SECRET}` },
      { headers: FORM, payload: `password=${SECRET}` },
      { headers: FORM, payload: `password=${'x'.repeat(1_100_000)}` },
      { headers: { ...FORM, 'content-encoding': 'br' }, payload: 'x' },
      { headers: FORM, payload: 'a=1&'.repeat(2000) },
    ]
    for (const request of requests) {
      const answer = await app.app.inject({ method: 'POST', url: '/oauth/v2/token', ...request })
      assertHarmless(answer)
      const body = answer.json<Record<string, unknown>>()
      assert.deepEqual(Object.keys(body), ['error', 'error_description'])
      assert.equal(answer.headers['cache-control'], 'no-store, private')
      assert.ok([400, 413, 415].includes(answer.statusCode), `${answer.statusCode}`)
    }
  })
}

async function headers(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a preflight is answered for everyone, with the allowed methods and headers', async () => {
    const allowed = { '/api/entries': 'POST, PUT, PATCH, GET, DELETE', '/oauth/v2/token': 'POST, PUT, GET, DELETE' }
    for (const [url, methodsAllowed] of Object.entries(allowed)) {
      const request = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization' }
      const answer = await app.app.inject({ method: 'OPTIONS', url, headers: { ...ORIGIN, ...request } })
      assert.deepEqual([answer.statusCode, answer.body], [200, ''])
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.equal(answer.headers['access-control-allow-methods'], methodsAllowed)
      assert.equal(answer.headers['access-control-allow-headers'], 'authorization, content-type')
      assert.equal(answer.headers['access-control-max-age'], '3600')
      assert.equal(answer.headers['vary'], 'Origin')
    }
  })
  await t.test('pages are no business of other origins', async () => {
    for (const url of ['/login', '/nothing', '/developer']) {
      const answer = await app.app.inject({ url, headers: ORIGIN })
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
      assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin')
    }
  })
}

async function crashes(t: TestContext, app: TestApp, token: string): Promise<void> {
  const authorization = `Bearer ${token}`
  const cases: readonly InjectOptions[] = [
    { url: '/api/entries' },
    { url: '/api/entries/1' },
    { method: 'PATCH', url: '/api/entries/1', payload: { title: SECRET } },
    { method: 'POST', url: '/api/entries', payload: { url: `https://example.org/${SECRET}` } },
    { method: 'DELETE', url: '/api/entries/1' },
  ]
  for (const request of cases) {
    await t.test(
      `a crash behind ${request.method ?? 'GET'} ${String(request.url)} is a 500 without details`,
      async () => {
        const answer = await app.app.inject({ ...request, headers: { authorization, ...ORIGIN } })
        assertEnvelope(answer, 500, 'Internal Server Error')
      },
    )
  }
  await t.test('an internal error at the token endpoint has the OAuth format', async () => {
    const payload = { grant_type: 'password', client_id: '1_a', client_secret: SECRET }
    const answer = await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload })
    assertHarmless(answer)
    const expected = { error: 'server_error', error_description: 'Internal Server Error' }
    assert.deepEqual([answer.statusCode, answer.json()], [500, expected])
  })
  await t.test('a crash behind a page is a page, with a number to look for in the log', async () => {
    const cookie = `session=${app.alice.id.toString(36)}_${'a'.repeat(43)}`
    const answer = await app.app.inject({ url: '/', headers: { cookie } })
    assert.equal(answer.statusCode, 500)
    assert.match(String(answer.headers['content-type']), /^text\/html/)
    assert.doesNotMatch(answer.body, new RegExp(`${SECRET}|select \\*|\\.ts`))
    assert.match(answer.body, /[0-9a-z]{6}-[0-9a-z]+/)
  })
}

async function busy(t: TestContext, app: TestApp, token: string): Promise<void> {
  await t.test('a busy server says when to try again', async () => {
    const answer = await app.app.inject({ url: '/api/entries', headers: { authorization: `Bearer ${token}` } })
    assertEnvelope(answer, 503, 'Service Unavailable')
    assert.ok(Number(answer.headers['retry-after']) > 0)
  })
}
