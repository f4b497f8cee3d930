import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: input of the field, saving after signing in, and share addresses`, async (t) => {
    const app = await testApp(t, dialect)
    const browser = await signedIn(app, app.alice)
    await pasted(t, app, browser)
    await signedOut(t, app)
    await shareAddress(t, app, browser)
  })
}

async function savedBy(app: TestApp, user: TestUser): Promise<string[]> {
  const rows = await app.database
    .prepare<{ url: string }>('select given_url as url from entry where user_id = $1 order by id')
    .all(user.id)
  return rows.map(({ url }) => url)
}

async function paste(browser: InjectBrowser, text: string, headers = {}) {
  const token = hiddenField((await browser.get('/')).body, 'entry[_token]')
  return browser.post('/new-entry', { 'entry[_token]': token, 'entry[url]': text, list: 'unread' }, headers)
}

async function pasted(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  await t.test('an address without a scheme, with quotes and blanks around it, is saved', async () => {
    assert.equal((await paste(browser, '  "Example.org/Foo" ')).headers['location'], '/')
    assert.deepEqual(await savedBy(app, app.alice), ['Example.org/Foo'])
  })
  await t.test('several addresses in a text are saved with one summary, and each new one gets a card', async () => {
    const before = await savedBy(app, app.alice)
    const text = 'See [one](https://example.org/1), https://example.org/2. And https://EXAMPLE.org/1!'
    const answer = await paste(browser, text, { accept: 'text/vnd.turbo-stream.html' })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.body.match(/action="prepend"/g)?.length, 2)
    assert.match(answer.body, /2 pages saved/)
    const again = await paste(browser, `${text} https://example.org/3`)
    assert.equal(again.headers['location'], '/')
    assert.match((await browser.get('/')).body, /1 page saved, 2 already saved/)
    const all = await paste(browser, text)
    assert.equal(all.headers['location'], '/')
    assert.match((await browser.get('/')).body, /All 2 pages were already saved/)
    const added = ['1', '2', '3'].map((name) => `https://example.org/${name}`)
    assert.deepEqual(await savedBy(app, app.alice), [...before, ...added])
  })
  await t.test('a text without addresses or with more than a hundred is refused, and nothing is saved', async () => {
    const before = await savedBy(app, app.alice)
    const many = Array.from({ length: 101 }, (_, i) => `https://many.example/${i}`).join(' ')
    for (const [text, sentence] of [
      ['tides and walls', /Search for “tides and walls” instead/],
      ['javascript:alert(1)', /No web address found/],
      [many, /more than 100 addresses/],
    ] as const) {
      const answer = await paste(browser, text)
      assert.equal(answer.statusCode, 422)
      assert.match(answer.body, sentence)
    }
    assert.deepEqual(await savedBy(app, app.alice), before)
  })
}

async function signedOut(t: TestContext, app: TestApp): Promise<void> {
  const url = 'https://example.org/kept'
  await t.test('a save whose session has expired continues after signing in', async () => {
    const browser = await signedIn(app, app.bob)
    browser.cookies.delete('session')
    const answer = await browser.post('/new-entry', { 'entry[_token]': 'old', 'entry[url]': `${url} ${url}/2` })
    assert.deepEqual([answer.statusCode, answer.headers['location']], [302, '/login'])
    assert.deepEqual(await savedBy(app, app.bob), [])
    assert.equal((await browser.signIn(app.bob)).headers['location'], '/')
    assert.match((await browser.get('/')).body, /2 pages saved/)
    assert.deepEqual(await savedBy(app, app.bob), [url, `${url}/2`])
    assert.equal(browser.cookies.has('waiting_save'), false)
  })
  await t.test('a wrong password keeps it waiting, and other sites cannot leave a save', async () => {
    const browser = injectBrowser(app)
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://sub.dogear.test', 'sec-fetch-site': 'same-site' },
    ]) {
      await browser.post('/new-entry', { 'entry[url]': 'https://evil.example/' }, headers)
      assert.equal(browser.cookies.has('waiting_save'), false)
    }
    await browser.post('/new-entry', { 'entry[url]': 'https://example.org/patient' })
    await browser.signIn({ username: 'bob', password: 'wrong' })
    await browser.signIn(app.bob)
    assert.deepEqual((await savedBy(app, app.bob)).at(-1), 'https://example.org/patient')
  })
}

