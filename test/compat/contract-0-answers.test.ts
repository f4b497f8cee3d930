import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { JSON_TYPE, playFacts, type Fact } from './contract-fact.fixture.ts'

/** Wallabag wallabag contract 0.5 to 0.8: headers, errors, other origins, and the ways to send a token. */
for (const dialect of DIALECTS) {
  test(`${dialect}: contract 0, answers`, async (t) => {
    const app = await testApp(t, dialect)
    await app.save(app.alice, 'https://a.example.org/x', { title: 'A', content: '<p>Ink</p>' })
    const names = { token: await app.token(app.alice) }
    await playFacts(t, app, HEADERS)
    await playFacts(t, app, ERRORS)
    await playFacts(t, app, ORIGINS)
    await playFacts(t, app, TOKENS, names)
    await playFacts(t, app, refusedTokens(), names)
    await expired(t, app)
  })
}

const SUCCESS = { 'content-type': JSON_TYPE, 'cache-control': 'no-cache, private' }

const HEADERS: readonly Fact[] = [
  ...['entries', 'entries/exists?url=x', 'tags', 'user', 'config', 'version', 'info'].map((path) => ({
    says: `0.5 /api/${path}: the type without a charset, and no-cache, private`,
    ask: `GET /api/${path}`,
    sends: SUCCESS,
  })),
  {
    says: '0.5 an error varies by Accept',
    ask: 'GET /api/entries/999',
    status: 404,
    sends: { 'content-type': JSON_TYPE, vary: /Accept/ },
  },
  {
    says: '0.5 a 401 is kept by nobody',
    ask: 'GET /api/entries',
    as: 'nobody',
    status: 401,
    sends: { 'content-type': JSON_TYPE, 'cache-control': 'no-store, private', pragma: 'no-cache' },
  },
]

const ROUTES = [
  'GET /api/entries/999',
  'PATCH /api/entries/999',
  'DELETE /api/entries/999',
  'PATCH /api/entries/999/reload',
  'GET /api/entries/999/tags',
  'POST /api/entries/999/tags',
  'DELETE /api/entries/999/tags/1',
  'DELETE /api/tags/999',
  'GET /api/annotations/999',
]

const ERRORS: readonly Fact[] = [
  ...ROUTES.flatMap((ask): Fact[] => [
    {
      says: `0.6 ${ask} is JSON`,
      ask,
      status: 404,
      is: { code: 404, message: 'Not Found' },
      sends: { 'content-type': JSON_TYPE },
    },
    { says: `0.6 ${ask}.foo is JSON`, ask: `${ask}.foo`, status: 404, is: { code: 404, message: 'Not Found' } },
    {
      says: `0.6 ${ask}.xml is XML`,
      ask: `${ask}.xml`,
      status: 404,
      text: /<response><code>404<\/code><message>Not Found<\/message><\/response>\s*$/,
      sends: { 'content-type': /^(text|application)\/xml/ },
    },
    {
      says: `0.6 ${ask}.html is a page`,
      ask: `${ask}.html`,
      status: 404,
      text: /<html/,
      sends: { 'content-type': /^text\/html/ },
    },
  ]),
  {
    says: '0.6 only a 400 has a text of its own',
    ask: 'GET /api/entries?detail=some',
    status: 400,
    is: { code: 400, message: 'Detail "some" parameter is wrong, allowed: full or metadata' },
  },
  {
    says: '0.6 a 400 on .xml',
    ask: 'GET /api/entries.xml?order=up',
    status: 400,
    text: /<code>400<\/code><message>Order &quot;up&quot;|<code>400<\/code><message>Order "up"/,
  },
  { says: '0.6 a save without an address is 400', ask: 'POST /api/entries', json: {}, status: 400, has: { code: 400 } },
]

const OTHER = { origin: 'https://page.example.net' }
const PREFLIGHT = {
  ...OTHER,
  'access-control-request-method': 'DELETE',
  'access-control-request-headers': 'authorization',
}

