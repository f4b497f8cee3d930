import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, leadingTo, NEWS } from '../support/site.ts'

const LONG_TERMS = `<main><h1>Your privacy</h1>${'<p>We and our partners store data on your device. </p>'.repeat(200)}</main>`

/** The walls, by the address that redirects to them. */
const WALLS = {
  '/robot-story': ['/captcha?url=%2Frobot-story', 'bot_wall', '<title>Are you a robot?</title><p>Click the box.</p>'],
  '/consent-story': ['/consent?redirectUri=%2Fconsent-story', 'consent_wall', LONG_TERMS],
  '/member-story': ['/login?next=%2Fmember-story', 'needs_login', '<h1>Sign in</h1><input type="password">'],
} as const

const redirectToWalls = ({ site }: TestApp) => {
  for (const [path, [wall, , body]] of Object.entries(WALLS)) {
    site.page(path, leadingTo(wall))
    site.page(new URL(wall, site.url).pathname, answering(body))
  }
}

const failureOf = async ({ ask, alice }: TestApp, id: number) =>
  (await ask(alice, { url: `/api/entries/${id}/extraction` })).json<{ failure: { code: string } | null }>().failure
    ?.code

for (const dialect of DIALECTS) {
  test(`${dialect}: an entry whose address redirects to a wall keeps its address`, async (t) => {
    const app = await testApp(t, dialect)
    const { site, alice } = app
    redirectToWalls(app)
    const saved = new Map<string, number>()
    await t.test('it has failed, and the reason names the wall', async () => {
      for (const [path, [, reason]] of Object.entries(WALLS)) {
        const entry = await app.save(alice, site.url + path)
        saved.set(path, entry.id)
        const { url, given_url: given, origin_url: origin, domain_name: domain } = entry
        const own = site.url + path
        assert.deepEqual({ url, given, origin, domain }, { url: own, given: own, origin: null, domain: '127.0.0.1' })
        assert.equal(await failureOf(app, entry.id), reason, path)
        assert.doesNotMatch(String(entry['title']), /robot\?|privacy|sign in/i)
        assert.doesNotMatch(String(entry['content']), /partners|Click the box/)
      }
    })
    await t.test('two addresses that lead to the same wall are two entries', async () => {
      site.page('/other-story', leadingTo('/captcha?url=%2Frobot-story'))
      const other = await app.save(alice, `${site.url}/other-story`)
      assert.notEqual(other.id, saved.get('/robot-story'))
      assert.equal(other['url'], `${site.url}/other-story`)
    })
    await t.test('saving it again, and fetching it again, request the saved address', async () => {
      const before = site.hits('/robot-story')
      await app.save(alice, `${site.url}/robot-story`)
      assert.equal(site.hits('/robot-story'), before + 1)
      site.page('/robot-story', answering(articlePage(NEWS)))
      const reload = await app.ask(alice, { method: 'PATCH', url: `/api/entries/${saved.get('/robot-story')}/reload` })
      assert.equal(reload.statusCode, 200)
      assert.deepEqual([reload.json()['title'], reload.json()['url']], [NEWS.title, `${site.url}/robot-story`])
    })
    await t.test(
      'a spelling that is no address itself is not requested: without a scheme, or in a wrapper',
      async () => {
        for (const [path, spell] of [
          ['/bare-story', (own: string) => own.replace('http://', '')],
          ['/wrapped-story', (own: string) => `https://www.google.com/url?q=${encodeURIComponent(own)}`],
        ] as const) {
          const [own, sent] = [site.url + path, spell(site.url + path)]
          site.page(path, leadingTo('/captcha?url=%2Fstory'))
          const { id } = await app.save(alice, sent)
          await app.ask(alice, { method: 'PATCH', url: `/api/entries/${id}/reload` })
          const entry = (await app.ask(alice, { url: `/api/entries/${id}` })).json<Record<string, unknown>>()
          assert.equal(String(entry['url']).replace(/^https?/, 'http'), own)
          assert.equal(entry['given_url'], sent)
          assert.equal(await failureOf(app, id), 'bot_wall', path)
          assert.ok(site.hits(path) >= 2, path)
        }
      },
    )
  })
}
