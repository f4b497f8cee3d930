import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, NEWS } from '../support/site.ts'

const refreshing = (content: string, status = 200) =>
  answering(
    `<!doctype html><meta http-equiv=Refresh content="${content}"><p>This page has moved.</p>`,
    'text/html',
    status,
  )

for (const dialect of DIALECTS) {
  test(`${dialect}: a page that redirects by its markup is followed once, with all checks`, async (t) => {
    const app = await testApp(t, dialect)
    app.site.page('/here', refreshing('0; url=/news'))
    app.site.page('/hop', refreshing('0; url=/news'))
    app.site.page('/twice', refreshing('3; url=/hop'))
    app.site.page('/slowly', refreshing('30; url=/news'))
    app.site.page('/not-found', refreshing('0; url=/news', 404))
    app.site.page('/inwards', refreshing('0; url=http://10.0.0.1/secret'))
    const save = async (path: string) => {
      const { title, url, origin_url: origin, content } = await app.save(app.alice, app.site.url + path)
      return { title, url, origin, content: String(content) }
    }
    await t.test('the target is the page, and the given address its origin', async () => {
      const { content, ...entry } = await save('/here')
      const url = `${app.site.url}/news`
      assert.deepEqual(entry, { title: NEWS.title, url, origin: `${app.site.url}/here` })
      assert.match(content, /Forty volunteers/)
    })
    await t.test(
      'a second refresh, a slow one, one of an error page and one to a private address are not',
      async () => {
        for (const path of ['/twice', '/slowly', '/not-found', '/inwards']) {
          const { content, url } = await save(path)
          assert.equal(url, app.site.url + (path === '/twice' ? '/hop' : path))
          assert.doesNotMatch(content, /Forty volunteers/, path)
        }
      },
    )
  })
}
