import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { injectBrowser, signedIn } from './inject-browser.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: suggestions for a query`, async (t) => {
    const app = await testApp(t, dialect)
    const save = (user: typeof app.alice, url: string, rest: object) =>
      app.save(user, url, { title: 'x', content: 'y', ...rest })
    await save(app.alice, 'https://www.example.org/1', { tags: 'dev,slow food', authors: 'Ann Archer' })
    await save(app.alice, 'https://exact.example.com/2', { tags: 'devops', authors: 'Ben Öz, Ann Archer' })
    await save(app.alice, 'https://other.example/3', { tags: 'cooking' })
    await save(app.bob, 'https://example.net/4', { tags: 'devil', authors: 'Anna Secret' })
    const browser = await signedIn(app, app.alice)
    const ask = async (q: string, at = q.length) => {
      const query = new URLSearchParams({ q, at: String(at) })
      return browser.get(`/search/completions?${query.toString()}`)
    }
    const texts = async (q: string) =>
      [...(await ask(q)).body.matchAll(/data-text="([^"]*)"/g)].map(([, text]) =>
        text!.replaceAll('&quot;', '"').replaceAll('&lt;', '<'),
      )

    await t.test('fields, keywords and typical values', async () => {
      assert.deepEqual(await texts('ta'), ['tag:'])
      assert.deepEqual(await texts('no words'), [])
      assert.deepEqual(await texts('is:un'), ['unread ', 'untagged '])
      assert.deepEqual(await texts('time:<1'), ['<10 '])
      assert.deepEqual(
        [await texts('time:<10'), await texts('is:unread')],
        [[], []],
        'a complete value needs no suggestion',
      )
      assert.match((await ask('saved:7')).body, /7d<.*saved in the last 7 days/)
      assert.match((await ask('is:una')).body, /^<ul data-said=""><\/ul>$/)
      assert.match((await ask('is:unr')).body, /^<ul data-said="1 suggestion">/)
    })
    await t.test('tags, sites and authors of the owner alone', async () => {
      assert.deepEqual(await texts('tag:dev'), ['dev ', 'devops '])
      assert.deepEqual(await texts('#foo'), ['"slow food" '])
      assert.deepEqual(await texts('site:exa'), ['exact.example.com ', 'example.org '])
      assert.deepEqual(await texts('site:www.'), ['www.example.org '])
      assert.deepEqual(await texts('author:an'), ['"Ann Archer" '])
      assert.deepEqual(await texts('by:öz'), ['"Ben Öz" '])
    })
    await t.test('collections by their names', async () => {
      await app.ask(app.alice, { method: 'POST', url: '/api/collections', payload: { name: 'Über Tea' } })
      assert.deepEqual(await texts('in:ub'), ['"Über Tea" '])
      assert.deepEqual(await texts('in:ar'), ['archive '])
    })
    await t.test('any text can be completed', async () => {
      for (const path of ['', '?q=is:&at=99999', '?q[]=x', '?at=-1&q=ta', `?q=${'('.repeat(5000)}`, '?q=%00tag:%00'])
        assert.equal((await browser.get(`/search/completions${path}`)).statusCode, 200, path)
      assert.doesNotMatch((await ask('tag:"><script>')).body, /<script>/)
    })
    await t.test('visitors get no completions', async () => {
      assert.equal((await injectBrowser(app).get('/search/completions?q=ta')).statusCode, 302)
    })
  })
}
