import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, NEWS } from '../support/site.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a page that answers 404 or 410 with an article is saved with it, and with its status`, async (t) => {
    const app = await testApp(t, dialect)
    for (const status of [404, 410]) {
      app.site.page(`/left-${status}`, answering(articlePage(NEWS), 'text/html', status))
      const { title, content, http_status } = await app.save(app.alice, `${app.site.url}/left-${status}`)
      assert.deepEqual([title, http_status], [NEWS.title, String(status)])
      assert.match(String(content), /Forty volunteers/)
    }
    app.site.page('/down', answering(articlePage(NEWS), 'text/html', 500))
    const down = await app.save(app.alice, `${app.site.url}/down`)
    assert.doesNotMatch(String(down['content']), /Forty volunteers/)
    const failed = await app.ask(app.alice, { url: '/api/entries?notParsed=1' })
    assert.equal(failed.json<{ total: number }>().total, 1)
  })

  test(`${dialect}: content sent by a client keeps its text after an unescaped "<"`, async (t) => {
    const app = await testApp(t, dialect)
    const { content } = await app.save(app.alice, 'https://example.org/x', { title: 'T', content: 'x<y and more' })
    assert.equal(content, 'x&lt;y and more')
  })
}
