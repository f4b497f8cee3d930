import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, NEWS } from '../support/site.ts'

const refreshing = (content: string, status = 200) =>
  answering(
    `<!doctype html><meta http-equiv=Refresh content="${content}"><p>This page has moved.</p>`,
    'text/html',
    status,
  )

const refreshingByHeader =
  (refresh: string, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'text/html', refresh }).end('<p>Moved.</p>')

const refreshingInNoscript = (target: string, text: string) =>
  answering(
    `<head><noscript><META http-equiv="refresh" content="0;URL=${target}"></noscript><title>${target}</title></head>
     <script>location.replace('${target}')</script><body>${text}`,
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
    await t.test('the Refresh header is followed like the element', async () => {
      app.site.page('/header', refreshingByHeader('0;url=/article/header'))
      const { content, ...entry } = await save('/header')
      const url = `${app.site.url}/article/header`
      assert.deepEqual(entry, { title: 'Article header', url, origin: `${app.site.url}/header` })
      assert.match(content, /Forty volunteers/)
    })
    await t.test(
      'a Refresh header is followed once, soon, not from an error, and not to a private address',
      async () => {
        app.site.page('/second-hop', refreshingByHeader('0;url=/news'))
        app.site.page('/header-hop', refreshingByHeader('0;url=/second-hop'))
        app.site.page('/header-slow', refreshingByHeader('6;url=/news'))
        app.site.page('/header-broken', refreshingByHeader('0;url=/news', 503))
        app.site.page('/header-inwards', refreshingByHeader('0;url=http://10.0.0.1/secret'))
        app.site.page('/header-scheme', refreshingByHeader('0;url=javascript:alert(1)'))
        for (const path of ['-hop', '-slow', '-broken', '-inwards', '-scheme']) {
          assert.doesNotMatch((await save(`/header${path}`)).content, /Forty volunteers/, path)
        }
      },
    )
    await t.test('the noscript element of a link shortener is followed', async () => {
      app.site.page('/short', refreshingInNoscript('/article/short', ''))
      assert.equal((await save('/short')).title, 'Article short')
    })
    await t.test(
      'the noscript element of an article, or one that leads to a page without scripts, is not',
      async () => {
        const article = { ...NEWS, sentence: 'The harbour master wrote every tide into a book of his own. ' }
        app.site.page('/scripted', refreshingInNoscript('/news', articlePage(article)))
        app.site.page('/no-script', answering('<p>Please turn on JavaScript to read the harbour news.</p>'))
        app.site.page('/shell', refreshingInNoscript('/no-script', '<div id="app"></div>'))
        assert.match((await save('/scripted')).content, /harbour master/)
        assert.equal((await save('/shell')).url, `${app.site.url}/shell`)
      },
    )
    await t.test('the refresh of a check for bots is not followed', async () => {
      app.site.page(
        '/checked',
        answering(`<meta http-equiv="refresh" content="0; URL='/news?bm-verify=A'"><noscript>Wait</noscript>`),
      )
      assert.doesNotMatch((await save('/checked')).content, /Forty volunteers/)
      assert.equal(app.site.hits('/checked'), 1)
    })
  })
}
