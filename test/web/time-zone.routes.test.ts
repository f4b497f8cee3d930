import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser } from './inject-browser.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a new account has the time zone of its browser`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_REGISTRATION: 'on' } })
    const register = async (username: string, zone: string) => {
      const browser = injectBrowser(app)
      const form = (await browser.get('/register')).body
      assert.match(form, /<input type="hidden" name="_time_zone" data-controller="time-zone" value="">/)
      const account = { username, email: `${username}@example.org`, password: 'a lamp in the window' }
      const _csrf_token = hiddenField(form, '_csrf_token')
      const answer = await browser.post('/register', { ...account, _csrf_token, _time_zone: zone })
      assert.equal(answer.statusCode, 303, answer.body)
      const page = (await browser.get('/config/reading')).body
      return /<option value="([^"]+)" selected>/.exec(page.slice(page.indexOf('id="time-zone"')))?.[1]
    }
    assert.equal(await register('dora', 'Europe/Berlin'), 'Europe/Berlin')
    assert.equal(await register('emil', ''), 'UTC')
    assert.equal(await register('frida', 'Mars/Olympus'), 'UTC')
  })
}
