import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createClient } from '../../src/oauth/create-client.ts'
import { deleteClient } from '../../src/oauth/client.repository.ts'
import { parsePublicId } from '../../src/oauth/client.ts'
import { changePassword } from '../../src/users/passwords/change-password.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import {
  assertRefused,
  newTokens,
  postForm,
  refreshParameters,
  statusWith,
  type Tokens,
} from './token-request.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: refreshing`, async (t) => {
    const app = await testApp(t, dialect)
    await rotation(t, app)
    await grace(t, app)
    await strangers(t, app)
    await endings(t, app)
    await revocation(t, app)
    await lifetimes(t, app)
  })
}

async function refresh(app: TestApp, token: string): Promise<Tokens> {
  const answer = await postForm(app, refreshParameters(app, token))
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<Tokens>()
}

async function assertDead(app: TestApp, token: string): Promise<void> {
  assertRefused(await postForm(app, refreshParameters(app, token)), 'invalid_grant', 'Invalid refresh token')
}

/** @returns the number of refresh tokens of the user, including used ones */
async function countTokens({ database, alice }: TestApp): Promise<number> {
  const sql = 'select count(*) as total from refresh_token where user_id = $1'
  const [row] = await database.prepare<{ total: number }>(sql).all(alice.id)
  return row!.total
}

async function rotation(t: TestContext, app: TestApp): Promise<void> {
  await t.test('each refresh gives new tokens that work, and leaves earlier access tokens alone', async () => {
    let tokens = await newTokens(app, app.alice)
    const all = [tokens]
    for (let round = 0; round < 3; round++) {
      tokens = await refresh(app, tokens.refresh_token)
      all.push(tokens)
    }
    assert.equal(new Set(all.flatMap((pair) => [pair.access_token, pair.refresh_token])).size, 8)
    for (const { access_token } of all) assert.equal(await statusWith(app, access_token), 200)
  })
  await t.test('of 15 concurrent refreshes one creates a new pair, and all receive it', async () => {
    const { refresh_token } = await newTokens(app, app.alice)
    const before = await countTokens(app)
    const pairs = await Promise.all(Array.from({ length: 15 }, () => refresh(app, refresh_token)))
    assert.equal(new Set(pairs.map((pair) => JSON.stringify(pair))).size, 1)
    assert.equal(await countTokens(app), before + 1)
    assert.equal(await statusWith(app, pairs[0]!.access_token), 200)
  })
}

async function revocation(t: TestContext, app: TestApp): Promise<void> {
  const revoke = async (token: string, more: Readonly<Record<string, string>> = {}) => {
    const { client_id, client_secret } = refreshParameters(app, token)
    const form = { client_id: client_id!, client_secret: client_secret!, token, ...more }
    const payload = new URLSearchParams(form).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return app.app.inject({ method: 'POST', url: '/oauth/v2/revoke', headers, payload })
  }
  await t.test('A14: whichever of its tokens is revoked, the whole family ends, and no other', async () => {
    for (const name of ['access_token', 'refresh_token'] as const) {
      const [tokens, others] = [await newTokens(app, app.alice), await newTokens(app, app.alice)]
      const answer = await revoke(tokens[name], { token_type_hint: 'access_token' })
      assert.deepEqual(
        [answer.statusCode, answer.headers['cache-control'], answer.body],
        [200, 'no-store, private', '{}'],
      )
      assert.equal(await statusWith(app, tokens.access_token), 401)
      await assertDead(app, tokens.refresh_token)
      assert.equal(await statusWith(app, others.access_token), 200)
      assert.equal((await revoke(tokens[name])).statusCode, 200, 'again')
    }
  })
  await t.test('A14: an unknown token is no error; a wrong or missing client is', async () => {
    const tokens = await newTokens(app, app.alice)
    for (const token of ['nobody', `${app.alice.id}_nobody`, `${app.bob.id}_${tokens.access_token.split('_')[1]}`]) {
      assert.equal((await revoke(token)).statusCode, 200)
    }
    assertRefused(
      await revoke(tokens.access_token, { client_secret: 'x' }),
      'invalid_client',
      'The client credentials are invalid',
    )
    assertRefused(await revoke(''), 'invalid_request', 'No "token" parameter found')
    assert.equal(await statusWith(app, tokens.access_token), 200)
  })
}

