import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { passwordHasher } from '../../src/users/passwords/password-hasher.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { dumpTables } from './dump-tables.fixture.ts'
import {
  assertRefused,
  newTokens,
  passwordParameters,
  postForm,
  refreshParameters,
  statusWith,
  type Tokens,
} from './token-request.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: the token endpoint`, async (t) => {
    const app = await testApp(t, dialect)
    await successes(t, app)
    await waysOfAsking(t, app)
    await clientCredentials(t, app)
    await refusalsInOrder(t, app)
    await oddParameters(t, app)
    await secretsAtRest(t, app)
    await unknownUsers(t, app)
  })
}

async function successes(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a success has exactly the members and headers of the contract', async () => {
    const answer = await postForm(app, passwordParameters(app, app.alice))
    const { access_token, refresh_token } = answer.json<Tokens>()
    const expected = { access_token, expires_in: 3600, token_type: 'bearer', scope: null, refresh_token }
    assert.equal(answer.body, JSON.stringify(expected))
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-type'], 'application/json')
    assert.equal(answer.headers['cache-control'], 'no-store, private')
    assert.equal(answer.headers['pragma'], 'no-cache')
    // Some clients send tokens without percent-encoding, so tokens may only contain these characters (wallabag contract
    // 16.3).
    for (const token of [access_token, refresh_token]) assert.match(token, /^[A-Za-z0-9_.-]{43,}$/)
    assert.notEqual(access_token, refresh_token)
  })
  await t.test('the user is named by name or e-mail, in any case and width', async () => {
    for (const username of ['alice', 'ALICE', 'aLiCe@Example.ORG', 'ａｌｉｃｅ', ' alice ']) {
      const answer = await postForm(app, { ...passwordParameters(app, app.alice), username })
      assert.equal(answer.statusCode, 200, username)
    }
  })
  await t.test('the password is compared exactly', async () => {
    for (const password of [`${app.alice.password} `, app.alice.password.toUpperCase()]) {
      const answer = await postForm(app, { ...passwordParameters(app, app.alice), password })
      assertRefused(answer, 'invalid_grant', 'Invalid username and password combination')
    }
  })
  await t.test('every user can use every client, and an empty scope is valid', async () => {
    const answer = await postForm(app, { ...passwordParameters(app, app.bob), scope: '' })
    assert.equal(answer.statusCode, 200)
  })
}

async function waysOfAsking(t: TestContext, app: TestApp): Promise<void> {
  const url = '/oauth/v2/token'
  for (const grant of ['password', 'refresh_token']) {
    await t.test(`${grant} works as form, JSON and query, by POST and GET, and with a doubled slash`, async () => {
      const parameters = async () =>
        grant === 'password'
          ? passwordParameters(app, app.alice)
          : refreshParameters(app, (await newTokens(app, app.alice)).refresh_token)
      const query = async () => `${url}?${new URLSearchParams(await parameters())}`
      const json = { 'content-type': 'application/json' }
      const answers = [
        await postForm(app, await parameters()),
        await postForm(app, await parameters(), {
          'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
        }),
        await app.app.inject({ method: 'POST', url, payload: await parameters() }),
        await app.app.inject({ method: 'POST', url: await query() }),
        await app.app.inject({ method: 'GET', url: await query() }),
        await app.app.inject({ method: 'GET', url: await query(), headers: json }),
        await app.app.inject({ method: 'POST', url: `/${await query()}`, headers: json, payload: '' }),
      ]
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        answers.map(() => 200),
      )
    })
  }
  await t.test('other methods are 405, and the authorization page does not exist', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await app.app.inject({ method, url })
      assert.deepEqual([answer.statusCode, answer.headers['allow']], [405, 'GET, POST'])
    }
    assert.equal((await app.app.inject({ url: '/oauth/v2/auth' })).statusCode, 404)
  })
}

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

/** @returns the text with every character percent-encoded */
const encoded = (text: string) => text.replaceAll(/[^]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)

