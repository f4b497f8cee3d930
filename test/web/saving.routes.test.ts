import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser, signedIn, type InjectBrowser, NOWHERE } from './inject-browser.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: saving from other pages and other apps`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    await keys(t, app, browser)
    await renewing(t, app, browser)
    await shares(t, app, browser)
    await strangers(t, app)
  })
}

const address = (name: string) => `https://example.org/${name}`
const NOBODY = { origin: 'null', 'sec-fetch-site': 'none' }

/** @returns the URLs of all entries of a user */
async function savedBy(app: TestApp, user: TestUser): Promise<string[]> {
  const rows = await app.database
    .prepare<{ url: string }>('select given_url as url from entry where user_id = $1 order by id')
    .all(user.id)
  return rows.map(({ url }) => url)
}

/** @returns the key in the bookmarklet on the settings page */
async function keyOf(browser: InjectBrowser): Promise<string> {
  const key = /\+&#39;#([\w-]{22})&#39;|\+'#([\w-]{22})'/.exec((await browser.get('/config/saving')).body)
  assert.ok(key, 'no key on the page')
  return (key[1] ?? key[2])!
}

const askingPage = (browser: InjectBrowser, name: string) =>
  browser.get(`/bookmarklet?url=${encodeURIComponent(address(name))}`)

const tokenOf = async (browser: InjectBrowser) => hiddenField((await askingPage(browser, 'token')).body, 'token')

async function keys(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  const key = await keyOf(browser)
  const send = async (fields: Record<string, string>, headers = {}) =>
    browser.post('/bookmarklet', { token: await tokenOf(browser), ...fields }, headers)
  await t.test('a bookmark without its key, or with a wrong one, asks for the press', async () => {
    const bob = await keyOf(await signedIn(app, app.bob))
    for (const wrong of ['', 'x', `${key}x`, key.slice(1), key.toLowerCase(), bob]) {
      const answer = await send({ url: address('wrong'), key: wrong })
      assert.equal(answer.statusCode, 422, wrong)
      assert.match(answer.body, /name="entry\[url\]"[^>]* value="https:\/\/example\.org\/wrong"/)
    }
    assert.deepEqual(await savedBy(app, app.alice), [])
  })
  await t.test('the right key saves nothing by GET, without the token of the form, or for another site', async () => {
    await browser.get(`/bookmarklet?key=${key}&url=${encodeURIComponent(address('get'))}`)
    assert.equal((await browser.post('/bookmarklet', { key, url: address('no-token') })).statusCode, 403)
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, NOWHERE]) {
      assert.equal((await send({ key, url: address('elsewhere') }, headers)).statusCode, 403)
    }
    assert.deepEqual(await savedBy(app, app.alice), [])
  })
  await t.test('the right key saves at once, and the list shows the result', async () => {
    const saved = await send({ key, url: address('right'), title: 'Ink & <paper>' })
    assert.deepEqual([saved.statusCode, saved.headers['location']], [303, '/'])
    assert.match((await browser.get('/')).body, /Saved: Ink &amp; &lt;paper&gt;/)
    const again = await send({ key, url: address('right') })
    assert.deepEqual([again.statusCode, again.headers['location']], [303, '/'])
    assert.match((await browser.get('/')).body, /Already saved: example\.org\/right/)
    assert.deepEqual(await savedBy(app, app.alice), [address('right')])
  })
  await t.test('an invalid address is refused beside the field', async () => {
    const answer = await send({ key, url: 'javascript:alert(1)' })
    assert.equal(answer.statusCode, 422)
    assert.match(answer.body, /id="entry_url-error"/)
  })
}

async function renewing(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  await t.test('a new key invalidates the old one', async () => {
    const old = await keyOf(browser)
    const renewed = await browser.post('/config/saving/renew', { token: await tokenOf(browser) })
    assert.deepEqual([renewed.statusCode, renewed.headers['location']], [303, '/config/saving'])
    const key = await keyOf(browser)
    assert.notEqual(key, old)
    const send = async (given: string) =>
      browser.post('/bookmarklet', { token: await tokenOf(browser), key: given, url: address('renewed') })
    assert.equal((await send(old)).statusCode, 422)
    assert.equal((await send(key)).statusCode, 303)
    assert.deepEqual(await savedBy(app, app.alice), [address('right'), address('renewed')])
    assert.equal((await browser.post('/config/saving/renew', {})).statusCode, 403)
    assert.equal(await keyOf(browser), key)
  })
}

async function shares(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  const before = await savedBy(app, app.alice)
  await t.test('a share from a page, or of unknown origin, asks for confirmation', async () => {
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://sub.dogear.test', 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'none' },
      { origin: 'null', 'sec-fetch-site': '' },
    ]) {
      const answer = await browser.post('/share-target', { url: address('forged') }, headers)
      const path = `/bookmarklet?url=${encodeURIComponent(address('forged'))}`
      assert.deepEqual([answer.statusCode, answer.headers['location']], [303, path])
      assert.match((await browser.get(path)).body, /value="https:\/\/example\.org\/forged"/)
    }
    assert.deepEqual(await savedBy(app, app.alice), before)
  })
  const elsewhere = { origin: 'null', 'sec-fetch-site': '' }
  await t.test('an address that is too long to be saved is cut before it becomes part of a header', async () => {
    const answer = await browser.post('/share-target', { url: address('a'.repeat(500_000)) }, elsewhere)
    assert.equal(answer.statusCode, 303)
    assert.ok(String(answer.headers['location']).length < 9000)
    const refused = await browser.post('/share-target', { url: address('a'.repeat(500_000)) }, NOBODY)
    assert.equal(refused.statusCode, 422)
  })
  await t.test('a share from the system is saved at once, whichever field contains the address', async () => {
    const text = { text: `Worth reading ${address('text')} they say`, title: 'Worth reading', url: '' }
    for (const fields of [{ url: address('url') }, text]) {
      const answer = await browser.post('/share-target', fields, NOBODY)
      assert.deepEqual([answer.statusCode, answer.headers['location']], [303, '/'])
    }
    assert.match((await browser.get('/')).body, /Saved: Worth reading/)
    assert.deepEqual(await savedBy(app, app.alice), [...before, address('url'), address('text')])
    assert.equal((await browser.post('/share-target', { text: 'no address' }, NOBODY)).statusCode, 422)
  })
}

async function strangers(t: TestContext, app: TestApp): Promise<void> {
  await t.test('after signing in, the address waits for confirmation', async () => {
    const carol = injectBrowser(app)
    const shared = await carol.post('/share-target', { url: address('later'), title: 'Later' }, NOBODY)
    assert.deepEqual([shared.statusCode, shared.headers['location']], [303, '/login'])
    const target = String((await carol.signIn(app.carol)).headers['location'])
    assert.match(target, /^\/bookmarklet\?/)
    assert.match((await carol.get(target)).body, /value="https:\/\/example\.org\/later"/)
    assert.deepEqual(await savedBy(app, app.carol), [])
  })
}
