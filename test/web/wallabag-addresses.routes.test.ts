import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { injectBrowser, signedIn } from './inject-browser.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: addresses of wallabag's pages`, async (t) => {
    const app = await testApp(t, dialect)
    const { alice, bob, save, ask } = app
    const given = { title: 'T', content: '<p>Text</p>' }
    const one = await save(alice, 'https://News.example.org/1', { ...given, tags: 'a' })
    const two = await save(alice, 'https://other.example.org/2', given)
    const [browser, stranger] = [await signedIn(app, alice), await signedIn(app, bob)]
    const locationOf = async (path: string) => {
      const { statusCode, headers } = await browser.get(path)
      assert.equal(statusCode, 302, path)
      return String(headers.location)
    }
    const random = async (name: string) => locationOf(await locationOf(`/${name}/random`))

    const places: Readonly<Record<string, string>> = {
      '/untagged/list': '/all/list?has=untagged',
      '/untagged/list/1': '/all/list?has=untagged',
      '/untagged/list/3': '/all/list/3?has=untagged',
      '/annotated/list': '/all/list?has=annotations',
      '/annotated/list/2': '/all/list/2?has=annotations',
      '/1': '/unread/list',
      '/12': '/unread/list/12',
      '/new': '/#entry_url',
      [`/domain/${one.id}`]: '/all/list?site=news.example.org',
      [`/domain/${two.id}`]: '/all/list?site=other.example.org',
    }
    for (const [path, place] of Object.entries(places)) {
      await t.test(`${path} leads to ${place}`, async () => {
        assert.equal(await locationOf(path), place)
        const signedOut = await injectBrowser(app).get(path)
        assert.deepEqual([signedOut.statusCode, signedOut.headers.location], [302, '/login'])
      })
    }

    await t.test('the first pages of these addresses work, and the list of a site has only its entries', async () => {
      for (const place of ['/all/list?has=untagged', '/all/list?has=annotations', '/unread/list', '/'])
        assert.equal((await browser.get(place)).statusCode, 200, place)
      const { body } = await browser.get(await locationOf(`/domain/${one.id}`))
      assert.ok(body.includes(`href="/view/${one.id}`) && !body.includes(`href="/view/${two.id}`))
      assert.match((await browser.get('/')).body, /id="entry_url"/)
    })

    await t.test('a random entry belongs to the list; an empty list shows itself', async () => {
      assert.equal(await random('untagged'), `/view/${two.id}`)
      assert.equal(await random('annotated'), '/all/list?has=annotations')
      await ask(alice, {
        method: 'POST',
        url: `/api/annotations/${one.id}`,
        payload: { text: 'n', quote: 'q', ranges: [] },
      })
      assert.equal(await random('annotated'), `/view/${one.id}`)
      for (const name of ['unread', 'all']) assert.match(await locationOf(`/${name}/random`), /^\/view\/\d+$/)
    })

    await t.test('other page numbers and unknown entries are 404, and other words stay unknown', async () => {
      for (const path of ['/0', '/1234567890', '/untagged/list/0', '/annotated/list/x', '/domain/x', '/domain/0'])
        assert.equal((await browser.get(path)).statusCode, 404, path)
      assert.equal((await browser.get('/domain/999999')).statusCode, 404)
      assert.equal((await stranger.get(`/domain/${one.id}`)).statusCode, 404)
      for (const path of ['/1x', '/nothing', '/-1'])
        assert.equal((await injectBrowser(app).get(path)).statusCode, 404, path)
    })
  })
}
