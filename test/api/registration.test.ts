import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

/** Data of an account that no test creates, so its name and email address are never taken. */
const FREE = { username: 'nils', email: 'nils@example.org', password: 'a lamp by the sea' }
const GOOD = { username: 'dora', email: 'dora@example.org', password: 'a lamp by the sea' }

for (const dialect of DIALECTS) {
  test(`${dialect}: opening an account over the API`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_REGISTRATION: 'on' } })
    await opening(t, app)
    await refusing(t, app)
  })

  test(`${dialect}: while registration is closed, no account can be created`, async (t) => {
    const app = await testApp(t, dialect)
    const answer = await put(app, GOOD)
    assert.equal(answer.statusCode, 403)
    assert.deepEqual(answer.json(), { error: "Server doesn't allow registrations" })
    const info = await app.app.inject('/api/info')
    assert.equal(info.json<{ allowed_registration: boolean }>().allowed_registration, false)
  })

  test(`${dialect}: at most five accounts an hour from one address`, async (t) => {
    const environment = { DOGEAR_REGISTRATION: 'on', DOGEAR_RATE_LIMITS: 'on' }
    const app = await testApp(t, dialect, { environment })
    for (let count = 0; count < 5; count++) assert.equal((await put(app, { ...GOOD, username: '' })).statusCode, 400)
    assert.equal((await put(app, GOOD)).statusCode, 429)
  })

  test(`${dialect}: addresses of the same IPv6 network share the limit of five accounts`, async (t) => {
    const environment = {
      DOGEAR_REGISTRATION: 'on',
      DOGEAR_RATE_LIMITS: 'on',
      DOGEAR_TRUSTED_PROXIES: '127.0.0.1',
    }
    const { app } = await testApp(t, dialect, { environment })
    const from = (address: string) =>
      app.inject({ method: 'PUT', url: '/api/user', payload: {}, headers: { 'x-forwarded-for': address } })
    for (let count = 1; count <= 5; count++) assert.equal((await from(`2001:db8::${count}`)).statusCode, 400)
    assert.equal((await from('2001:db8::6')).statusCode, 429)
    assert.equal((await from('2001:db8:0:1::6')).statusCode, 400)
  })
}

function put(app: TestApp, payload: object) {
  return app.app.inject({ method: 'PUT', url: '/api/user', payload })
}

interface Account {
  readonly id: number
  readonly username: string
  readonly default_client: { readonly client_id: string; readonly client_secret: string; readonly name: string }
}

async function opening(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a new account has a client that can get tokens immediately', async () => {
    const answer = await put(app, { ...GOOD, client_name: 'Phone' })
    assert.equal(answer.statusCode, 201, answer.body)
    const { default_client: client, ...user } = answer.json<Account>()
    assert.equal(user.username, 'dora')
    assert.equal(client.name, 'Phone')
    assert.ok(!('name' in user))
    const payload = { grant_type: 'password', ...client, username: GOOD.username, password: GOOD.password }
    const token = await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload })
    assert.equal(token.statusCode, 200, token.body)
    const authorization = `Bearer ${token.json<{ access_token: string }>().access_token}`
    const me = await app.app.inject({ url: '/api/user', headers: { authorization } })
    assert.deepEqual(me.json(), user)
  })

  await t.test('a form does as well, and a client without a name gets one', async () => {
    const payload = 'username=emil&email=emil%40example.org&password=another+lamp+here'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.app.inject({ method: 'PUT', url: '/api/user.json', payload, headers })
    assert.equal(answer.statusCode, 201, answer.body)
    assert.equal(answer.json<Account>().default_client.name, 'Default client')
  })
}

/** Registrations with one taken and one invalid field. */
const MIXED: readonly (readonly [string, object, object])[] = [
  [
    'a name that is taken with a short password',
    { ...FREE, username: 'Alice', password: 'short' },
    {
      username: ['This value is already used.'],
      password: ['Your password must be at least 8 characters.'],
    },
  ],
  [
    'an e-mail that is taken with a missing name',
    { ...FREE, username: ' ', email: 'bob@example.org' },
    { username: ['This value should not be blank.'], email: ['This value is already used.'] },
  ],
]

async function refusing(t: TestContext, app: TestApp): Promise<void> {
  const blank = ['This value should not be blank.']
  const cases: readonly (readonly [string, object, object])[] = [
    ['nothing', {}, { username: blank, email: blank, password: blank }],
    [
      'a short password',
      { ...FREE, password: 'short' },
      { password: ['Your password must be at least 8 characters.'] },
    ],
    [
      'a name and an e-mail that are taken, in another case',
      { ...GOOD, username: 'Alice', email: 'BOB@example.org' },
      { username: ['This value is already used.'], email: ['This value is already used.'] },
    ],
  ]
  for (const [what, payload, error] of [...cases, ...MIXED]) {
    await t.test(`${what} is refused by field, and nothing is created`, async () => {
      const count = () => app.database.read((db) => db.selectFrom('users').select('id').execute())
      const before = (await count()).length
      const answer = await put(app, payload)
      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), { error })
      assert.equal((await count()).length, before)
    })
  }
}