/** @returns the token in the sharing URL on the settings page */
async function tokenOf(browser: InjectBrowser): Promise<string> {
  const { body } = await browser.get('/config/saving')
  const token = /http:\/\/dogear\.test\/bookmarklet\?token=([\w-]+)&amp;url=\{url\}/.exec(body)?.[1]
  assert.ok(token, 'no share address on the page')
  return token
}

async function shareAddress(t: TestContext, app: TestApp, browser: InjectBrowser): Promise<void> {
  const token = await tokenOf(browser)
  const stranger = injectBrowser(app)
  const open = (url: string, given = token, from = stranger) =>
    from.get(`/bookmarklet?${new URLSearchParams({ token: given, url }).toString()}`)
  await t.test('an address with the token saves at once, without a session, and shows the entry', async () => {
    const url = 'https://example.org/shared'
    const answer = await open(url)
    assert.equal(answer.statusCode, 200)
    assert.match(answer.body, /<h1>Saved<\/h1>[^]*example\.org\/shared/)
    assert.match((await open(url)).body, /<h1>Already saved<\/h1>/)
    assert.equal((await savedBy(app, app.alice)).at(-1), url)
    assert.deepEqual([answer.headers['cache-control'], stranger.cookies.has('session')], ['no-store', false])
  })
  await t.test('HEAD, which previews of links send, saves nothing', async () => {
    const before = await savedBy(app, app.alice)
    const url = `/bookmarklet?token=${token}&url=https://example.org/previewed`
    assert.equal((await app.app.inject({ method: 'HEAD', url })).statusCode, 405)
    assert.deepEqual(await savedBy(app, app.alice), before)
  })
  await t.test('the token allows nothing else', async () => {
    for (const path of ['/', '/view/1', '/config', '/unread/list', '/api/entries', '/api/user']) {
      const { statusCode } = await stranger.get(`${path}?token=${token}&access_token=${token}`)
      assert.ok([302, 401].includes(statusCode), `${path} ${statusCode}`)
    }
    const bearer = { authorization: `Bearer ${token}` }
    assert.equal((await stranger.get('/api/entries', bearer)).statusCode, 401)
  })
  await t.test('a wrong token, one of a suspended account and no address are refused', async () => {
    const before = await savedBy(app, app.alice)
    for (const wrong of ['', 'x', `${token}x`, token.slice(0, -1), `zz_${token.split('_')[1]}`, token.toUpperCase()]) {
      assert.equal((await open('https://example.org/wrong', wrong)).statusCode, 403, wrong)
    }
    assert.equal((await open('javascript:alert(1)')).statusCode, 400)
    const ofCarol = await tokenOf(await signedIn(app, app.carol))
    await app.database.transaction((tx) =>
      tx.updateTable('users').set({ is_enabled: 0 }).where('id', '=', app.carol.id).execute(),
    )
    assert.equal((await open('https://example.org/wrong', ofCarol)).statusCode, 403)
    assert.deepEqual(await savedBy(app, app.alice), before)
  })
  await t.test('a new key ends the old address, and saves with the new one', async () => {
    const form = hiddenField((await browser.get('/config/saving')).body, 'token')
    await browser.post('/config/saving/renew', { token: form })
    assert.equal((await open('https://example.org/old')).statusCode, 403)
    assert.equal((await open('https://example.org/new', await tokenOf(browser))).statusCode, 200)
  })
  await t.test('without a token the address waits in the field, with the focus on the button', async () => {
    const { body } = await browser.get('/bookmarklet?url=https%3A%2F%2Fexample.org%2Fasked')
    assert.match(body, /<button autofocus [^>]*>Save<\/button>/)
    assert.doesNotMatch((await browser.get('/')).body, /autofocus/)
    assert.equal((await stranger.get('/bookmarklet?url=x')).headers['location'], '/login')
  })
}
