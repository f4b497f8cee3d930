import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { SLOW_GUESSES } from '../support/slow-guesses.ts'
import { newTokens, passwordParameters, postForm, refreshParameters, statusWith } from './token-request.fixture.ts'

const LIMITED = { environment: { DOGEAR_RATE_LIMITS: 'on' } }

for (const dialect of DIALECTS) {
  test(`${dialect}: guessing a password is slowed down`, async (t) => {
    const app = await testApp(t, dialect, SLOW_GUESSES)
    const { access_token, refresh_token } = await newTokens(app, app.alice)
    await t.test(
      'ten failures, spread over both interfaces and every spelling of the name, use up the budget',
      async () => {
        for (const username of ['alice', 'ALICE', 'alice@example.org', 'ａｌｉｃｅ', 'Alice@Example.org']) {
          assert.equal((await guess(app, username)).statusCode, 400, username)
          assert.equal((await guessOnPage(app, username)).headers['location'], '/login')
        }
        for (const password of ['an eleventh guess', app.alice.password]) {
          assertThrottled(await postForm(app, { ...passwordParameters(app, app.alice), password }))
        }
      },
    )
    await t.test('the sign-in page says so, and how long to wait, and shows the form again', async () => {
      await lockOut(app, 'alice')
      for (const username of ['alice', 'ALICE@example.org']) {
        const refused = await guessOnPage(app, username, app.alice.password)
        assert.equal(refused.statusCode, 429)
        const wait = Number(refused.headers['retry-after'])
        assert.ok(wait > 0 && wait <= 60, `Retry-After: ${wait}`)
        assert.match(refused.body, new RegExp(`role="alert">Too many attempts. Try again in ${wait} seconds.<`))
        assert.match(refused.body, new RegExp(`<form action="/login_check"[^]*value="${username}"`))
        assert.equal(
          refused.cookies.some(({ name }) => name === 'session'),
          false,
        )
      }
    })
    await t.test('whether the account exists does not show', async () => {
      for (const username of ['alice', 'nobody']) await lockOut(app, username)
      const [real, none] = [await guess(app, 'alice'), await guess(app, 'nobody')]
      assert.deepEqual([none.statusCode, none.body], [real.statusCode, real.body])
    })
    await t.test('open sessions continue, and other users can sign in', async () => {
      assert.equal(await statusWith(app, access_token), 200)
      assert.equal((await postForm(app, refreshParameters(app, refresh_token))).statusCode, 200)
      await newTokens(app, app.bob)
    })
    await t.test('a successful sign-in resets the limit', async () => {
      for (let round = 0; round < 2; round++) {
        for (let failure = 0; failure < 9; failure++) assert.equal((await guess(app, 'bob')).statusCode, 400)
        await newTokens(app, app.bob)
      }
    })
  })

  test(`${dialect}: fifty failures of one address use up its budget, whatever its headers`, async (t) => {
    const app = await testApp(t, dialect, SLOW_GUESSES)
    let failures = 0
    for (; failures < 60; failures++) {
      const answer = await guess(app, `nobody${failures % 12}`, { 'x-forwarded-for': `203.0.113.${failures}` })
      if (answer.statusCode === 429) break
    }
    assert.equal(failures, 50)
    assertThrottled(await postForm(app, passwordParameters(app, app.carol)))
  })

  test(`${dialect}: a lockout lasts a second after ten failures, then longer, and the right password ends it`, async (t) => {
    const app = await testApp(t, dialect, LIMITED)
    for (let failure = 0; failure < 10; failure++) assert.equal((await guess(app, 'alice')).statusCode, 400)
    // The wait is twice as long after each further failure.
    for (const seconds of [1, 2]) {
      const refused = await guess(app, 'alice')
      assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, String(seconds)])
      await pause(seconds * 1000 + 50)
      if (seconds === 1) assert.equal((await guess(app, 'alice')).statusCode, 400)
    }
    await newTokens(app, app.alice)
    for (let failure = 0; failure < 10; failure++) assert.equal((await guess(app, 'alice')).statusCode, 400)
    assert.equal((await guess(app, 'alice')).headers['retry-after'], '1')
  })

  test(`${dialect}: calls have budgets of their own`, async (t) => {
    const app = await testApp(t, dialect, LIMITED)
    const [hers, his] = [await newTokens(app, app.alice), await newTokens(app, app.bob)]
    await t.test('a user may save 120 pages a minute, and reads on', async () => {
      const save = (number: number) => {
        const payload = { url: `https://example.org/${number}`, title: 'T', content: '<p>C</p>' }
        const headers = { authorization: `Bearer ${hers.access_token}` }
        return app.app.inject({ method: 'POST', url: '/api/entries', headers, payload })
      }
      for (let number = 0; number < 120; number++) assert.equal((await save(number)).statusCode, 200)
      const refused = await save(121)
      assert.deepEqual([refused.statusCode, Number(refused.headers['retry-after']) > 0], [429, true])
      assert.equal(refused.body, '{"code":429,"message":"Too Many Requests"}')
      assert.equal(await statusWith(app, hers.access_token), 200)
    })
    await t.test('a token may be used 600 times a minute, and another one still works', async () => {
      const headers = { authorization: `Bearer ${his.access_token}` }
      const ask = () => app.app.inject({ url: '/api/version', headers })
      for (let call = 0; call < 600; call++) assert.equal((await ask()).statusCode, 200)
      assert.equal((await ask()).statusCode, 429)
      assert.equal(await statusWith(app, hers.access_token), 200)
    })
    await t.test('a client that requests a token for each of 100 saves loses none', async () => {
      for (let call = 0; call < 100; call++) await newTokens(app, app.bob)
    })
    await t.test('a client may have 60 refused token requests a minute, and none after that', async () => {
      const { refresh_token } = hers
      const nonsense = refreshParameters(app, `${refresh_token}x`)
      for (let call = 0; call < 60; call++) assert.equal((await postForm(app, nonsense)).statusCode, 400)
      assertThrottled(await postForm(app, nonsense))
      assertThrottled(await postForm(app, refreshParameters(app, refresh_token)))
      assertThrottled(await revoke(app))
    })
  })

  test(`${dialect}: a client that signs in without end gets no more tokens, and keeps those it has`, async (t) => {
    // Smaller than the real limit, because each sign-in takes the time of checking a password.
    const app = await testApp(t, dialect, {
      ...LIMITED,
      replace: ({ throttles }) => ({
        throttles: (budget) => throttles(budget.name === 'tokens-client' ? { ...budget, points: 3 } : budget),
      }),
    })
    const { access_token } = await newTokens(app, app.alice)
    const wrong = { ...passwordParameters(app, app.alice), password: 'wrong' }
    assert.equal((await postForm(app, wrong)).statusCode, 400)
    for (const user of [app.bob, app.alice]) await newTokens(app, user)
    assertThrottled(await postForm(app, passwordParameters(app, app.alice)))
    assert.equal((await postForm(app, wrong)).statusCode, 400)
    assert.equal(await statusWith(app, access_token), 200)
  })

  test(`${dialect}: guesses with NUL in the username, which PostgreSQL cannot store, are counted as well`, async (t) => {
    const app = await testApp(t, dialect, LIMITED)
    for (let failure = 0; failure < 10; failure++) assert.equal((await guess(app, 'no\0body')).statusCode, 400)
    assertThrottled(await guess(app, 'no\0body'))
  })

  test(`${dialect}: DOGEAR_RATE_LIMITS=off takes every budget away`, async (t) => {
    const app = await testApp(t, dialect)
    for (let failure = 0; failure < 15; failure++) assert.equal((await guess(app, 'alice')).statusCode, 400)
    const { access_token } = await newTokens(app, app.alice)
    for (let call = 0; call < 620; call++) await app.app.inject({ url: '/api/version' })
    assert.equal(await statusWith(app, access_token), 200)
  })
}

