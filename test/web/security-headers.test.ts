import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn, injectBrowser } from './inject-browser.fixture.ts'

/**
 * Headers of every response (security specification, section 3.1). Responses over TLS also have
 * `Strict-Transport-Security`, which sign-in.routes.test.ts checks.
 */
const EVERYWHERE = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(?:same-origin|no-referrer)$/,
  'permissions-policy': /^camera=\(\), microphone=\(\), geolocation=\(\), payment=\(\), usb=\(\)$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'content-security-policy': /^default-src 'none'; /,
  'cache-control': /^(?:no-store|no-cache, private|no-store, private|public, max-age=\d+(?:, immutable)?)$/,
}

const assertCarried = (answer: LightMyRequestResponse, what: string): void => {
  for (const [name, value] of Object.entries(EVERYWHERE)) assert.match(String(answer.headers[name]), value, what)
}

/** @returns the field names in the `Vary` header, in lower case */
const varies = ({ headers }: LightMyRequestResponse): string[] =>
  String(headers['vary'] ?? '')
    .toLowerCase()
    .split(', ')

for (const dialect of DIALECTS) {
  test(`headers of all answers, ${dialect}`, async (t) => {
    const app = await testApp(t, dialect)
    const fields = { title: 'T', content: `<p>${'Words. '.repeat(300)}</p>`, public: 1 }
    const { id, uid } = await app.save(app.alice, 'https://example.org/page', fields)
    const browser = await signedIn(app, app.alice)
    const stranger = injectBrowser(app)
    await pages(t, [
      ...[`/events?ids=${id}`, `/entry-cards?ids=${id}`, `/view/${id}`, '/', '/config', '/nothing'].map(
        async (path) => [path, await browser.get(path, { accept: 'text/html', 'accept-encoding': 'gzip' })] as const,
      ),
      ...['/', '/login', '/nothing', `/share/${String(uid)}`, '/share/nothing'].map(
        async (path) => [`${path} of a stranger`, await stranger.get(path)] as const,
      ),
    ])
    await t.test('answers of the API carry them, and depend on the token', async () => {
      for (const [user, url] of [
        [app.alice, '/api/entries'],
        [app.alice, '/api/nothing'],
        [undefined, '/api/entries'],
        [undefined, '/api/version'],
        [undefined, '/oauth/v2/token'],
        [undefined, '/oauth/nothing'],
      ] as const) {
        const answer = await app.ask(user, { url })
        assertCarried(answer, url)
        assert.ok(varies(answer).includes('authorization'), `${url}: ${varies(answer).join()}`)
      }
    })
    await t.test('a publicly cacheable response does not vary', async () => {
      const shared = await stranger.get(`/share/${String(uid)}`, { 'accept-encoding': 'gzip' })
      assert.deepEqual(varies(shared), ['accept-language', 'accept-encoding'])
      const [, asset] = /href="(\/assets\/[^"]+\.css)"/.exec(shared.body) ?? []
      for (const url of ['/api/doc/swagger-ui.css', ...(asset === undefined ? [] : [asset])]) {
        assert.doesNotMatch(varies(await stranger.get(url)).join(), /cookie|authorization/, url)
      }
    })
    await t.test('the response to a form varies by cookie', async () => {
      const token = hiddenField((await browser.get(`/view/${id}`)).body, 'token')
      const answer = await browser.post(`/archive/${id}`, { token })
      assertCarried(answer, 'a form')
      assert.ok(varies(answer).includes('cookie'))
    })
  })
}

async function pages(
  t: TestContext,
  asked: readonly Promise<readonly [string, LightMyRequestResponse]>[],
): Promise<void> {
  const answers = await Promise.all(asked)
  await t.test('pages carry them all, and depend on the cookie unless they are public', () => {
    for (const [path, answer] of answers) {
      assertCarried(answer, path)
      const isPublic = String(answer.headers['cache-control']).startsWith('public')
      assert.equal(varies(answer).includes('cookie'), !isPublic, `${path}: ${varies(answer).join()}`)
    }
  })
}

test('an article sends no referrer, unless its forms need it', async (t) => {
  const app = await testApp(t, 'sqlite')
  const { id } = await app.save(app.alice, 'https://example.org/page', { title: 'T', content: '<p>Words.</p>' })
  const browser = await signedIn(app, app.alice)
  const policy = async (headers: Record<string, string>) =>
    (await browser.get(`/view/${id}`, headers)).headers['referrer-policy']
  for (const host of ['localhost:8000', '127.0.0.1', '127.8.0.1:80', '[::1]:8000', 'read.localhost']) {
    assert.equal(await policy({ host }), 'no-referrer', host)
  }
  assert.equal(await policy({ host: 'box.lan', 'sec-fetch-site': 'none' }), 'no-referrer')
  for (const host of ['box.lan', 'localhost.evil.example', '127.0.0.1.evil.example', '192.168.1.5:8000']) {
    assert.equal(await policy({ host }), 'same-origin', host)
  }
  const token = hiddenField((await browser.get(`/view/${id}`)).body, 'token')
  const send = async (headers: Record<string, string>, fields: Record<string, string> = { token }) =>
    (await browser.post(`/view/${id}/states`, { ...fields, starred: '1' }, headers)).statusCode
  assert.equal(await send({ origin: 'null' }), 303)
  assert.equal(await send({ origin: 'null' }, {}), 403, 'without the token')
  for (const site of ['none', 'same-site', 'cross-site', '']) {
    assert.equal(await send({ origin: 'null', 'sec-fetch-site': site }), 403, site)
  }
})
