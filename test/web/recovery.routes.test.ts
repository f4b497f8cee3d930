import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecoveryLink } from '../../src/users/recovery-link.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser, signedIn } from './inject-browser.fixture.ts'
import { setUp } from './second-factor.fixture.ts'

const PASSWORD = 'a quite new password'

for (const dialect of DIALECTS) {
  test(`${dialect}: a recovery link sets a password once, and ends everything else`, async (t) => {
    const app = await testApp(t, dialect)
    const user = await app.newUser()
    const old = await signedIn(app, user)
    await setUp(app, old, user)
    const earlier = await createRecoveryLink(app, user.id)
    const code = await createRecoveryLink(app, user.id)
    const browser = injectBrowser(app)
    for (const wrong of ['', 'x', earlier, `${code}x`, `${app.bob.id.toString(36)}_${code.split('_')[1]}`]) {
      const answer = await browser.get(`/recover?code=${wrong}`)
      assert.equal(answer.statusCode, 403, wrong)
      assert.match(answer.body, /already used or has expired/)
    }
    const page = await browser.get(`/recover?code=${code}`)
    assert.match(page.body, new RegExp(`Set a new password for ${user.username}`))
    const fields = { code, _csrf_token: hiddenField(page.body, '_csrf_token') }
    assert.equal((await browser.post('/recover', { code, password: PASSWORD })).statusCode, 403, 'another site')
    assert.equal((await browser.post('/recover', { ...fields, password: 'short' })).statusCode, 422)
    assert.equal((await old.get('/config')).statusCode, 200, 'a refused password changes nothing')
    const answers = await Promise.all([1, 2].map(() => browser.post('/recover', { ...fields, password: PASSWORD })))
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [302, 403], 'once, even at the same time')
    assert.match((await browser.get('/config/security')).body, /Account recovered with a link/)
    assert.equal((await old.get('/config')).headers.location, '/login', 'the old session has ended')
    assert.equal((await injectBrowser(app).signIn(user)).headers.location, '/login', 'the old password has ended')
    const later = await injectBrowser(app).signIn({ username: user.username, password: PASSWORD })
    assert.equal(later.headers.location, '/', 'no code is asked for')
  })

  test(`${dialect}: a recovery link ends after a day, and with the account`, async (t) => {
    const app = await testApp(t, dialect)
    const { id } = await app.newUser()
    const code = await createRecoveryLink(app, id)
    app.clock.advance(86_400)
    assert.equal((await injectBrowser(app).get(`/recover?code=${code}`)).statusCode, 403)
    const fresh = await createRecoveryLink(app, id)
    await app.services.database.transaction((tx) =>
      tx.updateTable('users').set({ is_enabled: 0 }).where('id', '=', id).execute(),
    )
    assert.equal((await injectBrowser(app).get(`/recover?code=${fresh}`)).statusCode, 403)
  })
}
