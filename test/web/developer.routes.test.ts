import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type TestUser } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser, signedIn, type InjectBrowser, NOWHERE } from './inject-browser.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: the developer pages`, async (t) => {
    const app = await testApp(t, dialect)
    await android(t, app)
    await extension(t, app)
    await creation(t, app)
    await completeAnswers(t, app)
    await forgery(t, app)
    await deletion(t, app)
  })
}

/** Matches a client on the page, as the Android app does: name, id, secret, redirect URIs, grant types and form. */
const CLIENT = new RegExp(
  String.raw`<div class="collapsible-header">([^<]+) - #(\d+)</div>` +
    String.raw`[\s\S]*?<strong><code>([^<]+)</code></strong>`.repeat(4) +
    String.raw`[\s\S]*?/developer/client/delete/`,
  'g',
)

interface ClientSecret {
  readonly clientId: string
  readonly secret: string
}

interface ShownClient extends ClientSecret {
  readonly name: string
  readonly id: string
}

async function shownClients(browser: InjectBrowser): Promise<ShownClient[]> {
  const { statusCode, body } = await browser.get('/developer')
  assert.equal(statusCode, 200)
  return [...body.matchAll(CLIENT)].map(([, name, id, clientId, secret]) => ({
    name: name!,
    id: id!,
    clientId: clientId!,
    secret: secret!,
  }))
}

async function create(browser: InjectBrowser, fields: Readonly<Record<string, string>>) {
  const page = await browser.get('/developer/client/create')
  return browser.post('/developer/client/create', {
    'client[name]': 'Phone',
    'client[redirect_uris]': '',
    'client[save]': '',
    'client[_token]': hiddenField(page.body, 'client[_token]'),
    ...fields,
  })
}

/** @returns the status of a token request with these credentials */
async function tokenStatus({ app }: TestApp, client: ClientSecret, user: TestUser): Promise<number> {
  const { clientId, secret } = client
  const { username, password } = user
  const payload = { grant_type: 'password', client_id: clientId, client_secret: secret, username, password }
  return (await app.inject({ method: 'POST', url: '/oauth/v2/token', payload })).statusCode
}