async function clientCredentials(t: TestContext, app: TestApp): Promise<void> {
  const { id, secret } = app.client
  const right = passwordParameters(app, app.alice)
  await t.test('HTTP Basic names the client, and where it is present it alone counts', async () => {
    const { client_id, client_secret, ...rest } = right
    assert.ok(client_id && client_secret)
    assert.equal((await postForm(app, rest, basic(id, secret))).statusCode, 200)
    const nonsense = { client_id: '1_x', client_secret: 'x' }
    assert.equal((await postForm(app, { ...rest, ...nonsense }, basic(id, secret))).statusCode, 200)
    const refused = await postForm(app, right, basic(id, 'wrong'))
    assertRefused(refused, 'invalid_client', 'The client credentials are invalid')
    const nameless = await postForm(app, right, basic('', secret))
    assertRefused(nameless, 'invalid_client', 'Client id was not found in the headers or body')
  })
  await t.test('HTTP Basic contains the id and the secret as they are, or with any characters encoded', async () => {
    const { client_id, client_secret, ...rest } = right
    assert.ok(client_id && client_secret)
    for (const header of [basic(encoded(id), encoded(secret)), basic(id.replace('_', '%5F'), secret)]) {
      assert.equal((await postForm(app, rest, header)).statusCode, 200, header.authorization)
    }
    for (const header of [basic(`${id}%`, secret), basic(id, `${secret}%20`), basic(id, `${secret}+`)]) {
      assertRefused(await postForm(app, rest, header), 'invalid_client', 'The client credentials are invalid')
    }
  })
  await t.test('a Basic header that cannot be read counts as absent', async () => {
    for (const authorization of ['Basic', 'Basic !!', `Basic ${Buffer.from('nocolon').toString('base64')}`]) {
      assert.equal((await postForm(app, right, { authorization })).statusCode, 200, authorization)
    }
  })
}

async function refusalsInOrder(t: TestContext, app: TestApp): Promise<void> {
  const { id: client_id, secret: client_secret } = app.client
  const client = { client_id, client_secret }
  const used = await usedToken(app)
  const grantType = ['invalid_request', 'Invalid grant_type parameter or parameter missing'] as const
  const credentials = ['invalid_client', 'The client credentials are invalid'] as const
  const missing = ['invalid_request', 'Missing parameters. "username" and "password" required'] as const
  const combination = ['invalid_grant', 'Invalid username and password combination'] as const
  const refresh = ['invalid_grant', 'Invalid refresh token'] as const
  const code = { grant_type: 'authorization_code', ...client }
  const alice = { username: 'alice', password: app.alice.password }
  const [password, refreshing] = [{ grant_type: 'password' }, { grant_type: 'refresh_token' }]
  const unknown = ['invalid_grant', "Code doesn't exist or is invalid for the client"] as const
  const unauthorized = ['unauthorized_client', 'The grant type is unauthorized for this client_id'] as const
  // Each row corrects one error of the row before. The response must report the first remaining error.
  const lines: readonly (readonly [Record<string, string>, string, string])[] = [
    [{ scope: 'x' }, ...grantType],
    [{ grant_type: '', scope: 'x' }, ...grantType],
    [{ grant_type: 'magic', scope: 'x' }, ...grantType],
    [{ grant_type: 'token', ...client }, ...grantType],
    [{ grant_type: 'http://example.org/grant', ...client }, ...grantType],
    [{ ...password, scope: 'x' }, 'invalid_client', 'Client id was not found in the headers or body'],
    [{ ...password, client_id: '', scope: 'x' }, 'invalid_client', 'Client id was not found in the headers or body'],
    [{ ...password, client_id: 'nonsense', client_secret }, ...credentials],
    [{ ...password, client_id: '999_abc', client_secret }, ...credentials],
    [{ ...password, client_id, scope: 'x' }, ...credentials],
    [{ ...password, client_id, client_secret: '' }, ...credentials],
    [{ ...password, client_id, client_secret: 'wrong' }, ...credentials],
    [{ ...client, client_secret: 'x', grant_type: 'client_credentials' }, ...credentials],
    [{ ...client, grant_type: 'client_credentials', scope: 'x' }, ...unauthorized],
    [{ ...password, ...client, scope: 'x' }, ...missing],
    [{ ...password, ...client, username: 'alice', password: '' }, ...missing],
    [{ ...password, ...client, username: '', password: 'x' }, ...missing],
    [{ ...password, ...client, username: 'nobody', password: 'x', scope: 'x' }, ...combination],
    [{ ...password, ...client, username: 'alice', password: 'x', scope: 'x' }, ...combination],
    [{ ...password, ...client, ...alice, scope: 'x' }, 'invalid_scope', 'An unsupported scope was requested.'],
    [{ ...refreshing, ...client, scope: 'x' }, 'invalid_request', 'No "refresh_token" parameter found'],
    [{ ...refreshing, ...client, refresh_token: '' }, 'invalid_request', 'No "refresh_token" parameter found'],
    [{ ...refreshing, ...client, refresh_token: 'nonsense', scope: 'x' }, ...refresh],
    [{ ...refreshing, ...client, refresh_token: `1_${'a'.repeat(43)}`, scope: 'x' }, ...refresh],
    [{ ...refreshing, ...client, refresh_token: used }, ...refresh],
    [{ ...code, redirect_uri: 'app:/' }, 'invalid_request', 'Missing parameter. "code" is required'],
    [{ ...code, code: 'x' }, 'invalid_request', 'The redirect URI parameter is required.'],
    [{ ...code, code: 'x', redirect_uri: 'app:/' }, ...unknown],
  ]
  for (const [parameters, error, description] of lines) {
    const shown = Object.entries(parameters).map(([name, value]) => `${name}=${value.slice(0, 20)}`)
    await t.test(`refused with "${description}": ${shown.join('&')}`, async () => {
      assertRefused(await postForm(app, parameters), error, description)
      const query = await app.app.inject({ url: `/oauth/v2/token?${new URLSearchParams(parameters)}` })
      assertRefused(query, error, description)
    })
  }
}

