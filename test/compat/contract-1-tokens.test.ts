import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { JSON_TYPE, playFacts, type Fact, type Names } from './contract-fact.fixture.ts'

/** Wallabag wallabag contract, section 1: tokens, and the order in which the server reports the errors of a request. */
for (const dialect of DIALECTS) {
  test(`${dialect}: contract 1, tokens`, async (t) => {
    const app = await testApp(t, dialect)
    const names = { id: app.client.id, secret: app.client.secret, password: encodeURIComponent(app.alice.password) }
    await shapes(t, app)
    await playFacts(t, app, GRANTS, names)
    await playFacts(t, app, faults(), names)
    await refreshing(t, app, names)
  })
}

const CLIENT = 'client_id={id}&client_secret={secret}'
const ALICE = 'username=alice&password={password}'
const GIVEN = { expires_in: 3600, token_type: 'bearer', scope: null }
const UNKEPT = { 'content-type': JSON_TYPE, 'cache-control': 'no-store, private', pragma: 'no-cache' }
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })

async function shapes(t: TestContext, app: TestApp): Promise<void> {
  await t.test('1.1 a client has an id of number, underscore and base-36, and a base-36 secret', () => {
    assert.match(app.client.id, /^[1-9]\d*_[0-9a-z]{40,}$/)
    assert.match(app.client.secret, /^[0-9a-z]{40,}$/)
  })
  await t.test('1.2, 16.3 tokens are of letters that need no encoding anywhere', async () => {
    const { username, password } = app.alice
    const payload = {
      grant_type: 'password',
      client_id: app.client.id,
      client_secret: app.client.secret,
      username,
      password,
    }
    const answer = await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload })
    const body = answer.json<Record<string, unknown>>()
    assert.deepEqual(Object.keys(body), ['access_token', 'expires_in', 'token_type', 'scope', 'refresh_token'])
    for (const name of ['access_token', 'refresh_token']) assert.match(String(body[name]), /^[\w.-]{40,}$/)
  })
}

const granted = (says: string, ask: string, rest: Partial<Fact> = {}): Fact => ({
  says,
  ask,
  as: 'nobody',
  has: GIVEN,
  sends: UNKEPT,
  ...rest,
})

const PASSWORD = `grant_type=password&${CLIENT}&${ALICE}`

const GRANTS: readonly Fact[] = [
  granted('1.2 POST with a form', 'POST /oauth/v2/token', { form: PASSWORD }),
  granted('16.1 POST with a form and a charset', 'POST /oauth/v2/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: PASSWORD,
  }),
  granted('1.2 GET with a query', `GET /oauth/v2/token?${PASSWORD}`),
  granted('16.1 GET with the type JSON and no body', `GET /oauth/v2/token?${PASSWORD}`, {
    headers: { 'content-type': JSON_TYPE },
  }),
  granted('14.4 POST with a query', `POST /oauth/v2/token?${PASSWORD}`),
  granted('16.12 with a doubled slash', 'POST //oauth/v2/token', { form: PASSWORD }),
  granted('1.2 an e-mail address as the name, in any case', 'POST /oauth/v2/token', {
    form: `grant_type=password&${CLIENT}&username=ALICE@example.org&password={password}`,
  }),
  granted('1.2 an empty scope', 'POST /oauth/v2/token', { form: `${PASSWORD}&scope=` }),
]

const fault = (form: string, error: string, error_description: string, headers: Fact['headers'] = {}): Fact => ({
  says: `1.2 "${form.slice(0, 70)}" is refused: ${error_description}`,
  ask: 'POST /oauth/v2/token',
  as: 'nobody',
  headers,
  form,
  status: 400,
  is: { error, error_description },
  sends: UNKEPT,
})

/** Invalid requests in the order of the server's checks. For each request, the first failed check must be reported. */
function faults(): readonly Fact[] {
  const grant = 'Invalid grant_type parameter or parameter missing'
  const bad = 'The client credentials are invalid'
  const both = 'Missing parameters. "username" and "password" required'
  const wrong = 'Invalid username and password combination'
  return [
    fault('', 'invalid_request', grant),
    fault(`grant_type=magic&${CLIENT}`, 'invalid_request', grant),
    fault(`grant_type=token&${CLIENT}`, 'invalid_request', grant),
    fault(`grant_type[]=password&${CLIENT}`, 'invalid_request', grant),
    fault('grant_type=password', 'invalid_client', 'Client id was not found in the headers or body'),
    fault('grant_type=password&client_id=1', 'invalid_client', bad),
    fault('grant_type=password&client_id=999999_abc&client_secret=x', 'invalid_client', bad),
    fault('grant_type=password&client_id={id}&client_secret=x', 'invalid_client', bad),
    fault('grant_type=password&client_id={id}', 'invalid_client', bad),
    fault(PASSWORD, 'invalid_client', bad, basic('1_a:b')),
    fault(`grant_type=password&${CLIENT}`, 'invalid_request', both),
    fault(`grant_type=password&${CLIENT}&username=alice&password=`, 'invalid_request', both),
    fault(`grant_type=password&${CLIENT}&username=alice&password=no`, 'invalid_grant', wrong),
    fault(`grant_type=password&${CLIENT}&username=nobody&password=no`, 'invalid_grant', wrong),
    fault(`grant_type=refresh_token&${CLIENT}`, 'invalid_request', 'No "refresh_token" parameter found'),
    fault(`grant_type=refresh_token&${CLIENT}&refresh_token=no`, 'invalid_grant', 'Invalid refresh token'),
    fault(`${PASSWORD}&scope=read`, 'invalid_scope', 'An unsupported scope was requested.'),
  ]
}

async function refreshing(t: TestContext, app: TestApp, names: Names): Promise<void> {
  await t.test('1.2, 16.4 each refresh gives a refresh token that works again', async () => {
    let { refresh_token } = await tokens(app, {
      grant_type: 'password',
      username: 'alice',
      password: app.alice.password,
    })
    for (let turn = 0; turn < 3; turn++) {
      const next: Tokens = await tokens(app, { grant_type: 'refresh_token', refresh_token })
      assert.notEqual(next.refresh_token, refresh_token)
      assert.equal((await app.app.inject(`/api/entries?access_token=${next.access_token}`)).statusCode, 200)
      refresh_token = next.refresh_token
    }
  })
  const later = {
    says: '1.2 there is no page for authorization',
    ask: 'GET /oauth/v2/auth',
    as: 'nobody',
    status: 404,
  } as const
  await playFacts(t, app, [later], names)
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

async function tokens(app: TestApp, parameters: Readonly<Record<string, string>>): Promise<Tokens> {
  const payload = { client_id: app.client.id, client_secret: app.client.secret, ...parameters }
  const answer = await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<Tokens>()
}
