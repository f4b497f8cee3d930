import assert from 'node:assert/strict'
import { createDecipheriv, createHash } from 'node:crypto'
import { test } from 'node:test'
import { listKoboDevices } from '../../src/kobo-devices/kobo-device.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { createTestUser } from '../support/test-users.ts'
import { hiddenField, NOWHERE, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

const SERIAL = 'N4181234567890'

for (const dialect of DIALECTS) {
  test(`${dialect}: the page of Kobo e-readers`, async (t) => {
    const environment = { DOGEAR_FETCH_ALLOW: 'books.example:443,books.example:8083' }
    const app = await testApp(t, dialect, { environment })
    const devicesOf = (id: TestApp['alice']['id']) => app.database.read((db) => listKoboDevices(db, id))

    await t.test('the lines for a new e-reader lead to its articles, and are shown once', async () => {
      const user = await app.newUser()
      await app.save(user, 'https://a.example/first', { title: 'The first article', content: '<p>Text</p>' })
      const browser = await signedIn(app, user)
      const { statusCode, body } = await create(browser, {
        name: 'Libra',
        color: '1',
        store: 'https://books.example/kobo/1/',
      })
      assert.equal(statusCode, 200)
      const [, articles] = /instapaper_env_url=(http:\/\/dogear\.test\/kobo\/[^\s<]+)/.exec(body)!
      const [, endpoint] = /api_endpoint=(\S+)/.exec(body)!
      assert.equal(endpoint, articles!.replace(/instapaper$/, 'store'))
      const [, encrypted] = /AccessToken=@ByteArray\((\S+)\)/.exec(body)!
      const token = decrypt(encrypted!)
      assert.equal(articles, `${app.baseUrl}/kobo/${token}/instapaper`)
      const payload = { access_token: token }
      const url = `${articles!.slice(app.baseUrl.length)}/get`
      assert.match((await app.app.inject({ method: 'POST', url, payload })).body, /The first article/)
      const page = (await browser.get('/connect/kobo')).body
      assert.ok(page.includes('Libra') && !page.includes(token))
      const [device] = await devicesOf(user.id)
      assert.deepEqual(
        [device!.hasColor, device!.removesArchived, device!.store],
        [true, false, 'https://books.example/kobo/1'],
      )
      assert.match((await browser.get('/config/security')).body, /Libra[^]*?Kobo e-reader only/)
      const stored = JSON.stringify(await app.database.read((db) => db.selectFrom('kobo_device').selectAll().execute()))
      assert.ok(!stored.includes(SERIAL))
    })

    await t.test('options are changed, and a removed e-reader has no access', async () => {
      const user = await app.newUser()
      const browser = await signedIn(app, user)
      const { body } = await create(browser)
      const [, path] = /http:\/\/dogear\.test(\/kobo\/\S+\/instapaper)/.exec(body)!
      const [device] = await devicesOf(user.id)
      assert.equal(device!.store, 'https://storeapi.kobo.com')
      const token = hiddenField((await browser.get('/connect/kobo')).body, 'token')
      const id = String(device!.id)
      await browser.post('/connect/kobo/options', { token, id, removes: '1', store: 'http://books.example:8083' })
      assert.deepEqual(
        (await devicesOf(user.id)).map(({ removesArchived, store }) => [removesArchived, store]),
        [[true, 'http://books.example:8083']],
      )
      await browser.post('/connect/kobo/options', { token, id, store: 'file:///etc/passwd' })
      assert.match((await browser.get('/connect/kobo')).body, /Enter an address that begins with/)
      assert.equal((await devicesOf(user.id))[0]!.store, 'http://books.example:8083')
      const bob = await signedIn(app, app.bob)
      const other = hiddenField((await bob.get('/connect/kobo')).body, 'token')
      for (const action of ['options', 'remove']) {
        assert.equal((await bob.post(`/connect/kobo/${action}`, { token: other, id })).statusCode, 404)
      }
      await browser.post('/connect/kobo/remove', { token, id })
      assert.deepEqual(await devicesOf(user.id), [])
      assert.equal((await app.app.inject({ method: 'POST', url: `${path}/get`, payload: {} })).statusCode, 401)
    })

    await t.test('administrators may choose any store', async () => {
      const user = await createTestUser(app.services.database, 'owner', true)
      assert.equal((await create(await signedIn(app, user), { store: 'https://a.example' })).statusCode, 200)
    })

    await t.test('a wrong serial number, a wrong store and a forged form create nothing', async () => {
      const user = await app.newUser()
      const browser = await signedIn(app, user)
      for (const fields of [
        { serial: '' },
        { serial: 'no serial' },
        { store: 'javascript:alert(1)' },
        { store: 'https://u:p@a.example' },
        { store: 'https://a.example' },
        { store: 'https://books.example:444' },
      ]) {
        const { statusCode, body } = await create(browser, fields)
        assert.deepEqual([statusCode, body.includes('class="field-error"')], [422, true], JSON.stringify(fields))
      }
      const fields = { serial: SERIAL, name: 'x' }
      assert.equal((await browser.post('/connect/kobo', fields)).statusCode, 403)
      const token = hiddenField((await browser.get('/connect/kobo')).body, 'token')
      assert.equal((await browser.post('/connect/kobo', { ...fields, token }, NOWHERE)).statusCode, 403)
      app.clock.advance(15 * 60)
      assert.equal((await create(browser)).statusCode, 422)
      assert.deepEqual(await devicesOf(user.id), [])
      assert.equal((await create(browser, { password: user.password })).statusCode, 200)
    })
  })
}

async function create(browser: InjectBrowser, fields: Readonly<Record<string, string>> = {}) {
  const token = hiddenField((await browser.get('/connect/kobo')).body, 'token')
  return browser.post('/connect/kobo', { token, name: 'Kobo', serial: SERIAL, store: '', ...fields })
}

/** Decrypts an access token as the device does. */
function decrypt(token: string): string {
  const key = createHash('sha256').update(`88b3a2e13${SERIAL}`).digest('hex').slice(0, 16)
  const cipher = createDecipheriv('aes-128-ecb', key, null)
  return cipher.update(token, 'base64', 'utf8') + cipher.final('utf8')
}
