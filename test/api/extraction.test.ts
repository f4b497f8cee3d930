import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, leadingTo, NEWS } from '../support/site.ts'
import { signedIn } from '../web/inject-browser.fixture.ts'

type Json = Record<string, unknown>

for (const dialect of DIALECTS) {
  test(`${dialect}: extraction steps and reasons for a missing text`, async (t) => {
    const app = await testApp(t, dialect)
    const { site, alice, bob, carol } = app
    const explain = async (id: number) => {
      const answer = await app.ask(alice, { url: `/api/entries/${id}/extraction` })
      assert.equal(answer.statusCode, 200, answer.body)
      return answer.json<Json>()
    }
    const failureOf = async (path: string) => {
      const { id } = await app.save(alice, `${site.url}${path}`)
      return { id, failure: (await explain(id))['failure'] as Json | null }
    }

    await t.test('an article has its version, its steps and the response of the server', async () => {
      const { id } = await app.save(alice, `${site.url}/news`)
      const reported = await explain(id)
      assert.deepEqual([reported['source'], reported['failure']], ['page', null])
      assert.ok(Number(reported['extractor_version']) > 0)
      assert.ok((reported['steps'] as Json[]).length > 3)
      const capture = reported['capture'] as Json
      assert.deepEqual([capture['url'], capture['status']], [`${site.url}/news`, 200])
      assert.equal(capture['size'], Buffer.byteLength(articlePage({ ...NEWS, charset: 'utf-8' })))
      assert.match(String(capture['fetched_at']), /^\d{4}-.*Z$/)
    })

    await t.test('a text from the client was not extracted', async () => {
      const { id } = await app.save(alice, 'https://example.org/mine', { title: 'Mine', content: '<p>My own.</p>' })
      const reported = await explain(id)
      assert.deepEqual([reported['source'], reported['extractor_version'], reported['capture']], ['given', null, null])
    })

    await t.test('an entry of another user is 404', async () => {
      const { id } = await app.save(alice, `${site.url}/news`)
      assert.equal((await app.ask(bob, { url: `/api/entries/${id}/extraction` })).statusCode, 404)
    })

    await t.test('paywalls, missing pages and refused addresses are distinguished as far as allowed', async () => {
      const login = '<title>Sign in</title><form><input type="password"></form>'
      site.page('/account/login', answering(login))
      site.page('/members', leadingTo('/account/login?next=/members'))
      site.page('/paid', answering('<p>Pay first.</p>', 'text/html', 402))
      site.page('/forbidden', answering(login, 'text/html', 403))
      site.page('/plain-403', answering('<h1>No</h1>', 'text/html', 403))
      const challenge = '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x.js"></script>'
      site.page('/challenge', answering(challenge, 'text/html', 403))
      site.page('/soft-challenge', (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }).end('<p>Wait.</p>')
      })
      site.page('/gone', answering('<h1>Gone</h1>', 'text/html', 410))
      const expected = {
        '/members': 'needs_login',
        '/paid': 'needs_login',
        '/forbidden': 'needs_login',
        '/plain-403': 'forbidden',
        '/challenge': 'bot_wall',
        '/soft-challenge': 'bot_wall',
        '/gone': 'gone',
      }
      for (const [path, code] of Object.entries(expected)) {
        const { failure } = await failureOf(path)
        assert.equal(failure?.['code'], code, path)
        assert.ok(failure['message'] && failure['next'] && failure['failed_at'], path)
      }
      site.page('/inner', leadingTo('http://127.0.0.2:8081/'))
      site.page('/closed', leadingTo('http://127.0.0.1:9/'))
      const [inner, closed] = [await failureOf('/inner'), await failureOf('/closed')]
      const { failed_at: _, ...words } = inner.failure!
      const { failed_at: __, ...otherWords } = closed.failure!
      assert.deepEqual(words, otherWords)
    })

    await t.test('an article that is long enough is kept despite signs of a paywall', async () => {
      site.page('/login/story', answering(articlePage(NEWS)))
      site.page('/story', leadingTo('/login/story'))
      assert.equal((await failureOf('/story')).failure, null)
    })

    await t.test('the pages show the reason and possible actions', async () => {
      const { id } = await failureOf('/paid')
      const browser = await signedIn(app, alice)
      const { body } = await browser.get(`/view/${id}`)
      assert.match(body, /only to signed-in members/)
      assert.match(body, /Sign in to the site and save the page/)
      assert.equal(body.match(/only to signed-in members/g)?.length, 1)
      assert.match((await browser.get('/unread/list')).body, /Sign in to the site/)
    })

    await t.test(
      'a text that shrank far keeps the older one, says so, and a reload is answered as not done',
      async () => {
        site.page('/live', answering(articlePage(NEWS)))
        const { id } = await app.save(alice, `${site.url}/live`)
        const short = { ...NEWS, sentence: 'Read on with a subscription. ' }
        site.page('/live', answering(articlePage(short)))
        const reload = await app.ask(alice, { method: 'PATCH', url: `/api/entries/${id}/reload` })
        assert.equal(reload.statusCode, 304)
        const entry = (await app.ask(alice, { url: `/api/entries/${id}` })).json<Json>()
        assert.match(String(entry['content']), /Forty volunteers/)
        const reported = await explain(id)
        assert.equal((reported['failure'] as Json)['code'], 'less_text')
        assert.equal((reported['steps'] as Json[]).at(-1)?.['name'], 'kept')
        const { body } = await (await signedIn(app, alice)).get(`/view/${id}`)
        assert.match(body, /now has far less text than before/)
        assert.match(body, /Forty volunteers/)
      },
    )

    await t.test('only administrators see the failing hosts', async () => {
      const url = '/api/admin/failing-hosts'
      site.page('/refusing', answering('<p>No.</p>', 'text/html', 403))
      await app.save(alice, `${site.url}/refusing`)
      const hosts = (await app.ask(carol, { url })).json<Json[]>()
      assert.equal(hosts.length, 1)
      assert.equal(hosts[0]?.['host'], '127.0.0.1')
      assert.equal(hosts[0]?.['reason'], 'forbidden')
      assert.ok(Number(hosts[0]?.['count']) >= 1)
      assert.deepEqual(
        [(await app.ask(alice, { url })).statusCode, (await app.ask(undefined, { url })).statusCode],
        [403, 401],
      )
    })

    await t.test('an administrator tries the extractor with the rules that would count for a save', async () => {
      const host = 'ruled.example'
      const rules = "body: //div[@id='ruled']"
      await app.ask(carol, { method: 'PUT', url: `/api/site-rules/${host}`, payload: { rules } })
      const html = `${articlePage(NEWS)}<div id="ruled"><p>${'Only by the rules. '.repeat(400)}</p></div>`
      const payload = { url: `https://${host}/a`, html }
      const tried = (await app.ask(carol, { method: 'POST', url: '/api/admin/extract', payload })).json<Json>()
      assert.doesNotMatch(String((tried['article'] as Json)['content']), /Forty volunteers/)
      assert.match(JSON.stringify(tried['steps']), /your rules for ruled\.example/)
    })

    await t.test('administrators try the extractor on an address or on markup, and nothing is stored', async () => {
      const send = (payload: Json, user = carol) =>
        app.ask(user, { method: 'POST', url: '/api/admin/extract', payload })
      const fetched = (await send({ url: `${site.url}/moved` })).json<Json>()
      assert.deepEqual([fetched['url'], fetched['status'], fetched['failure']], [`${site.url}/news`, 200, null])
      assert.match(String((fetched['article'] as Json)['content']), /Forty volunteers/)
      assert.equal((fetched['article'] as Json)['title'], NEWS.title)
      const html = articlePage(NEWS)
      const given = (await send({ url: 'https://far.example/a', html })).json<Json>()
      assert.match(String((given['article'] as Json)['content']), /https:\/\/far\.example\/next/)
      assert.equal(given['status'], null)
      const failed = (await send({ url: `${site.url}/empty` })).json<Json>()
      assert.deepEqual([failed['article'], (failed['failure'] as Json)['code']], [null, 'no_readable_text'])
      assert.equal((await send({ url: 'file:///etc/passwd' })).statusCode, 400)
      assert.equal((await send({ url: `${site.url}/news` }, alice)).statusCode, 403)
      assert.equal((await app.ask(carol, { url: '/api/entries' })).json<{ total: number }>().total, 0)
    })
  })
}

test('trying the extractor has a budget', async (t) => {
  const { ask, carol } = await testApp(t, 'sqlite', { environment: { DOGEAR_RATE_LIMITS: 'on' } })
  const payload = { url: 'https://far.example/', html: 'x' }
  const statuses = new Set<number>()
  for (let count = 0; count < 31; count++) {
    statuses.add((await ask(carol, { method: 'POST', url: '/api/admin/extract', payload })).statusCode)
  }
  assert.deepEqual([...statuses], [200, 429])
})