async function grace(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a spent token asked again within the grace gives the same pair', async () => {
    const { refresh_token } = await newTokens(app, app.alice)
    const first = await refresh(app, refresh_token)
    app.clock.advance(29)
    assert.deepEqual(await refresh(app, refresh_token), first)
    assert.equal(await statusWith(app, first.access_token), 200)
  })
  await t.test('a spent token asked after the grace ends its whole family, and no other', async () => {
    const other = await newTokens(app, app.alice)
    const first = await newTokens(app, app.alice)
    const second = await refresh(app, first.refresh_token)
    const third = await refresh(app, second.refresh_token)
    app.clock.advance(31)
    await assertDead(app, first.refresh_token)
    await assertDead(app, second.refresh_token)
    await assertDead(app, third.refresh_token)
    for (const { access_token } of [first, second, third]) assert.equal(await statusWith(app, access_token), 401)
    assert.equal(await statusWith(app, other.access_token), 200)
    await refresh(app, other.refresh_token)
  })
}

async function strangers(t: TestContext, app: TestApp): Promise<void> {
  await t.test("a token of another client is refused and stays its owner's", async () => {
    const { refresh_token, access_token } = await newTokens(app, app.alice)
    const { client, secret } = await createClient(app.services, { ownerId: app.bob.id, name: 'B', redirectUri: '' })
    const own = { client_id: client.publicId, client_secret: secret }
    const answer = await postForm(app, { ...refreshParameters(app, refresh_token), ...own })
    assertRefused(answer, 'invalid_grant', 'Invalid refresh token')
    assert.equal(await statusWith(app, access_token), 200)
    await refresh(app, refresh_token)
  })
  await t.test('an access token is no refresh token, and a refresh token is no access token', async () => {
    const { refresh_token, access_token } = await newTokens(app, app.alice)
    await assertDead(app, access_token)
    assert.equal(await statusWith(app, refresh_token), 401)
    await refresh(app, refresh_token)
  })
  await t.test('a token with the prefix of another owner is unknown', async () => {
    const { refresh_token } = await newTokens(app, app.alice)
    await assertDead(app, refresh_token.replace(/^[0-9a-z]+_/, `${app.bob.id.toString(36)}_`))
    await refresh(app, refresh_token)
  })
}

async function endings(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a new password revokes all tokens of that user only', async () => {
    const [hers, his] = [await newTokens(app, app.carol), await newTokens(app, app.bob)]
    await changePassword(app.services, app.carol, 'another good one', async () => undefined)
    assert.equal(await statusWith(app, hers.access_token), 401)
    await assertDead(app, hers.refresh_token)
    assert.equal(await statusWith(app, his.access_token), 200)
  })
  await t.test('deleting a client deletes its tokens', async () => {
    const input = { ownerId: app.alice.id, name: 'Old phone', redirectUri: '' }
    const { client, secret } = await createClient(app.services, input)
    const phone = { ...app, client: { id: client.publicId, secret } }
    const tokens = await newTokens(phone, app.alice)
    assert.equal(await statusWith(app, tokens.access_token), 200)
    const { id } = parsePublicId(client.publicId)!
    assert.equal(await app.database.transaction((tx) => deleteClient(tx, app.alice.id, id)), true)
    assert.equal(await statusWith(app, tokens.access_token), 401)
    const answer = await postForm(phone, refreshParameters(phone, tokens.refresh_token))
    assertRefused(answer, 'invalid_client', 'The client credentials are invalid')
  })
}

const DAY = 86_400

async function lifetimes(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an access token lives for an hour', async () => {
    const { access_token } = await newTokens(app, app.alice)
    app.clock.advance(3590)
    assert.equal(await statusWith(app, access_token), 200)
    app.clock.advance(20)
    assert.equal(await statusWith(app, access_token), 401)
  })
  await t.test('a refresh token lives for 14 days, and says when it is over', async () => {
    const [first, second] = [await newTokens(app, app.alice), await newTokens(app, app.alice)]
    app.clock.advance(14 * DAY - 20)
    await refresh(app, first.refresh_token)
    app.clock.advance(40)
    const answer = await postForm(app, { ...refreshParameters(app, second.refresh_token), scope: 'x' })
    assertRefused(answer, 'invalid_grant', 'Refresh token has expired')
  })
  await t.test('the password is needed after 180 days, however often the token is refreshed', async () => {
    let { refresh_token } = await newTokens(app, app.alice)
    for (let day = 13; day < 180; day += 13) {
      app.clock.advance(13 * DAY)
      refresh_token = (await refresh(app, refresh_token)).refresh_token
    }
    app.clock.advance(12 * DAY)
    const answer = await postForm(app, refreshParameters(app, refresh_token))
    assertRefused(answer, 'invalid_grant', 'Refresh token has expired')
  })
}
