import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { APPS } from '../../src/web/connect/apps.ts'
import { hiddenField, injectBrowser, signedIn, NOWHERE, type InjectBrowser } from './inject-browser.fixture.ts'
import { setUp } from './second-factor.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: the pages that connect apps`, async (t) => {
    const app = await testApp(t, dialect)
    await list(t, app)
    await keys(t, app)
    await articles(t, app)
    await direct(t, app)
    await refusals(t, app)
  })
}

test('apps whose interface is off are not offered', async (t) => {
  const settings = ['LINKDING', 'GREADER', 'FEVER', 'MINIFLUX', 'MCP', 'SAVERS', 'READECK', 'KOSYNC', 'OPDS', 'KOBO']
  const environment = Object.fromEntries(settings.map((name) => [`DOGEAR_${name}`, 'off']))
  const app = await testApp(t, 'sqlite', { environment })
  const browser = await signedIn(app, app.alice)
  const shown = tiles((await browser.get('/connect')).body)
  const expected = APPS.filter((one) => ['wallabag', 'capture'].includes(one.interface)).map(({ id }) => id)
  assert.deepEqual(new Set(shown), new Set(expected))
  assert.equal((await browser.get('/connect/newsboat')).statusCode, 404)
})

/** @returns the ids of the apps on a page */
const tiles = (page: string): string[] => [...page.matchAll(/href="\/connect\/([\w-]+)"/g)].map(([, id]) => id!)

async function list(t: TestContext, app: TestApp): Promise<void> {
  await t.test('each app has a tile that leads to its page', async () => {
    assert.equal((await app.app.inject({ url: '/connect' })).statusCode, 302)
    const browser = await signedIn(app, app.alice)
    const { body } = await browser.get('/connect')
    assert.deepEqual(new Set(tiles(body)), new Set(APPS.map(({ id }) => id)))
    assert.match(body, /href="\/developer"/)
    assert.match(body, /href="\/config\/mail"><span class="app-tile"><span class="app-name">Kindle, PocketBook</)
    for (const { id, name } of APPS) {
      const page = await browser.get(`/connect/${id}`)
      assert.equal(page.statusCode, 200, id)
      assert.ok(page.body.includes(name), id)
    }
  })
  await t.test('the list is filtered without scripts, by names and platforms', async () => {
    const browser = await signedIn(app, app.alice)
    assert.deepEqual(tiles((await browser.get('/connect?q=NetNews')).body), ['netnewswire', 'netnewswire'])
    assert.deepEqual(tiles((await browser.get('/connect?q=android+wallabag')).body), ['wallabag-android'])
    assert.deepEqual(tiles((await browser.get('/connect?q=linkdy')).body), ['linkding-apps'])
    assert.match((await browser.get('/connect?q=kindle')).body, /class="app-name">Kindle, PocketBook</)
    const { body } = await browser.get('/connect?q=nothing')
    assert.doesNotMatch(body, /class="app-tile"/)
    assert.match(body, /No app found/)
    assert.doesNotMatch(body, /hidden[^>]*>No app found/)
  })
}

/** Creates the key of an app. @returns the answer, and the texts that the page offers to copy */
async function createKey(browser: InjectBrowser, id: string, fields: Readonly<Record<string, string>> = {}) {
  const token = hiddenField((await browser.get(`/connect/${id}`)).body, 'token')
  const answer = await browser.post(`/connect/${id}`, { token, ...fields })
  return { answer, values: shownValues(answer.body), file: codeBlock(answer.body) }
}

type Node = DefaultTreeAdapterTypes.Node

function* nodes(node: Node): Generator<Node> {
  yield node
  for (const child of 'childNodes' in node ? node.childNodes : []) yield* nodes(child)
}

const textOf = (node: Node): string =>
  [...nodes(node)]
    .map((one) => (one.nodeName === '#text' ? (one as DefaultTreeAdapterTypes.TextNode).value : ''))
    .join('')

