import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { signedIn } from './inject-browser.fixture.ts'
import { formTokenOf } from './second-factor.fixture.ts'

const PATH = '/config/security'
const DAY_SECONDS = 86_400

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string | null
}

for (const dialect of DIALECTS) {
  test(`${dialect}: scopes of app passwords`, async (t) => {
    const app = await testApp(t, dialect)
    await t.test('with read only, nothing can be saved or changed', async () => {
      const { user, tokens } = await userWith(app, { access: 'read' })
      assert.equal(tokens.scope, 'read')
      const { id } = await app.save(user, 'https://example.org/kept', { title: 'T', content: '<p>C</p>' })
      const url = `/api/entries/${id}`
      assert.equal((await send(app, tokens, { url })).statusCode, 200)
      for (const request of [
        { method: 'POST', url: '/api/entries', payload: { url: 'https://example.org/new' } },
        { method: 'PATCH', url, payload: { archive: 1 } },
        { method: 'DELETE', url },
        { method: 'POST', url, payload: { _method: 'DELETE' } },
      ] as const) {
        const answer = await send(app, tokens, request)
        assert.equal(answer.statusCode, 403, `${request.method} ${request.url}`)
        assert.match(answer.json<{ message: string }>().message, /it lacks the scope "(?:save|write)"/)
        assert.match(String(answer.headers['www-authenticate']), /^Bearer .*error="insufficient_scope", scope="/)
      }
      const list = (await send(app, tokens, { url: '/api/entries' })).json<{ total: number }>()
      assert.equal(list.total, 1)
    })
    await t.test('every route that requires a token asks for its scope', async () => {
      const [reader, saver] = [await userWith(app, { access: 'read' }), await userWith(app, { access: 'save' })]
      const allowed = { read: new Set<string>(), save: new Set<string>() }
      for (const { method, url } of await routesWithToken(app)) {
        for (const [access, { tokens }] of [['read', reader] as const, ['save', saver] as const]) {
          const answer = await send(app, tokens, { method, url, payloadAsStream: true })
          answer.stream().destroy()
          if (answer.headers['www-authenticate'] === undefined) allowed[access].add(`${method} ${url}`)
        }
      }
      const written = [...allowed.read].filter((route) => !route.startsWith('GET '))
      assert.deepEqual(written, ['POST /api/sync/content', 'POST /api/taggingrules/try'])
      assert.ok(allowed.read.size > 20, String(allowed.read.size))
      const entries = ['/api/capture', '/api/documents', '/api/entries', '/api/entries/lists']
      const imports = ['/api/import/koreader-highlights', '/api/imports']
      assert.deepEqual(
        [...allowed.save].toSorted(),
        [...entries, ...imports].map((url) => `POST ${url}`),
      )
    })
    await t.test('refreshed tokens keep the scopes', async () => {
      const { tokens } = await userWith(app, { access: 'read-save' })
      const refreshed = await grant(app, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
      assert.equal(refreshed.json<Tokens>().scope, 'read save')
      const deletion = { method: 'DELETE', url: '/api/trash' } as const
      assert.equal((await send(app, refreshed.json<Tokens>(), deletion)).statusCode, 403)
    })
    await t.test('without a choice, an app password has all rights and no end', async () => {
      const { tokens } = await userWith(app, {})
      assert.deepEqual([tokens.scope, tokens.expires_in], [null, 3600])
      assert.equal((await send(app, tokens, { method: 'DELETE', url: '/api/trash' })).statusCode, 200)
    })
  })

  test(`${dialect}: an app password expires, and its tokens with it`, async (t) => {
    const app = await testApp(t, dialect)
    const { user, password, tokens } = await userWith(app, { days: '30' })
    assert.equal(tokens.expires_in, 3600)
    app.clock.advance(30 * DAY_SECONDS - 600)
    const late = await passwordGrant(app, user, password)
    assert.ok(late.json<Tokens>().expires_in <= 600, late.body)
    assert.equal((await send(app, late.json<Tokens>(), { url: '/api/entries' })).statusCode, 200)
    app.clock.advance(601)
    assert.equal((await passwordGrant(app, user, password)).statusCode, 400)
    assert.equal((await send(app, late.json<Tokens>(), { url: '/api/entries' })).statusCode, 401)
    const refresh = { grant_type: 'refresh_token', refresh_token: late.json<Tokens>().refresh_token }
    assert.equal((await grant(app, refresh)).statusCode, 400)
    const page = (await (await signedIn(app, user)).get(PATH)).body
    assert.match(page, /class="field-error">Expired</)
  })

  test(`${dialect}: the form shows the rights of app passwords, and refuses unknown ones`, async (t) => {
    const app = await testApp(t, dialect)
    const user = await app.newUser()
    const browser = await signedIn(app, user)
    const fields = { token: await formTokenOf(browser), name: 'Phone', password: user.password }
    for (const wrong of [{ access: 'admin' }, { days: '-1' }, { days: '100000' }]) {
      assert.equal((await browser.post(`${PATH}/app-passwords`, { ...fields, ...wrong })).statusCode, 400)
    }
    assert.doesNotMatch((await browser.get(PATH)).body, /app-passwords\/delete/)
    const limits = { access: 'read-save', days: '365' }
    const refused = await browser.post(`${PATH}/app-passwords`, { ...fields, ...limits, password: 'wrong' })
    assert.match(refused.body, /<option value="read-save" selected/)
    assert.match(refused.body, /<option value="365" selected/)
    await browser.post(`${PATH}/app-passwords`, { ...fields, ...limits })
    const page = (await browser.get(PATH)).body
    assert.match(page, /<span>Read and save<\/span>/)
    assert.match(page, /<span>Expires <time/)
  })
}

/** Creates a user with an app password, and the tokens for it. */
async function userWith(app: TestApp, limits: Readonly<Record<string, string>>) {
  const user = await app.newUser()
  const browser = await signedIn(app, user)
  const fields = { token: await formTokenOf(browser), name: 'Phone', password: user.password, ...limits }
  const page = (await browser.post(`${PATH}/app-passwords`, fields)).body
  const password = /data-copy-text-value="([^"]+)"/.exec(page)![1]!
  const answer = await passwordGrant(app, user, password)
  assert.equal(answer.statusCode, 200, answer.body)
  return { user, password, tokens: answer.json<Tokens>() }
}

function passwordGrant(app: TestApp, { username }: TestUser, password: string) {
  return grant(app, { grant_type: 'password', username, password })
}

function grant({ app, client }: TestApp, parameters: Readonly<Record<string, string>>) {
  const payload = { client_id: client.id, client_secret: client.secret, ...parameters }
  return app.inject({ method: 'POST', url: '/oauth/v2/token', payload })
}

function send({ app }: TestApp, { access_token }: Tokens, request: InjectOptions) {
  return app.inject({ ...request, headers: { authorization: `Bearer ${access_token}` } })
}

interface Operation {
  readonly security?: readonly unknown[]
}

/** @returns the routes of the reference that require a token, with `1` for each parameter of the path */
async function routesWithToken({ app }: TestApp) {
  const { paths } = (await app.inject('/api/doc.json')).json<{ paths: Record<string, Record<string, Operation>> }>()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { security = [] }]) => security.length > 0)
      .map(([method]) => ({
        method: method.toUpperCase() as NonNullable<InjectOptions['method']>,
        url: path.replaceAll(/\{\w+\}/g, '1'),
      })),
  )
}
