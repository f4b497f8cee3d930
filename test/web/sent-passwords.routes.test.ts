import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser, signedIn } from './inject-browser.fixture.ts'

/** @returns the text with an inserted NUL, which the service removes from other texts but must keep in passwords */
const withNul = (text: string) => `${text.slice(0, 4)}\0${text.slice(4)}`

for (const dialect of DIALECTS) {
  test(`${dialect}: passwords are used exactly as sent`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_REGISTRATION: 'on' } })
    const { alice } = app
    const odd = withNul(alice.password)
    await t.test('at sign-in', async () => {
      const browser = injectBrowser(app)
      assert.equal((await browser.signIn({ ...alice, password: odd })).headers['location'], '/login')
      assert.equal(browser.cookies.has('session'), false)
      assert.equal((await browser.signIn(alice)).headers['location'], '/')
    })
    await t.test('where one is asked for again', async () => {
      const browser = await signedIn(app, alice)
      const token = hiddenField((await browser.get('/config/security')).body, 'token')
      const refused = await browser.post('/config/security/app-passwords', { token, name: 'Phone', password: odd })
      assert.equal(refused.statusCode, 422)
      const cleared = await browser.post('/config/danger/clear', { token, kind: 'archived', password: odd })
      assert.equal(cleared.statusCode, 422)
    })
    await t.test('a new one with a NUL is refused, with the reason over the API', async () => {
      const account = { username: 'dora', email: 'dora@example.org', password: withNul('a lamp in the window') }
      const put = (payload: object) => app.app.inject({ method: 'PUT', url: '/api/user', payload })
      const answer = await put(account)
      assert.equal(answer.statusCode, 400)
      assert.match(answer.json<{ error: { password: string[] } }>().error.password[0]!, /invalid characters/)
      const browser = injectBrowser(app)
      const _csrf_token = hiddenField((await browser.get('/register')).body, '_csrf_token')
      assert.equal((await browser.post('/register', { ...account, _csrf_token })).statusCode, 422)
      assert.equal((await put({ ...account, password: 'a lamp in the window' })).statusCode, 201)
    })
    await t.test('and so is a changed one', async () => {
      const browser = await signedIn(app, alice)
      const token = hiddenField((await browser.get('/config')).body, 'config[_token]')
      const change = (old: string, fresh: string) =>
        browser.post('/config', {
          'change_passwd[_token]': token,
          'change_passwd[old_password]': old,
          'change_passwd[new_password][first]': fresh,
          'change_passwd[new_password][second]': fresh,
        })
      assert.equal((await change(odd, 'quite another lamp')).statusCode, 422)
      assert.equal((await change(alice.password, withNul('quite another lamp'))).statusCode, 422)
      assert.equal((await change(alice.password, 'quite another lamp')).statusCode, 303)
      assert.equal(
        (await injectBrowser(app).signIn({ ...alice, password: 'quite another lamp' })).headers['location'],
        '/',
      )
    })
  })
}
