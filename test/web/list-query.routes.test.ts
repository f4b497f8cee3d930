import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn } from './inject-browser.fixture.ts'

const titles = (page: string) => [...page.matchAll(/data-action-name="open">([^<]+)</g)].map((match) => match[1])
const chips = (page: string) =>
  [...page.matchAll(/<li><a href="([^"]+)" title="Remove"><bdi>([^<]+)</g)].map(([, href, label]) => [
    label!.replaceAll('&quot;', '"').replaceAll('&gt;', '>'),
    href!.replaceAll('&amp;', '&'),
  ])

for (const dialect of DIALECTS) {
  test(`${dialect}: lists are filtered by a query`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    for (const [name, tags] of Object.entries({ one: 'sea', two: 'sea,wall', three: 'wall', four: '' })) {
      const archive = name === 'three' ? '1' : '0'
      await app.save(app.alice, `https://example.org/${name}`, { title: name, content: '<p>tide</p>', tags, archive })
    }
    const get = async (path: string) => (await browser.get(path, { accept: 'text/html' })).body
    await t.test('a query narrows a list, together with its other filters', async () => {
      assert.deepEqual(titles(await get('/unread/list?q=tag:wall')), ['two'])
      assert.deepEqual(titles(await get('/all/list?q=tag:wall+sort:title')), ['three', 'two'])
      assert.deepEqual(titles(await get('/all/list?q=tag:wall+sort:title&sort=oldest')), ['two', 'three'])
      assert.deepEqual(titles(await get('/all/list?q=tide+-tag:wall&tag=sea')), ['one'])
      assert.match(await get('/all/list?q=nothing'), /No matching entries/)
    })
    await t.test('each part of the query is a chip, which removes that part', async () => {
      const page = await get('/all/list?q=tag:sea+(one+OR+two)+sort:title&tag=wall')
      assert.deepEqual(chips(page), [
        ['#wall', '/all/list?q=tag%3Asea+%28one+OR+two%29+sort%3Atitle'],
        ['tag:sea', '/all/list?tag=wall&q=sort%3Atitle+%28one+OR+two%29'],
        ['one OR two', '/all/list?tag=wall&q=sort%3Atitle+tag%3Asea'],
      ])
      for (const [, href] of chips(page)) assert.equal((await browser.get(href!)).statusCode, 200)
      assert.match(page, /name="q" value="tag:sea \(one OR two\) sort:title"/)
    })
    await t.test('problems of a query are shown above the list', async () => {
      assert.match(await get('/all/list?q=time:x'), /“time:x” isn’t a valid filter/)
    })
    await t.test('an opened entry leads through the same list', async () => {
      const page = await get('/all/list?q=tag:sea')
      const [href] = /\/view\/\d+\?list=all&amp;q=tag%3Asea/.exec(page)!
      const reader = await get(href.replaceAll('&amp;', '&'))
      assert.match(reader, /data-action-name="next"[^>]*>|data-action-name="previous"[^>]*>/)
      assert.match(reader, /href="\/all\/list\?q=tag%3Asea"/)
    })
    await t.test('actions apply to all that a query or a search finds', async () => {
      const token = hiddenField(await get('/all/list?q=tag:wall'), 'token')
      const act = (back: string, action: string) =>
        browser.post('/bulk', { token, back, list: 'all', scope: 'all', action })
      await act('/all/list?q=tag:wall', 'star')
      assert.deepEqual(titles(await get('/starred/list')), ['three', 'two'])
      await act('/search?q=is:starred+-tag:sea&sort=created', 'unstar')
      assert.deepEqual(titles(await get('/starred/list')), ['two'])
    })
  })
}