async function android(t: TestContext, app: TestApp): Promise<void> {
  await t.test('Android signs in, finds no client of its name, makes one and gets a token with it', async () => {
    const user = await app.newUser()
    const browser = injectBrowser(app)
    const login = (await browser.get('/login')).body
    assert.match(login, /\/login_check"? method="?post"? name="?loginform"?>/)
    assert.match(login, /alt="wallabag logo" ?\/?>/)
    const token = /<input type="hidden" name="_csrf_token" value="([^"\s]+)" ?\/?>/.exec(login)![1]!
    const { username, password } = user
    const fields = { _username: username, _password: password, _csrf_token: token }
    // The Android app is not a browser, so it sends neither `Origin` nor `Sec-Fetch-Site`.
    const answer = await app.app.inject({
      method: 'POST',
      url: '/login_check',
      headers: {
        cookie: `csrf=${browser.cookies.get('csrf')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(fields).toString(),
    })
    assert.deepEqual([answer.statusCode, answer.headers['location']], [302, '/'])
    browser.cookies.set('session', answer.cookies.find(({ name }) => name === 'session')!.value)
    const home = (await browser.get('/')).body
    assert.match(home, /\/logout"?>/)
    assert.match(home, /alt="wallabag logo" ?\/?>/)
    await makeAndroidClient(app, user, browser)
  })
}

/** Does what the Android app does after the sign-in, with an empty redirect address. */
async function makeAndroidClient(app: TestApp, user: TestUser, browser: InjectBrowser): Promise<void> {
  assert.deepEqual(await shownClients(browser), [])
  const form = (await browser.get('/developer/client/create')).body
  const token = /<input type="hidden" id="client__token" name="client\[_token\]" value="([^"]+)" ?\/?>/.exec(form)![1]!
  const fields = { 'client[name]': 'Android app', 'client[redirect_uris]': '', 'client[save]': '' }
  const made = await browser.post('/developer/client/create', { ...fields, 'client[_token]': token })
  assert.equal(made.statusCode, 200)
  const [client] = (await shownClients(browser)).filter(({ name }) => name === 'Android app')
  assert.match(client!.clientId, new RegExp(`^${client!.id}_[0-9a-z]+$`))
  assert.equal(await tokenStatus(app, client!, user), 200)
}

async function extension(t: TestContext, app: TestApp): Promise<void> {
  await t.test('wallabagger is sent away without a session, and reads the first two codes with one', async () => {
    assert.equal((await app.app.inject({ url: '/developer' })).statusCode, 302)
    const browser = await signedIn(app, await app.newUser())
    await create(browser, { 'client[name]': 'Android app' })
    const { body } = await browser.get('/developer')
    const [header, rest] = body.split('class="collapsible-body"')
    assert.match(header!, /class="collapsible-header">Android app/)
    const codes = [...rest!.matchAll(/<code>([^<]+)<\/code>/g)].map((match) => match[1])
    const [client] = await shownClients(browser)
    assert.deepEqual(codes.slice(0, 2), [client!.clientId, client!.secret])
  })
}

async function creation(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a client takes any absolute redirect address, and shows name, id and secret', async () => {
    const user = await app.newUser()
    const browser = await signedIn(app, user)
    for (const uri of [
      '',
      'https://example.org/back',
      'http://localhost:1234',
      'app.phone:/back',
      'urn:ietf:wg:oauth:2.0:oob',
    ]) {
      const answer = await create(browser, { 'client[redirect_uris]': uri })
      assert.equal(answer.statusCode, 200, uri)
      const codes = [...answer.body.matchAll(/<strong><code>([^<]+)<\/code><\/strong>/g)].map((match) => match[1]!)
      assert.equal(codes[0], 'Phone')
      assert.equal(await tokenStatus(app, { clientId: codes[1]!, secret: codes[2]! }, user), 200)
      assert.equal(answer.headers['cache-control'], 'no-store')
    }
  })
  await t.test('an invalid address is refused beside its field, and the input stays', async () => {
    const browser = await signedIn(app, await app.newUser())
    await create(browser, {})
    const before = await shownClients(browser)
    for (const uri of ['nonsense', '/back', `https://example.org/${'a'.repeat(2000)}`]) {
      const answer = await create(browser, { 'client[redirect_uris]': uri, 'client[name]': 'Typed' })
      assert.equal(answer.statusCode, 422)
      assert.match(answer.body, /id="client_redirect_uris-error"/)
      assert.match(answer.body, /value="Typed"/)
    }
    assert.deepEqual(await shownClients(browser), before)
  })
  await t.test('a client without a name gets one, and markup in a name stays text', async () => {
    const browser = await signedIn(app, await app.newUser())
    await create(browser, { 'client[name]': '  ' })
    await create(browser, { 'client[name]': '<b>"bold"</b>' })
    const names = (await shownClients(browser)).map(({ name }) => name)
    assert.ok(names.includes('Default client'))
    assert.ok(names.includes('&lt;b&gt;&quot;bold&quot;&lt;/b&gt;') || names.some((name) => name.includes('&lt;b&gt;')))
  })
  await t.test('users do not see clients of others', async () => {
    await create(await signedIn(app, await app.newUser()), {})
    const other = await signedIn(app, await app.newUser())
    assert.deepEqual(await shownClients(other), [])
  })
}

async function completeAnswers(t: TestContext, app: TestApp): Promise<void> {
  await t.test('complete answers are set when a client is made, and on its page', async () => {
    const browser = await signedIn(app, await app.newUser())
    await create(browser, { 'client[name]': 'Emacs', 'client[complete_answers]': '1' })
    const { id } = (await shownClients(browser)).find(({ name }) => name === 'Emacs')!
    const path = `/developer/client/${id}`
    const box = async () => {
      const { body } = await browser.get(path)
      const token = hiddenField(body, 'token')
      return { isChecked: /<input type="checkbox" id="client_complete"[^>]* checked>/.test(body), token }
    }
    const { isChecked, token } = await box()
    assert.ok(isChecked)
    const answer = await browser.post(path, { token })
    assert.deepEqual([answer.statusCode, answer.headers['location']], [303, path])
    assert.equal((await box()).isChecked, false)
    await browser.post(path, { token, 'client[complete_answers]': '1' })
    assert.ok((await box()).isChecked)
    assert.equal((await browser.post('/developer/client/99999', { token })).statusCode, 404)
  })
}

async function forgery(t: TestContext, app: TestApp): Promise<void> {
  await t.test('forms with a missing or foreign token, or from elsewhere, have no effect', async () => {
    const user = await app.newUser()
    const [browser, other] = [await signedIn(app, user), await signedIn(app, user)]
    await create(browser, {})
    const token = hiddenField((await browser.get('/developer/client/create')).body, 'client[_token]')
    const foreign = hiddenField((await other.get('/developer/client/create')).body, 'client[_token]')
    const before = await shownClients(browser)
    const { id } = before[0]!
    const fields = { 'client[name]': 'Forged' }
    const attempts = [
      browser.post('/developer/client/create', fields),
      browser.post('/developer/client/create', { ...fields, 'client[_token]': foreign }),
      browser.post('/developer/client/create', { ...fields, 'client[_token]': token }, NOWHERE),
      browser.post(
        '/developer/client/create',
        { ...fields, 'client[_token]': token },
        { 'sec-fetch-site': 'cross-site' },
      ),
      browser.post(
        '/developer/client/create',
        { ...fields, 'client[_token]': token },
        { 'content-type': 'text/plain' },
      ),
      browser.post(`/developer/client/delete/${id}`, {}),
      browser.post(`/developer/client/delete/${id}`, { token: foreign }),
      browser.post(`/developer/client/delete/${id}`, { token }, { origin: 'https://evil.example' }),
    ]
    for (const { statusCode } of await Promise.all(attempts)) assert.equal(statusCode, 403)
    assert.equal((await browser.get(`/developer/client/delete/${id}?token=${token}`)).statusCode, 405)
    await browser.get(`/developer/client/create?client[name]=Forged&client[_token]=${token}`)
    assert.deepEqual(await shownClients(browser), before)
  })
}

async function deletion(t: TestContext, app: TestApp): Promise<void> {
  await t.test('only its owner can delete a client, and its tokens are deleted with it', async () => {
    const user = await app.newUser()
    const browser = await signedIn(app, user)
    for (const name of ['Phone', 'Reader']) await create(browser, { 'client[name]': name })
    const clients = await shownClients(browser)
    const client = clients.find(({ name }) => name === 'Phone')!
    assert.equal(await tokenStatus(app, client, user), 200)
    const token = hiddenField((await browser.get('/developer')).body, 'token')
    const carol = await signedIn(app, app.carol)
    const hers = hiddenField((await carol.get('/developer/client/create')).body, 'client[_token]')
    assert.equal((await carol.post(`/developer/client/delete/${client.id}`, { token: hers })).statusCode, 404)
    for (const id of ['0', 'x', '99999999999999999999', '1%27']) {
      assert.equal((await browser.post(`/developer/client/delete/${id}`, { token })).statusCode, 404)
    }
    const answer = await browser.post(`/developer/client/delete/${client.id}`, { token })
    assert.deepEqual([answer.statusCode, answer.headers['location']], [303, '/developer'])
    assert.deepEqual(
      (await shownClients(browser)).map(({ id }) => id),
      clients.map(({ id }) => id).filter((id) => id !== client.id),
    )
    assert.equal(await tokenStatus(app, client, user), 400)
  })
}