/** @returns a refresh token that was used so long ago that the grace period is over */
async function usedToken(app: TestApp): Promise<string> {
  const { refresh_token } = await newTokens(app, app.bob)
  assert.equal((await postForm(app, refreshParameters(app, refresh_token))).statusCode, 200)
  app.clock.advance(31)
  return refresh_token
}

const repeated = (name: string) =>
  ['invalid_request', `The parameter "${name}" must not be given more than once`] as const

async function oddParameters(t: TestContext, app: TestApp): Promise<void> {
  const right = passwordParameters(app, app.alice)
  const text = new URLSearchParams(right).toString()
  await t.test('a list in place of a text counts as missing', async () => {
    const refusals = {
      grant_type: ['invalid_request', 'Invalid grant_type parameter or parameter missing'],
      client_id: ['invalid_client', 'Client id was not found in the headers or body'],
      client_secret: ['invalid_client', 'The client credentials are invalid'],
      username: ['invalid_request', 'Missing parameters. "username" and "password" required'],
      password: ['invalid_request', 'Missing parameters. "username" and "password" required'],
    } as const
    for (const [name, [error, description]] of Object.entries(refusals)) {
      const form = text.replace(`${name}=`, `${name}[]=`)
      assertRefused(await postForm(app, form), error, description)
      assertRefused(await app.app.inject({ url: `/oauth/v2/token?${form}` }), error, description)
      const payload = { ...right, [name]: [right[name]] }
      assertRefused(await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload }), error, description)
    }
  })
  await t.test('a repeated parameter is refused, wherever it is', async () => {
    const url = '/oauth/v2/token'
    for (const [name, value] of Object.entries(right)) {
      for (const one of [value, 'another', '']) {
        const twice = `${name}=${encodeURIComponent(one)}&${text}`
        assertRefused(await postForm(app, twice), ...repeated(name))
        assertRefused(await app.app.inject({ url: `${url}?${twice}` }), ...repeated(name))
        assertRefused(await app.app.inject({ method: 'POST', url: `${url}?${twice}` }), ...repeated(name))
      }
      for (const list of [`${text}&${name}[]=x`, `${name}[]=x&${text}`]) {
        assertRefused(await postForm(app, list), ...repeated(name))
        assertRefused(await app.app.inject({ url: `${url}?${list}` }), ...repeated(name))
      }
      const answer = await app.app.inject({ method: 'POST', url: `${url}?${name}=another`, payload: right })
      assertRefused(answer, ...repeated(name))
      const parts = [...Object.entries(right), [name, 'another'] as const].map(
        ([part, content]) => `--b\r\nContent-Disposition: form-data; name="${part}"\r\n\r\n${content}\r\n`,
      )
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const payload = `${parts.join('')}--b--\r\n`
      assertRefused(await app.app.inject({ method: 'POST', url, headers, payload }), ...repeated(name))
    }
    const spent = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'a' }).toString()
    assertRefused(await postForm(app, `refresh_token=b&${spent}`), ...repeated('refresh_token'))
    const revoking = { method: 'POST', url: '/oauth/v2/revoke?token=b', payload: { ...right, token: 'a' } } as const
    assertRefused(await app.app.inject(revoking), ...repeated('token'))
  })
  await t.test('the same value in body and query is no repetition, nor is an unknown parameter', async () => {
    const url = `/oauth/v2/token?${text}&of=a&of=b`
    assert.equal((await app.app.inject({ method: 'POST', url, payload: right })).statusCode, 200)
    assert.equal((await postForm(app, `of=a&of=b&${text}`)).statusCode, 200)
  })
  await t.test('a password is compared as it was sent', async () => {
    for (const odd of ['\0', '\ud800']) {
      const [before, after] = [right['password']!.slice(0, 5), right['password']!.slice(5)]
      const password = `${before}${odd}${after}`
      const asForm = new URLSearchParams({ ...right, password }).toString()
      const answers = [
        await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload: { ...right, password } }),
        await postForm(app, asForm),
        await app.app.inject({ url: `/oauth/v2/token?${asForm}` }),
      ]
      for (const answer of answers) assertRefused(answer, 'invalid_grant', 'Invalid username and password combination')
    }
  })
  await t.test('long, split and unusual passwords are refused in the same words, and quickly', async () => {
    for (const password of ['x'.repeat(60_000), `${app.alice.password}${'x'.repeat(100)}`, '🔑'.repeat(600)]) {
      const start = performance.now()
      const payload = { ...right, password }
      const answer = await app.app.inject({ method: 'POST', url: '/oauth/v2/token', payload })
      assertRefused(answer, 'invalid_grant', 'Invalid username and password combination')
      assert.ok(performance.now() - start < 5000)
    }
  })
  await t.test('malformed JSON and a bare value are a 400 in the same envelope', async () => {
    for (const payload of ['{', '"text"', '12']) {
      const headers = { 'content-type': 'application/json' }
      const answer = await app.app.inject({ method: 'POST', url: '/oauth/v2/token', headers, payload })
      assertRefused(answer, 'invalid_request', 'Invalid json message received')
    }
  })
}