/** @returns what to enter in the app, by the label of its field */
function shownValues(page: string): Readonly<Record<string, string>> {
  const all = [...nodes(parse(page))]
  const labels = all.filter(({ nodeName }) => nodeName === 'dt').map(textOf)
  const contents = all
    .filter(({ nodeName }) => nodeName === 'dd')
    .map((dd) => textOf([...nodes(dd)].find(({ nodeName }) => nodeName === 'code')!))
  return Object.fromEntries(labels.map((label, index) => [label, contents[index]!]))
}

/** @returns the file or the command on a page; empty if there is none */
function codeBlock(page: string): string {
  const block = [...nodes(parse(page))].find(({ nodeName }) => nodeName === 'pre')
  return block ? textOf(block) : ''
}

const isWaiting = async (browser: InjectBrowser, id: string) =>
  /Waiting for the first request/.test((await browser.get(`/connect/${id}`)).body)

async function keys(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a wallabag app gets a client and a key, and is connected after its first token', async () => {
    const user = await app.newUser()
    const browser = await signedIn(app, user)
    assert.equal(await isWaiting(browser, 'obsidian'), false)
    const { answer, values } = await createKey(browser, 'obsidian')
    assert.equal(answer.statusCode, 200)
    assert.equal(values['Server URL'], app.baseUrl)
    assert.equal(values['Username'], user.username)
    assert.match(answer.body, /Waiting for the first request from Obsidian/)
    assert.ok(await isWaiting(browser, 'obsidian'))
    assert.ok(!(await browser.get('/connect/obsidian')).body.includes(values['Password']!), 'the key is shown once')
    assert.equal((await tokenFor(app, values)).statusCode, 200)
    assert.equal(await isWaiting(browser, 'obsidian'), false)
    assert.match((await browser.get('/connect/obsidian')).body, /Obsidian is connected/)
  })
  await t.test('a key has only the rights that its app needs', async () => {
    const browser = await signedIn(app, await app.newUser())
    const { values } = await createKey(browser, 'singlefile')
    assert.equal(values['URL'], `${app.baseUrl}/api/capture`)
    assert.match((await browser.get('/config/security')).body, /SingleFile[^]*?Save only/)
  })
  await t.test('a second key of an app waits for a request of its own', async () => {
    const browser = await signedIn(app, await app.newUser())
    const { file } = await createKey(browser, 'curl')
    assert.equal((await runCurl(app, file)).statusCode, 201)
    assert.equal(await isWaiting(browser, 'curl'), false)
    await createKey(browser, 'curl')
    assert.ok(await isWaiting(browser, 'curl'))
  })
}

function tokenFor({ app }: TestApp, values: Readonly<Record<string, string>>) {
  const payload = new URLSearchParams({
    grant_type: 'password',
    client_id: values['Client ID']!,
    client_secret: values['Client Secret'] ?? values['Client secret']!,
    username: values['Username']!,
    password: values['Password']!,
  }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return app.inject({ method: 'POST', url: '/oauth/v2/token', headers, payload })
}

/** Sends the request of the command on the page of curl. */
function runCurl({ app, baseUrl }: TestApp, command: string) {
  const [, url, authorization, page] = /^curl (\S+) -H 'Authorization: ([^']+)' --data-urlencode url=(\S+)$/.exec(
    command,
  )!
  return app.inject({
    method: 'POST',
    url: url!.slice(baseUrl.length),
    headers: { authorization: authorization!, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ url: page! }).toString(),
  })
}

