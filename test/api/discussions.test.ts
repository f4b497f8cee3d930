import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering } from '../support/site.ts'

type Json = Record<string, unknown>

const APP_PAGE =
  '<!doctype html><html lang="en"><head><title>Ada: Low tide</title><script id="initial-state" type="application/json">{}</script></head>' +
  '<body><div id="mastodon"></div><noscript>To use the Mastodon web application, please enable JavaScript.</noscript></body></html>'

const status = (id: string, parent: string | null, user: string, text: string): Json => ({
  id,
  in_reply_to_id: parent,
  account: { acct: user, display_name: user },
  content: `<p>${text}</p>`,
  created_at: '2026-01-02T10:00:00Z',
})

const json = (value: unknown) => answering(JSON.stringify(value), 'application/json')

for (const dialect of DIALECTS) {
  test(`${dialect}: discussions are saved with their posts`, async (t) => {
    const app = await testApp(t, dialect)
    const { site, alice } = app
    const saved = async (path: string): Promise<Json> => {
      const { id } = await app.save(alice, `${site.url}${path}`)
      return (await app.ask(alice, { url: `/api/entries/${id}` })).json<Json>()
    }

    await t.test('a post of Mastodon is read from its public data, with its replies', async () => {
      site.page('/@ada/100001', answering(APP_PAGE))
      site.page('/api/v1/statuses/100001', json(status('100001', null, 'ada', 'Low tide is at six.')))
      const descendants = [status('2', '100001', 'bo', 'I come.'), status('3', '2', 'cy', 'Me too.')]
      site.page('/api/v1/statuses/100001/context', json({ ancestors: [], descendants }))
      const { content, title } = await saved('/@ada/100001')
      assert.equal(title, 'Ada: Low tide')
      assert.match(
        String(content),
        /^<p>Low tide is at six\.<\/p>[^]*<strong>bo<\/strong>[^]*<p>I come\.<\/p><blockquote><section><p><strong>cy<\/strong>[^]*<p>Me too\.<\/p>/,
      )
      assert.equal(site.hits('/api/v1/statuses/100001/context'), 1)
    })

    await t.test('posts whose data is on another server are not read', async () => {
      site.page('/@ada/100002', answering(APP_PAGE))
      site.page('/api/v1/statuses/100002', (_request, response) => {
        response.writeHead(302, { location: 'http://127.0.0.2:8081/' }).end()
      })
      const { id } = await app.save(alice, `${site.url}/@ada/100002`)
      const explained = await app.ask(alice, { url: `/api/entries/${id}/extraction` })
      assert.equal((explained.json<Json>()['failure'] as Json)['code'], 'no_readable_text')
    })

    await t.test('a Rich Text Format file is read whatever its content type', async () => {
      site.page(
        '/letter',
        answering(String.raw`{\rtf1\ansi {\info{\title A letter}}Dear \b Bo\b0 ,\par it is low tide.}`, 'text/plain'),
      )
      const { content, title } = await saved('/letter')
      assert.equal(title, 'A letter')
      assert.equal(content, '<p>Dear <strong>Bo</strong>,</p><p>it is low tide.</p>')
    })
  })
}
