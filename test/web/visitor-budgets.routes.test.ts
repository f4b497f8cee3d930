import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renewFeedToken } from '../../src/users/feed-token.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

const ENVIRONMENT = { DOGEAR_RATE_LIMITS: 'on', DOGEAR_TRUSTED_PROXIES: '127.0.0.1' }
/** More than the owner's 30 searches a minute. */
const VIEWS = 45

/** @returns the path of a new public collection with this query, and its id */
async function publish(browser: InjectBrowser, name: string, query: string) {
  const token = hiddenField((await browser.get('/collections/new')).body, 'token')
  const fields = { token, icon: 'globe', pinned: '1', name, query, sort: 'title', public: '1' }
  const created = String((await browser.post('/collections/new', fields)).headers.location)
  const id = /\d+/.exec(created)![0]
  const [path] = /\/c\/[0-9a-z]+/.exec((await browser.get(`/collections/${id}`)).body)!
  return { id, path }
}

/** Requests an address as a visitor with this address of the network. */
function visit({ app }: TestApp, url: string, address: string) {
  return app.inject({ url, headers: { 'x-forwarded-for': address } })
}

const saveSea = (app: TestApp, name: string) =>
  app.save(app.alice, `https://example.org/${name}`, { title: name, content: `<p>waves ${name}</p>`, tags: 'sea' })

for (const dialect of DIALECTS) {
  test(`${dialect}: views by visitors use up neither their own budget nor the owner's`, async (t) => {
    const app = await testApp(t, dialect, { environment: ENVIRONMENT })
    await saveSea(app, 'one')
    const browser = await signedIn(app, app.alice)
    const [fixed, timed] = [
      await publish(browser, 'By the sea', 'tag:sea waves'),
      await publish(browser, 'Of late', 'tag:sea added:<7d'),
    ]
    const token = await renewFeedToken(app.services, app.alice.id)
    const feed = `/feed/alice/${token}/collections`
    const addresses = [fixed.path, timed.path, `${feed}/${fixed.id}`, `${feed}/${timed.id}`]
    addresses.push(`/feed/alice/${token}/search?term=waves`)

    for (const address of addresses) {
      for (let count = 0; count < VIEWS; count++) {
        const answer = await visit(app, address, '192.0.2.1')
        assert.equal(answer.statusCode, 200, `view ${count + 1} of ${address}: ${answer.body}`)
        assert.match(answer.body, /example\.org\/one/)
      }
    }
    assert.equal((await app.ask(app.alice, { url: '/api/search?term=waves' })).statusCode, 200)
    assert.equal((await browser.get('/search?q=waves')).statusCode, 200)

    await saveSea(app, 'two')
    for (const address of addresses) {
      assert.match((await visit(app, address, '192.0.2.1')).body, /example\.org\/two/, address)
    }
  })

  test(`${dialect}: a visitor who opens many different pages is slowed down, and other users are not`, async (t) => {
    const app = await testApp(t, dialect, { environment: ENVIRONMENT })
    await saveSea(app, 'one')
    const browser = await signedIn(app, app.alice)
    const { path } = await publish(browser, 'By the sea', 'waves')
    const answers: number[] = []
    for (let page = 1; page <= VIEWS; page++) {
      answers.push((await visit(app, `${path}?page=${page}`, '192.0.2.1')).statusCode)
    }
    assert.deepEqual([answers[0], answers[29], answers[30]], [200, 404, 429])
    assert.equal((await visit(app, `${path}?page=40`, '192.0.2.2')).statusCode, 404)
    assert.equal((await visit(app, path, '192.0.2.1')).statusCode, 200)
    assert.equal((await app.ask(app.alice, { url: '/api/search?term=waves' })).statusCode, 200)
  })
}
