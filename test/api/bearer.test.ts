import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { newTokens } from './token-request.fixture.ts'

const URL = '/api/entries'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

for (const dialect of DIALECTS) {
  test(`${dialect}: presenting a token`, async (t) => {
    const app = await testApp(t, dialect)
    await accepted(t, app)
    await refused(t, app)
    await twice(t, app)
    await onOpenRoutes(t, app)
    await expired(t, app)
  })

  test(`${dialect}: with tokens in queries switched off, only headers and forms count`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_QUERY_TOKENS: 'off' } })
    const token = await app.token(app.alice)
    assertUnauthorized(await app.app.inject({ url: `${URL}?access_token=${token}` }), ...NONE)
    assert.equal((await app.ask(app.alice, { url: `${URL}?access_token=other` })).statusCode, 200)
  })
}

const NONE = ['access_denied', 'OAuth2 authentication required'] as const
const INVALID = ['invalid_grant', 'The access token provided is invalid.'] as const
const EXPIRED = ['invalid_grant', 'The access token provided has expired.'] as const

function assertUnauthorized(answer: LightMyRequestResponse, error: string, description: string): void {
  assert.equal(answer.body, JSON.stringify({ error, error_description: description }))
  const { statusCode, headers } = answer
  assert.deepEqual([statusCode, headers['content-type']], [401, 'application/json'])
  const expected = `Bearer realm="Service", error="${error}", error_description="${description}"`
  assert.equal(headers['www-authenticate'], expected)
  assert.deepEqual([headers['cache-control'], headers['pragma']], ['no-store, private', 'no-cache'])
}

async function accepted(t: TestContext, app: TestApp): Promise<void> {
  const token = await app.token(app.alice)
  const fields = { title: 'T', content: '<p>C</p>' }
  await t.test('as a bearer in the header, the scheme in any case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await app.app.inject({ url: URL, headers: { authorization: `${scheme} ${token}` } })
      assert.equal(answer.statusCode, 200, scheme)
    }
  })
  await t.test('in the query, for every method', async () => {
    const payload = { url: 'https://example.org/query', ...fields }
    const saved = await app.app.inject({ method: 'POST', url: `${URL}?access_token=${token}`, payload })
    assert.equal(saved.statusCode, 200)
    const url = `${URL}/${saved.json<WireEntry>().id}.json?access_token=${token}`
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      assert.equal((await app.app.inject({ method, url })).statusCode, 200, method)
    }
  })
  await t.test('responses to addresses with a secret allow neither a referrer nor a stored copy', async () => {
    for (const url of [
      `${URL}?access_token=${token}`,
      `${URL}/999?access%5Ftoken=${token}`,
      `${URL}?access_token=wrong`,
      `/api/missing?access_token=${token}`,
      '/oauth/v2/token?grant_type=password&username=alice&password=wrong',
    ])
      assert.deepEqual(await policies(app, url), ['no-referrer', 'no-store, private'], url)
    const { headers } = await app.ask(app.alice, { url: URL })
    assert.deepEqual([headers['referrer-policy'], headers['cache-control']], ['same-origin', 'no-cache, private'])
  })
  await t.test('in a form, for POST, PATCH and DELETE', async () => {
    const text = new URLSearchParams({ access_token: token, url: 'https://example.org/form', ...fields }).toString()
    const saved = await app.app.inject({ method: 'POST', url: URL, headers: FORM, payload: text })
    assert.equal(saved.statusCode, 200)
    const url = `${URL}/${saved.json<WireEntry>().id}`
    const payload = `access_token=${token}&starred=1`
    const patched = await app.app.inject({ method: 'PATCH', url, headers: FORM, payload })
    assert.equal(patched.json<WireEntry>()['is_starred'], 1)
    assert.equal((await app.app.inject({ method: 'DELETE', url, headers: FORM, payload })).statusCode, 200)
  })
  await t.test('beside an Authorization of another scheme', async () => {
    const headers = { authorization: 'Basic YWxpY2U6eA==' }
    assert.equal((await app.app.inject({ url: `${URL}?access_token=${token}`, headers })).statusCode, 200)
  })
}

async function policies({ app }: TestApp, url: string): Promise<unknown[]> {
  const { headers } = await app.inject({ url })
  return [headers['referrer-policy'], headers['cache-control']]
}