/** From an empty account to the first article, with nothing but what the pages show. */
async function articles(t: TestContext, app: TestApp): Promise<void> {
  const firstArticle = async (id: string, read: (shown: Shown) => Promise<string>) => {
    const user = await app.newUser()
    await app.save(user, 'https://a.example/first', { title: 'The first article', content: '<p>Text</p>' })
    const browser = await signedIn(app, user)
    const { values, file } = await createKey(browser, id)
    assert.match(await read({ user, values, file }), /The first article/, id)
    assert.match((await browser.get(`/connect/${id}`)).body, /is connected/, id)
  }
  await t.test('the values of each interface lead to the first article', async () => {
    await firstArticle('koreader', async ({ values }) => {
      const { access_token: token } = (await tokenFor(app, values)).json<{ access_token: string }>()
      return (await app.app.inject({ url: '/api/entries', headers: { authorization: `Bearer ${token}` } })).body
    })
    await firstArticle('netnewswire', async ({ values }) => googleReader(app, values))
    await firstArticle('linkding-extension', async ({ values }) => {
      const headers = { authorization: `Token ${values['API Authentication Token']!}` }
      const url = `${values['Base URL']!}/api/bookmarks/`.slice(app.baseUrl.length)
      return (await app.app.inject({ url, headers })).body
    })
    await firstArticle('newsboat', async ({ file }) => {
      const [, address, login, password] = /miniflux-url "(.+)"\nminiflux-login "(.+)"\nminiflux-password "(.+)"/.exec(
        file,
      )!
      const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`
      return (
        await app.app.inject({ url: `${address}/v1/entries`.slice(app.baseUrl.length), headers: { authorization } })
      ).body
    })
  })
  await t.test('the values for book readers, and the address for those without fields, open the catalog', async () => {
    await firstArticle('opds-apps', async ({ values, file }) => {
      const path = (address: string) => `${address}/v2/unread`.slice(app.baseUrl.length)
      const login = Buffer.from(`${values['Username']!}:${values['Password']!}`).toString('base64')
      const headers = { authorization: `Basic ${login}` }
      const { body } = await app.app.inject({ url: path(values['URL']!), headers })
      assert.equal((await app.app.inject({ url: path(file) })).body.replaceAll(/\/t\/[^/]+/g, ''), body)
      return body
    })
  })
  await t.test('the address for shortcuts saves a page', async () => {
    const { file } = await createKey(await signedIn(app, await app.newUser()), 'shortcuts')
    const url = file.slice(app.baseUrl.length) + encodeURIComponent('https://a.example/from-a-phone')
    assert.equal((await app.app.inject({ url })).statusCode, 201)
  })
  await t.test('the file for KOReader contains the values, and its steps lead to the first download', async () => {
    const { values, file, answer } = await createKey(await signedIn(app, await app.newUser()), 'koreader')
    assert.match(
      answer.body,
      /Tools → Wallabag → Settings → Configure Wallabag server.*Apply.*Download folder.*Download new articles/s,
    )
    for (const value of Object.values(values)) assert.ok(file.includes(`"${value}"`), value)
  })
}

interface Shown {
  readonly user: TestUser
  readonly values: Readonly<Record<string, string>>
  readonly file: string
}

async function googleReader({ app, baseUrl }: TestApp, values: Readonly<Record<string, string>>): Promise<string> {
  const path = values['API URL']!.slice(baseUrl.length)
  const payload = new URLSearchParams({ Email: values['Username']!, Passwd: values['Password']! }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const login = await app.inject({ method: 'POST', url: `${path}/accounts/ClientLogin`, headers, payload })
  const [, auth] = /^Auth=(.+)$/m.exec(login.body)!
  const url = `${path}/reader/api/0/stream/contents/user/-/state/com.google/reading-list`
  return (await app.inject({ url, headers: { authorization: `GoogleLogin auth=${auth}` } })).body
}

async function direct(t: TestContext, app: TestApp): Promise<void> {
  await t.test(
    'the wallabag app for Android is opened by a link or a QR code, and creates its client itself',
    async () => {
      const user = await app.newUser()
      const browser = await signedIn(app, user)
      const { body } = await browser.get('/connect/wallabag-android')
      assert.ok(body.includes(`href="wallabag://${user.username}@${app.baseUrl}"`))
      assert.match(body, /<svg class="qr"/)
      assert.ok(await isWaiting(browser, 'wallabag-android'))
      const form = (await browser.get('/developer/client/create')).body
      const token = hiddenField(form, 'client[_token]')
      const made = await browser.post('/developer/client/create', {
        'client[name]': 'Android app',
        'client[_token]': token,
      })
      const [, id, secret] = [...made.body.matchAll(/<strong><code>([^<]+)<\/code><\/strong>/g)].map(
        ([, value]) => value!,
      )
      const { username, password } = user
      const values = { 'Client ID': id!, 'Client Secret': secret!, Username: username, Password: password }
      assert.equal((await tokenFor(app, values)).statusCode, 200)
      assert.equal(await isWaiting(browser, 'wallabag-android'), false)
    },
  )
  await t.test('with a second factor, the wallabag app for Android needs a key', async () => {
    const user = await app.newUser()
    const browser = await signedIn(app, user)
    await setUp(app, browser, user)
    const { body } = await browser.get('/connect/wallabag-android')
    assert.doesNotMatch(body, /<svg class="qr"/)
    const { values } = await createKey(browser, 'wallabag-android', { password: user.password })
    assert.equal((await tokenFor(app, values)).statusCode, 200)
  })
  await t.test('apps without keys show their steps at once, and refuse the form', async () => {
    const browser = await signedIn(app, app.alice)
    const { body } = await browser.get('/connect/freshrss')
    assert.equal(shownValues(body)['Share URL to use'], app.baseUrl)
    const token = hiddenField((await browser.get('/connect/curl')).body, 'token')
    assert.equal((await browser.post('/connect/freshrss', { token })).statusCode, 404)
    assert.match((await browser.get('/connect/assistants')).body, /<code[^>]*>http:\/\/dogear\.test\/mcp<\/code>/)
  })
}

const countKeys = async (browser: InjectBrowser) =>
  (await browser.get('/config/security')).body.match(/app-passwords\/delete/g)?.length ?? 0

async function refusals(t: TestContext, app: TestApp): Promise<void> {
  await t.test('some time after the sign-in, a key needs the password', async () => {
    const user = await app.newUser()
    const browser = await signedIn(app, user)
    app.clock.advance(15 * 60)
    assert.match((await browser.get('/connect/curl')).body, /type="password"/)
    for (const fields of [{}, { password: 'wrong' }]) {
      const { answer } = await createKey(browser, 'curl', fields)
      assert.equal(answer.statusCode, 422)
      assert.match(answer.body, /class="field-error"/)
    }
    assert.equal(await countKeys(browser), 0)
    assert.equal((await createKey(browser, 'curl', { password: user.password })).answer.statusCode, 200)
    assert.equal(await countKeys(browser), 1)
  })
  await t.test('a forged form creates nothing, and neither does one for an unknown app', async () => {
    const browser = await signedIn(app, await app.newUser())
    const token = hiddenField((await browser.get('/connect/curl')).body, 'token')
    const attempts = [
      browser.post('/connect/curl', {}),
      browser.post('/connect/curl', { token: 'x' }),
      browser.post('/connect/curl', { token }, NOWHERE),
    ]
    for (const { statusCode } of await Promise.all(attempts)) assert.equal(statusCode, 403)
    assert.equal((await browser.post('/connect/unknown', { token })).statusCode, 404)
    assert.equal((await injectBrowser(app).get('/connect/curl')).statusCode, 302)
    assert.equal(await countKeys(browser), 0)
  })
  await t.test('the fifty-first key is refused, and creates no client', async () => {
    const browser = await signedIn(app, await app.newUser())
    for (let count = 0; count < 50; count++) await createKey(browser, 'curl')
    const { answer } = await createKey(browser, 'koreader')
    assert.equal(answer.statusCode, 422)
    assert.match(answer.body, /role="alert"/)
    assert.match((await browser.get('/developer')).body, /No clients yet/)
  })
}
