import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSession } from '../../src/users/sessions/session.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { LIST, userWithKey } from './api.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: keys of Readeck's API`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_SAVE_WAIT_SECONDS: '0' } })

    await t.test('app passwords and access tokens are keys, passwords of accounts and cookies are not', async () => {
      const { user, key } = await userWithKey(app)
      const session = await openSession(app.services, {
        userId: user.id,
        userAgent: 'test',
        address: '127.0.0.1',
        isRemembered: false,
      })
      const basic = (secret: string) => `Basic ${Buffer.from(`${user.username}:${secret}`).toString('base64')}`
      const status = async (headers: Record<string, string>) =>
        (await app.app.inject({ url: LIST, headers })).statusCode
      for (const headers of [
        { authorization: `Bearer ${user.password}` },
        { authorization: basic(user.password) },
        { authorization: `Token ${key}` },
        { authorization: `Bearer ${key.replace(/^\d+-/, '')}` },
        { cookie: `session=${session.token}` },
        {},
      ]) {
        assert.equal(await status(headers), 401, JSON.stringify(headers))
      }
      const token = await app.token(user)
      for (const authorization of [`Bearer ${key}`, `bearer ${token}`, basic(key), basic(token)]) {
        assert.equal(await status({ authorization }), 200, authorization)
      }
    })

    await t.test('the scopes of the key decide, and a refusal changes nothing', async () => {
      const { user, send } = await userWithKey(app, ['read'])
      const { id } = await app.save(user, 'https://example.org/a', { title: 'A', content: '<p>C</p>' })
      for (const [method, path] of [
        ['POST', ''],
        ['PATCH', `/${id}`],
        ['DELETE', `/${id}`],
        ['POST', `/${id}/annotations`],
        ['PATCH', '/labels?name=x'],
        ['DELETE', '/labels?name=x'],
        ['POST', '/collections'],
      ] as const) {
        const payload = { url: 'http://127.0.0.1:1/b', title: 'B', name: 'x' }
        const refused = await send({ method, url: LIST + path, payload })
        assert.equal(refused.statusCode, 403, `${method} ${path}`)
        assert.match(refused.json<{ message: string }>().message, /lacks the scope "bookmarks:write"/)
      }
      assert.equal((await send({ url: `${LIST}/${id}` })).json<{ title: string }>().title, 'A')
      const saver = await userWithKey(app, ['save'])
      assert.equal((await saver.send({ url: LIST })).statusCode, 403)
      const saved = await saver.send({ method: 'POST', url: LIST, payload: { url: 'http://127.0.0.1:1/c' } })
      assert.equal(saved.statusCode, 202)
    })

    await t.test('links to bookmarks lead to their pages, which need a session', async () => {
      const opened = await app.app.inject({ url: '/readeck/bookmarks/12' })
      assert.deepEqual([opened.statusCode, opened.headers.location], [303, '/view/12'])
      assert.equal((await app.app.inject({ url: '/readeck/bookmarks/..' })).statusCode, 401)
      assert.equal((await app.app.inject({ url: '/readeck/bookmarks/x' })).statusCode, 404)
    })

    await t.test('only the token itself can revoke it', async () => {
      const { user, key } = await userWithKey(app)
      const token = await app.token(user)
      const revoke = (authorization: string, revoked: string) =>
        app.app.inject({
          method: 'POST',
          url: '/readeck/api/oauth/revoke',
          headers: { authorization: `Bearer ${authorization}` },
          payload: { token: revoked },
        })
      assert.equal((await revoke(key, token)).statusCode, 400)
      assert.equal((await revoke(key, key)).statusCode, 400)
      assert.equal((await revoke(token, token)).statusCode, 200)
      assert.equal((await revoke(token, token)).statusCode, 401)
    })
  })

  test(`${dialect}: calls of Readeck's API have the usual limits`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_RATE_LIMITS: 'on', DOGEAR_SAVE_WAIT_SECONDS: '0' } })
    const { send } = await userWithKey(app)
    for (let call = 0; call < 30; call++) assert.equal((await send({ url: `${LIST}?search=tea` })).statusCode, 200)
    const refused = await send({ url: `${LIST}?search=tea` })
    assert.deepEqual([refused.statusCode, Number(refused.headers['retry-after']) > 0], [429, true])
    const guess = () => app.app.inject({ url: LIST, headers: { authorization: 'Bearer 1-0000-0000-0000-0000-0000' } })
    for (let call = 0; call < 300; call++) assert.equal((await guess()).statusCode, 401)
    assert.equal((await guess()).statusCode, 429)
  })

  test(`${dialect}: with DOGEAR_READECK=off, no address of it exists`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_READECK: 'off' } })
    const { send } = await userWithKey(app)
    assert.equal((await send({ url: LIST })).statusCode, 404)
    assert.equal((await app.app.inject({ url: '/readeck/api/info' })).statusCode, 404)
  })
}