async function refused(t: TestContext, app: TestApp): Promise<void> {
  const token = await app.token(app.alice)
  const { refresh_token } = await newTokens(app, app.alice)
  const bearer = (text: string): InjectOptions => ({ url: URL, headers: { authorization: `Bearer ${text}` } })
  const save = { method: 'POST', url: URL } as const
  const json = { access_token: token, url: 'https://example.org/json' }
  const text = new URLSearchParams(json).toString()
  const plain = { 'content-type': 'text/plain' }
  const cases: Readonly<Record<string, readonly [InjectOptions, readonly [string, string]]>> = {
    'no token': [{ url: URL }, NONE],
    'no token, to save': [{ ...save, payload: { url: 'https://example.org/' } }, NONE],
    'no token in a form': [{ ...save, headers: FORM, payload: 'url=https://example.org/' }, NONE],
    'Basic credentials': [{ url: URL, headers: { authorization: 'Basic YWxpY2U6eA==' } }, NONE],
    'a bare scheme': [{ url: URL, headers: { authorization: 'Bearer' } }, NONE],
    'a token without a scheme': [{ url: URL, headers: { authorization: token } }, NONE],
    'a token in a JSON body': [{ ...save, payload: json }, NONE],
    'a token in a body of no known kind': [{ ...save, headers: plain, payload: text }, NONE],
    'a token in the form of a GET': [{ url: URL, headers: FORM, payload: text }, NONE],
    'a token in a cookie': [{ url: URL, headers: { cookie: `session=${token}; access_token=${token}` } }, NONE],
    'an unknown token': [bearer('a'.repeat(86)), INVALID],
    'an unknown token of a known owner': [bearer(`${app.alice.id.toString(36)}_${'a'.repeat(43)}`), INVALID],
    'an unknown token in the query': [{ url: `${URL}?access_token=nonsense` }, INVALID],
    'an unknown token in a form': [{ ...save, headers: FORM, payload: 'access_token=x' }, INVALID],
    'a refresh token': [bearer(refresh_token), INVALID],
    'a token cut short': [bearer(token.slice(0, -1)), INVALID],
    'a token in other case': [bearer(token.toUpperCase()), INVALID],
    'two blanks before the token': [bearer(` ${token}`), INVALID],
    'a token of 12 kB': [bearer('a'.repeat(12_000)), INVALID],
    'a token that is not ASCII': [bearer('schlüssel'), INVALID],
    'an owner beyond all numbers': [bearer(`zzzzzzzzzz_${'a'.repeat(43)}`), INVALID],
  }
  for (const [name, [request, expected]] of Object.entries(cases)) {
    await t.test(`refused: ${name}`, async () => assertUnauthorized(await app.app.inject(request), ...expected))
  }
}

async function twice(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a token in two places at once is a 400 with a message', async () => {
    const token = await app.token(app.alice)
    const authorization = `Bearer ${token}`
    const payload = `access_token=${token}`
    const requests: InjectOptions[] = [
      { url: `${URL}?access_token=${token}`, headers: { authorization } },
      { url: `${URL}?access_token=other`, headers: { authorization } },
      { method: 'POST', url: URL, headers: { ...FORM, authorization }, payload },
      { method: 'POST', url: `${URL}?access_token=${token}`, headers: FORM, payload },
    ]
    const text = 'Only one method may be used to authenticate at a time (Auth header, GET or POST).'
    for (const request of requests) {
      const answer = await app.app.inject(request)
      assert.equal(answer.body, JSON.stringify({ error: 'invalid_request', error_description: text }))
      assert.equal(answer.statusCode, 400)
    }
  })
}

async function onOpenRoutes(t: TestContext, app: TestApp): Promise<void> {
  await t.test('/api/version needs no token, but refuses a stale one', async () => {
    for (const url of ['/api/version', '/api/version.json', '/api/info', '/api/info.json']) {
      assert.equal((await app.app.inject({ url })).statusCode, 200, url)
      assertUnauthorized(await app.app.inject({ url, headers: { authorization: 'Bearer stale' } }), ...INVALID)
      assertUnauthorized(await app.app.inject({ url: `${url}?access_token=stale` }), ...INVALID)
    }
  })
}

async function expired(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an expired token is refused with the word that clients look for', async () => {
    const token = await app.token(app.alice)
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await app.app.inject({ url: URL, headers })).statusCode, 200)
    app.clock.advance(3601)
    assertUnauthorized(await app.app.inject({ url: URL, headers }), ...EXPIRED)
    assertUnauthorized(await app.app.inject({ url: `/api/version?access_token=${token}` }), ...EXPIRED)
  })
}