const ORIGINS: readonly Fact[] = [
  ...['entries', 'entries/1', 'tags', 'annotations/1'].map((path) => ({
    says: `0.7 a preflight of /api/${path} needs no token`,
    ask: `OPTIONS /api/${path}.json`,
    as: 'nobody' as const,
    headers: PREFLIGHT,
    text: '',
    sends: {
      'access-control-allow-origin': /^(\*|https:\/\/page\.example\.net)$/,
      'access-control-allow-methods': 'POST, PUT, PATCH, GET, DELETE',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '3600',
      'access-control-allow-credentials': undefined,
      vary: 'Origin',
    },
  })),
  {
    says: '0.7 a success is open to any origin',
    ask: 'GET /api/tags',
    headers: OTHER,
    sends: { 'access-control-allow-origin': /./, 'access-control-expose-headers': undefined },
  },
  {
    says: '0.7 an error too',
    ask: 'GET /api/tags',
    as: 'nobody',
    headers: OTHER,
    status: 401,
    sends: { 'access-control-allow-origin': /./ },
  },
  {
    says: '0.7 a refused grant too',
    ask: 'POST /oauth/v2/token',
    as: 'nobody',
    headers: OTHER,
    status: 400,
    sends: { 'access-control-allow-origin': /./ },
  },
]

const MISSING = { error: 'access_denied', error_description: 'OAuth2 authentication required' }
const UNKNOWN = { error: 'invalid_grant', error_description: 'The access token provided is invalid.' }

const TOKENS: readonly Fact[] = [
  { says: '0.8 in the query', ask: 'GET /api/entries.json?access_token={token}', has: { total: 1 } },
  {
    says: '0.8 in a form on POST',
    ask: 'POST /api/entries/1/tags',
    form: 'access_token={token}&tags=ink',
    has: { id: 1 },
  },
  {
    says: '16.2 in a form on PATCH',
    ask: 'PATCH /api/entries/1',
    form: 'access_token={token}&starred=1',
    has: { is_starred: 1 },
  },
  {
    says: '16.2 in a form on DELETE',
    ask: 'DELETE /api/tag/label',
    form: 'access_token={token}&tag=ink',
    has: { label: 'ink' },
  },
  {
    says: '0.8 not in a JSON body',
    ask: 'PATCH /api/entries/1',
    json: { access_token: '{token}' },
    status: 401,
    is: MISSING,
  },
  ...['version', 'info', 'doc.json'].map((path) => ({ says: `0.8 /api/${path} needs none`, ask: `GET /api/${path}` })),
].map((fact) => ({ ...fact, as: 'nobody' }))

function refusedTokens(): readonly Fact[] {
  const refused = (how: string, headers: Fact['headers'], is: typeof MISSING, path = 'entries'): Fact => ({
    says: `0.8 ${how} is 401 ${is.error}`,
    ask: `GET /api/${path}`,
    as: 'nobody',
    ...(headers && { headers }),
    status: 401,
    is,
    sends: {
      'www-authenticate': `Bearer realm="Service", error="${is.error}", error_description="${is.error_description}"`,
      'cache-control': 'no-store, private',
    },
  })
  return [
    refused('no token', undefined, MISSING),
    refused('another scheme', { authorization: 'Basic YTpi' }, MISSING),
    refused('an unknown token', { authorization: 'Bearer nothing' }, UNKNOWN),
    refused('an unknown token in the query', undefined, UNKNOWN, 'entries?access_token=nothing'),
    refused('a bad token where none is needed', { authorization: 'Bearer nothing' }, UNKNOWN, 'version'),
  ]
}

async function expired(t: TestContext, app: TestApp): Promise<void> {
  await t.test('0.8 an expired token is 401 with the word expired', async () => {
    const authorization = `Bearer ${await app.token(app.alice)}`
    app.clock.advance(3601)
    const answer = await app.app.inject({ url: '/api/entries', headers: { authorization } })
    assert.equal(answer.statusCode, 401)
    assert.deepEqual(answer.json(), {
      error: 'invalid_grant',
      error_description: 'The access token provided has expired.',
    })
  })
}
