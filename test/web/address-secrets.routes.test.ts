import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renewFeedToken } from '../../src/users/feed-token.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { signedIn } from './inject-browser.fixture.ts'

const ENVIRONMENT = { DOGEAR_RATE_LIMITS: 'on', DOGEAR_TRUSTED_PROXIES: '127.0.0.1' }
/** Maximum number of wrong secrets from one IP address in 15 minutes. */
const BUDGET = 50

/** URLs with a wrong secret. Each number gives a different secret. */
const WRONG: Readonly<Record<string, (number: number) => string>> = {
  feed: (number) => `/feed/alice/guess${number}/unread`,
  share: (number) => `/share/guess${number}`,
  image: (number) => `/images/${'0'.repeat(64)}-${String(number).padStart(22, 'A')}.png`,
}

async function shareOf(app: TestApp): Promise<string> {
  const { id } = await app.save(app.alice, `https://a.example/${Math.random()}`, { title: 'T', content: '<p>C</p>' })
  const answer = await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload: { public: 1 } })
  return `/share/${answer.json<{ uid: string }>().uid}`
}

for (const dialect of DIALECTS) {
  test(`${dialect}: guesses at the secrets of feeds, shares and images are slowed down by address`, async (t) => {
    const app = await testApp(t, dialect, { environment: ENVIRONMENT })
    const from = (address: string, url: string, headers: Record<string, string> = {}) =>
      app.app.inject({ url, headers: { 'x-forwarded-for': address, ...headers } })
    const [known, fresh] = [await shareOf(app), await shareOf(app)]
    const feed = `/feed/alice/${await renewFeedToken(app.services, app.alice.id)}/unread`

    for (const [index, [name, wrong]] of Object.entries(WRONG).entries()) {
      await t.test(`${name}: 50 attempts are free, also with a session`, async () => {
        const { cookies } = await signedIn(app, app.bob)
        const cookie = `session=${encodeURIComponent(cookies.get('session')!)}`
        const address = `203.0.113.${index + 1}`
        for (let number = 0; number < BUDGET; number++) {
          assert.equal((await from(address, wrong(number), { cookie })).statusCode, 404)
        }
        const refused = await from(address, wrong(BUDGET), { cookie })
        assert.equal(refused.statusCode, 429)
        const wait = Number(refused.headers['retry-after'])
        assert.ok(wait > 60 && wait <= 900, `Retry-After ${wait}`)
      })

      await t.test(
        `${name}: afterwards an address that has opened a secret can still open it, and no other`,
        async () => {
          const address = `203.0.113.${index + 101}`
          for (const secret of [known, feed]) assert.equal((await from(address, secret)).statusCode, 200)
          for (let number = 0; number < BUDGET; number++) await from(address, wrong(number))
          for (const secret of [known, feed]) assert.equal((await from(address, secret)).statusCode, 200)
          assert.equal(
            (await from(address, fresh)).statusCode,
            429,
            'a right guess gets the same response as a wrong one',
          )
          assert.equal((await from('198.51.100.1', fresh)).statusCode, 200, 'another address is not affected')
        },
      )
    }
  })
}
