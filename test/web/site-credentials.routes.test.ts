import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteLoginFinder } from '../../src/site-credentials/find-site-login.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser, signedIn } from './inject-browser.fixture.ts'

const PASSWORD = 'marked-secret'

for (const dialect of DIALECTS) {
  test(`page with logins for sites, ${dialect}`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    const page = async (query = '') => (await browser.get(`/site-credentials/${query}`)).body
    const token = hiddenField(await page(), 'site_credential[_token]')
    const send = (fields: Record<string, string>) =>
      browser.post('/site-credentials/', {
        'site_credential[_token]': token,
        ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`site_credential[${name}]`, value])),
      })
    const find = siteLoginFinder(app.database, app.services.instanceKey)
    const login = (url: string) => find(app.alice.id, url)

    await t.test('visitors are redirected to the sign-in page, and forms without the token are refused', async () => {
      assert.equal((await injectBrowser(app).get('/site-credentials/')).headers.location, '/login')
      for (const path of ['/site-credentials/', '/site-credentials/delete'])
        assert.equal((await browser.post(path, { host: 'example.com' })).statusCode, 403, path)
    })

    await t.test('the settings lead to it', async () => {
      assert.match((await browser.get('/config')).body, /<a href="\/site-credentials\/"/)
      assert.equal((await browser.get('/site-credentials')).headers.location, '/site-credentials/')
    })

    await t.test('a login is added and listed without its password', async () => {
      const saved = await send({ host: 'News.Example.com', username: 'a"<b>', password: PASSWORD })
      assert.deepEqual([saved.statusCode, saved.headers.location], [303, '/site-credentials/'])
      const body = await page()
      assert.match(body, /Login saved[\s\S]*news\.example\.com<\/code> <bdi>a&quot;&lt;b&gt;/)
      assert.doesNotMatch(body, /marked-secret/)
      assert.deepEqual(await login('https://news.example.com/x'), {
        host: 'news.example.com',
        username: 'a"<b>',
        password: PASSWORD,
        savedOrigin: 'https://news.example.com',
      })
    })

    await t.test('a pasted address of the site is taken as its host', async () => {
      await send({ host: ' https://Paper.Example.com:8443/story?x=1 ', username: 'a', password: PASSWORD })
      assert.equal((await login('https://paper.example.com/x'))?.host, 'paper.example.com')
      await browser.post('/site-credentials/delete', { token, host: 'paper.example.com' })
      assert.equal(await login('https://paper.example.com/x'), undefined)
    })

    await t.test('a name is changed while the password stays, and a password is changed', async () => {
      await send({ host: 'news.example.com', username: 'ann', password: PASSWORD })
      const body = await page('?host=news.example.com')
      assert.match(body, /Edit login for news\.example\.com/)
      assert.doesNotMatch(body, /marked-secret/)
      await send({ host: 'news.example.com', username: 'ben', password: '' })
      assert.equal((await login('https://news.example.com/x'))?.password, PASSWORD)
      await send({ host: 'news.example.com', username: 'ben', password: 'new' })
      assert.equal((await login('https://news.example.com/x'))?.password, 'new')
      assert.equal((await login('https://news.example.com/x'))?.username, 'ben')
    })

    await t.test('an invalid site and a full list have messages of their own', async () => {
      const invalid = await send({ host: 'no site', username: 'x', password: 'y' })
      assert.equal(invalid.statusCode, 422)
      assert.match(invalid.body, /Enter a site such as example\.com/)
      for (let n = 0; n < 100; n++) await send({ host: `site-${n}.example.org`, username: 'x', password: 'y' })
      const full = await send({ host: 'one-more.example.org', username: 'x', password: 'y' })
      assert.equal(full.statusCode, 422)
      assert.match(full.body, /You can store logins for up to 100 sites\. Delete one first\./)
      for (let n = 0; n < 100; n++)
        await browser.post('/site-credentials/delete', { token, host: `site-${n}.example.org` })
    })

    await t.test('the closest host counts', async () => {
      await send({ host: 'news.example.com', username: 'ben', password: 'new' })
      await send({ host: '.example.com', username: 'wide', password: 'x' })
      const names = await Promise.all(
        ['https://news.example.com', 'https://a.news.example.com', 'https://example.com', 'https://example.org'].map(
          async (url) => (await login(url))?.username,
        ),
      )
      assert.deepEqual(names, ['ben', 'wide', 'wide', undefined])
      assert.equal(await find(app.bob.id, 'https://news.example.com'), undefined)
    })

    await t.test('refused input is shown again beside its error, except for the password', async () => {
      const cases = {
        host: ['no host', 'ann', 'x'],
        username: ['a.example', 'a:b', 'x'],
        password: ['a.example', 'ann', ''],
      }
      for (const [field, [host, username, password]] of Object.entries(cases)) {
        const refused = await send({ host: host!, username: username!, password: password! })
        assert.equal(refused.statusCode, 422, field)
        assert.match(refused.body, new RegExp(`id="site_credential_${field}-error"`))
        assert.ok(refused.body.includes(`value="${host}"`) && refused.body.includes(`value="${username}"`))
      }
      assert.doesNotMatch((await send({ host: '', username: 'x', password: PASSWORD })).body, /marked-secret/)
    })

    await t.test('an entry whose page refused a login links to the page for logins', async () => {
      await send({ host: '127.0.0.1', username: 'ann', password: 'wrong' })
      app.site.page('/paid', (_request, response) => void response.writeHead(401).end())
      const { id } = await app.save(app.alice, `${app.site.url}/paid`)
      const { body } = await browser.get(`/view/${id}`)
      assert.match(body, /The site rejected your login\.[\s\S]*<a href="\/site-credentials\/">Site logins<\/a>/)
    })

    await t.test('a user deletes a login, but cannot delete those of others', async () => {
      for (const [host, username] of [
        ['.example.com', 'wide'],
        ['news.example.com', 'ben'],
      ] as const) {
        await send({ host, username, password: 'x' })
      }
      const other = await signedIn(app, app.bob)
      const theirs = hiddenField((await other.get('/site-credentials/')).body, 'site_credential[_token]')
      assert.equal(
        (await other.post('/site-credentials/delete', { token: theirs, host: '.example.com' })).statusCode,
        404,
      )
      assert.equal((await browser.post('/site-credentials/delete', { token, host: '.example.com' })).statusCode, 303)
      assert.equal(await login('https://example.com/'), undefined)
      assert.equal((await login('https://news.example.com/'))?.username, 'ben')
    })
  })
}
