import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, NEWS } from '../support/site.ts'
import { signedIn } from './inject-browser.fixture.ts'

const STATED = '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script></head>'
const SHORT = { ...NEWS, sentence: 'Forty volunteers met every Saturday at low water. ' }

for (const dialect of DIALECTS) {
  test(`${dialect}: the free part of a paid article is labelled as such`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    const shown = async (path: string, page: string) => {
      app.site.page(path, answering(page))
      const { id, content } = await app.save(app.alice, app.site.url + path)
      assert.match(String(content), /Forty volunteers/)
      return { id, body: (await browser.get(`/view/${id}`)).body }
    }
    const paid = await shown('/paid', articlePage(SHORT).replace('</head>', STATED))
    assert.match(paid.body, /free part of a paid article[^]*\/site-credentials\//)
    const free = await shown('/free', articlePage(SHORT))
    assert.doesNotMatch(free.body, /free part of a paid article/)
    await t.test('it is no failure: it is listed as read, and can be fetched again', async () => {
      const failed = await app.ask(app.alice, { url: '/api/entries?notParsed=1' })
      assert.equal(failed.json<{ total: number }>().total, 0)
      const again = await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${paid.id}/reload` })
      assert.equal(again.statusCode, 200)
      assert.doesNotMatch((await browser.get('/')).body, /free part of a paid article|card-state-failed/)
      assert.equal((await browser.get(`/view/${paid.id}/info`)).statusCode, 200)
    })
  })
  test(`${dialect}: a search offers orders only if its words can be ranked, and names the one it uses`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    await app.save(app.alice, 'https://example.org/1', { title: 'Lighthouses', content: '<p>Forty keepers met.</p>' })
    const orders = async (query: string) => {
      const { body } = await browser.get(`/search?q=${encodeURIComponent(query)}`)
      return /<p class="orders[^>]*>(.*?)<\/p>/.exec(body)?.[1]?.replaceAll(/<[^>]*>/g, '')
    }
    const choice = 'Best match first Newest first'
    assert.deepEqual([await orders('keepers'), await orders('is:unread title:lighthouses')], [choice, choice])
    for (const query of ['is:unread', 'is:unread -nothing', 'is:starred OR is:unread', 'sort:relevance is:unread']) {
      assert.equal(await orders(query), 'Newest first', query)
    }
    assert.equal(await orders('keepers sort:title'), 'Title')
  })
  test(`${dialect}: a search result without the words in its text has the excerpt of a list`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    await app.save(app.alice, 'https://example.org/1', { title: 'Lighthouses', content: '<p>Forty keepers met.</p>' })
    await app.save(app.alice, 'https://example.org/2', { title: 'Keepers', content: '<p>Lighthouses need oil.</p>' })
    const { body } = await browser.get('/search?q=lighthouses')
    assert.match(body, /<p class="card-snippet card-excerpt"[^>]*>Forty keepers met\.<\/p>/)
    assert.match(body, /<p class="card-snippet"[^>]*><mark>Lighthouses<\/mark> need oil\.<\/p>/)
    assert.doesNotMatch(body, /card-excerpt"[^>]*>Lighthouses/)
  })
}
