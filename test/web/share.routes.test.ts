import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn } from './inject-browser.fixture.ts'

const content = `<p>Some <b>text</b> &amp; more</p><script>alert(1)</script><p>${'Words. '.repeat(300)}</p>`

for (const dialect of DIALECTS) {
  test(`public links, ${dialect}`, async (t) => {
    const { alice, bob, ask, save, ...rest } = await testApp(t, dialect)
    const app = { alice, bob, ask, save, ...rest }
    const { id } = await save(alice, 'https://a.example.org/1', { title: '"><b>Title', content })
    const browser = await signedIn(app, alice)
    const token = hiddenField((await browser.get(`/view/${id}`)).body, 'token')
    const uid = async () => (await ask(alice, { url: `/api/entries/${id}` })).json<{ uid: string | null }>().uid
    const read = (path: string) => ask(undefined, { url: path })

    await t.test('a link is made, and its page is read without an account', async () => {
      const made = await browser.post(`/share/${id}`, { token })
      assert.deepEqual([made.statusCode, made.headers.location], [303, `/view/${id}?shared=1`])
      const article = (await browser.get(`/view/${id}`)).body
      const link = `http://dogear.test/share/${await uid()}`
      assert.ok(article.includes(`data-copy-text-value="${link}" data-copy-parameter-value="shared"`))
      assert.match(article, new RegExp(`id="shared"[^]*action="/share/delete/${id}"`))
      const page = await read(link)
      assert.equal(page.statusCode, 200)
      assert.match(page.body, /<h1 dir="auto">&quot;&gt;&lt;b&gt;Title<\/h1>/)
      assert.match(page.body, /<meta property="og:title" content="&quot;&gt;&lt;b&gt;Title">/)
      assert.match(page.body, /<meta property="og:description" content="Some text &amp; more Words/)
      assert.match(page.body, /<span>1 minute<\/span>[^]*A page shared with Dogear/)
      assert.ok(page.body.includes('<b>text</b>') && !page.body.includes('<script'))
      assert.ok(!page.body.includes('alice') && !page.body.includes('<form'))
      const { headers } = page
      assert.equal(headers['set-cookie'], undefined)
      assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['cache-control'], 'public, max-age=25200')
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; img-src 'self'.*sandbox allow-same/,
      )
      assert.match((await browser.get(`/view/${id}`)).body, new RegExp(`href="/share/${await uid()}"`))
    })

    await t.test('other users and other sites cannot create or end a public link', async () => {
      await browser.post(`/share/${id}`, { token })
      const stranger = await signedIn(app, bob)
      const other = hiddenField((await stranger.get('/')).body, 'entry[_token]')
      for (const path of [`/share/${id}`, `/share/delete/${id}`]) {
        assert.equal((await stranger.post(path, { token: other })).statusCode, 404)
        assert.equal((await browser.post(path, {})).statusCode, 403)
        assert.equal((await browser.get(path)).statusCode, path.includes('delete') ? 405 : 404)
      }
      assert.notEqual(await uid(), null)
    })

    await t.test('an entry that is missing says so', async () => {
      const missing = await browser.get('/view/999999')
      assert.equal(missing.statusCode, 404)
      assert.match(missing.body, /This entry was deleted, or it never existed/)
    })

    await t.test('a disabled link never works again', async () => {
      await browser.post(`/share/${id}`, { token })
      const before = await uid()
      assert.equal((await browser.post(`/share/delete/${id}`, { token })).headers.location, `/view/${id}`)
      assert.equal((await read(`/share/${before}`)).statusCode, 404)
      await browser.post(`/share/${id}`, { token })
      assert.notEqual(await uid(), before)
      assert.equal((await read(`/share/${before}`)).statusCode, 404)
      for (const path of ['/share/x', '/share/%00', `/share/${'a'.repeat(32)}`]) {
        assert.equal((await read(path)).statusCode, 404, path)
      }
    })
  })
}

test('with sharing switched off, public pages are neither shown nor created', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_SHARING: 'off' } })
  const { alice, ask, save } = app
  const { id } = await save(alice, 'https://a.example.org/1', { title: 'T', content, public: 1 })
  const browser = await signedIn(app, alice)
  const view = (await browser.get(`/view/${id}`)).body
  assert.ok(!view.includes('/share/'))
  assert.equal((await browser.post(`/share/${id}`, { token: hiddenField(view, 'token') })).statusCode, 404)
  const { uid } = (await ask(alice, { url: `/api/entries/${id}` })).json<{ uid: string }>()
  assert.equal((await ask(undefined, { url: `/share/${uid}` })).statusCode, 404)
})