async function secretsAtRest(t: TestContext, app: TestApp): Promise<void> {
  await t.test('no table holds a token, a secret or a password as it is', async () => {
    const pair = await newTokens(app, app.alice)
    const renewed = (await postForm(app, refreshParameters(app, pair.refresh_token))).json<Tokens>()
    const tables = await dumpTables(app.database)
    assert.ok(tables['access_token']!.length > 0 && tables['refresh_token']!.length > 0)
    const secrets = {
      access: pair.access_token,
      refresh: pair.refresh_token,
      renewed: renewed.access_token,
      again: renewed.refresh_token,
      client: app.client.secret,
      password: app.alice.password,
    }
    for (const [name, secret] of Object.entries(secrets)) {
      // The part before the underscore identifies the owner. It is not secret.
      const text = secret.replace(/^[0-9a-z]+_/, '')
      const places = Object.keys(tables).filter((table) => tables[table]!.some((row) => row.includes(text)))
      assert.deepEqual(places, [], name)
    }
  })
  await t.test('the tokens of a disabled account are dead, and it gets no new ones', async () => {
    const { access_token } = await newTokens(app, app.bob)
    assert.equal(await statusWith(app, access_token), 200)
    await setEnabled(app, 0)
    assert.equal(await statusWith(app, access_token), 401)
    const answer = await postForm(app, passwordParameters(app, app.bob))
    assertRefused(answer, 'invalid_grant', 'Invalid username and password combination')
    await setEnabled(app, 1)
  })
}

async function setEnabled({ database, bob }: TestApp, isEnabled: 0 | 1): Promise<void> {
  await database.transaction((tx) =>
    tx.updateTable('users').set({ is_enabled: isEnabled }).where('id', '=', bob.id).execute(),
  )
}

async function unknownUsers(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an unknown user takes as long as a wrong password', async () => {
    // For an unknown user, the service computes a hash of its usual cost. The password hashes of the test accounts have
    // a lower cost, so alice gets one of the usual cost here.
    const hash = await passwordHasher().hash(app.alice.password)
    await app.database.transaction((tx) =>
      tx.updateTable('users').set({ password_hash: hash }).where('id', '=', app.alice.id).execute(),
    )
    // Compares the fastest attempts, because other work on the machine can only slow an attempt down. If the fastest
    // attempts still differ after nine rounds, up to 51 more rounds follow.
    const quickest = { alice: Infinity, nobody: Infinity }
    const isAlike = () => quickest.nobody > quickest.alice / 1.7 && quickest.nobody < quickest.alice * 1.7
    for (let round = 0; round < 9 || (round < 60 && !isAlike()); round++) {
      for (const username of ['alice', 'nobody'] as const) {
        const start = performance.now()
        await postForm(app, { ...passwordParameters(app, app.alice), username, password: 'a wrong one' })
        quickest[username] = Math.min(quickest[username], performance.now() - start)
      }
    }
    assert.ok(isAlike(), `${quickest.alice} ms known, ${quickest.nobody} ms unknown`)
  })
}
