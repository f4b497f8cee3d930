import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadSettings } from '../../src/config/load-settings.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { injectBrowser } from './inject-browser.fixture.ts'
import { formTokenOf } from './second-factor.fixture.ts'

const HEADERS = {
  DOGEAR_AUTH_HEADER_USER: 'Remote-User',
  DOGEAR_AUTH_HEADER_EMAIL: 'Remote-Email',
  DOGEAR_AUTH_HEADER_GROUPS: 'Remote-Groups',
}

const refused = (environment: Readonly<Record<string, string>>, expected: RegExp) =>
  assert.throws(() => loadSettings(environment), expected)

test('headers of a proxy need a list of proxies, and names that differ', () => {
  refused(HEADERS, /DOGEAR_AUTH_HEADER_USER needs DOGEAR_TRUSTED_PROXIES/)
  const proxies = { DOGEAR_TRUSTED_PROXIES: '127.0.0.1' }
  refused({ ...HEADERS, ...proxies, DOGEAR_AUTH_HEADER_EMAIL: 'remote-user' }, /must differ/)
  refused({ ...proxies, DOGEAR_AUTH_HEADER_EMAIL: 'Remote-Email' }, /must be set together/)
  for (const name of ['Cookie', 'x y', 'X-Forwarded-For'])
    refused({ DOGEAR_AUTH_HEADER_USER: name }, /name of a header/)
  refused({ DOGEAR_OIDC_ISSUER: 'https://id.example.org' }, /DOGEAR_OIDC_CLIENT_ID must be set/)
  refused({ DOGEAR_OIDC_ONLY: 'on' }, /DOGEAR_OIDC_ONLY needs DOGEAR_OIDC_ISSUER/)
  for (const issuer of ['http://id.example.org', 'id.example.org', 'https://id.example.org/?a=b'])
    refused({ DOGEAR_OIDC_ISSUER: issuer }, /must be an address/)
})

for (const dialect of DIALECTS) {
  test(`${dialect}: a trusted proxy signs in by header, and no one else`, async (t) => {
    const more = { DOGEAR_AUTH_HEADER_REGISTRATION: 'on', DOGEAR_AUTH_HEADER_ADMIN_GROUP: 'admins' }
    const app = await testApp(t, dialect, {
      environment: { ...HEADERS, ...more, DOGEAR_TRUSTED_PROXIES: '127.0.0.1' },
    })
    const ask = (headers: Readonly<Record<string, string>>, remoteAddress = '127.0.0.1', url = '/login') =>
      app.app.inject({ url, headers, remoteAddress })
    const sessionOf = async (...given: Parameters<typeof ask>) =>
      (await ask(...given)).cookies.find(({ name }) => name === 'session')?.value

    const session = await sessionOf({ 'remote-user': 'ALICE' })
    assert.ok(session)
    const forged = { 'remote-user': 'alice', 'x-forwarded-for': '127.0.0.1' }
    assert.equal(await sessionOf(forged, '203.0.113.9'), undefined, 'a connection of someone else')
    assert.equal(await sessionOf({ 'remote-user': app.alice.email }), undefined, 'an address that alice chose')
    assert.equal(await sessionOf({ 'remote-user': 'alice' }, '127.0.0.1', '/login?local=1'), undefined)
    for (const name of ['', ' ', 'a\u0001b', 'x'.repeat(300)]) {
      assert.equal(await sessionOf({ 'remote-user': name }), undefined, name)
    }

    const cookie = `session=${session}`
    const home = (headers: Readonly<Record<string, string>>) => ask({ cookie, ...headers }, '127.0.0.1', '/config')
    assert.equal((await home({ 'remote-user': 'alice' })).statusCode, 200)
    assert.equal((await home({ 'remote-user': 'bob' })).headers.location, '/login', 'another user')
    assert.equal((await home({})).statusCode, 200)
    const changed = await app.app.inject({
      method: 'POST',
      url: '/config/security/sessions/end-others',
      headers: { cookie, 'remote-user': 'alice', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'token=none',
    })
    assert.equal(changed.statusCode, 403, 'forms need their token')

    const zoe = { 'remote-user': Buffer.from('zoë').toString('latin1'), 'remote-email': 'zoe@id.example' }
    const made = await sessionOf({ ...zoe, 'remote-groups': 'readers,admins' })
    assert.match((await ask({ cookie: `session=${made}` }, '127.0.0.1', '/config')).body, /zoë[^]*zoe@id\.example/)
    assert.equal((await ask({ cookie: `session=${made}` }, '127.0.0.1', '/admin')).statusCode, 200)
    const later = await sessionOf({ ...zoe, 'remote-groups': 'readers' })
    assert.equal((await ask({ cookie: `session=${later}` }, '127.0.0.1', '/admin')).statusCode, 404)

    const browser = injectBrowser(app)
    browser.cookies.set('session', session)
    const _csrf_token = await formTokenOf(browser)
    assert.equal((await browser.post('/logout', { _csrf_token })).headers.location, '/login?local=1')
  })

  test(`${dialect}: without registration, an unknown person behind the proxy gets no account`, async (t) => {
    const app = await testApp(t, dialect, { environment: { ...HEADERS, DOGEAR_TRUSTED_PROXIES: 'loopback' } })
    const browser = injectBrowser(app)
    assert.equal((await browser.get('/login', { 'remote-user': 'nina' })).headers.location, '/login?local=1')
    assert.match((await browser.get('/login?local=1')).body, /No account here has your username/)
  })
}