function revoke({ app, client }: TestApp): Promise<LightMyRequestResponse> {
  const payload = { client_id: client.id, client_secret: client.secret }
  return app.inject({ method: 'POST', url: '/oauth/v2/revoke', payload })
}

function guess(app: TestApp, username: string, headers = {}): Promise<LightMyRequestResponse> {
  return postForm(app, { ...passwordParameters(app, app.alice), username, password: 'a wrong guess' }, headers)
}

/** Guesses until the account is locked. Does nothing if it is locked already. */
async function lockOut(app: TestApp, username: string): Promise<void> {
  for (let failure = 0; failure <= 10; failure++) if ((await guess(app, username)).statusCode === 429) return
  assert.fail(`${username} is not locked`)
}

async function guessOnPage({ app }: TestApp, username: string, password = 'x'): Promise<LightMyRequestResponse> {
  const page = await app.inject({ url: '/login' })
  const token = /name="_csrf_token" value="([^"]+)"/.exec(page.body)![1]!
  const cookie = `csrf=${page.cookies.find(({ name }) => name === 'csrf')!.value}`
  const fields = { _username: username, _password: password, _csrf_token: token }
  return app.inject({
    method: 'POST',
    url: '/login_check',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
}

function assertThrottled(answer: LightMyRequestResponse): void {
  assert.equal(answer.statusCode, 429)
  const wait = Number(answer.headers['retry-after'])
  assert.ok(wait > 0 && wait <= 900, `Retry-After: ${answer.headers['retry-after']}`)
  assert.equal(answer.headers['content-type'], 'application/json')
  assert.equal(typeof answer.json<{ error: unknown }>().error, 'string')
}
