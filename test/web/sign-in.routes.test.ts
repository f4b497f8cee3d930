import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openSetupCode } from '../../src/users/setup-code.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, injectBrowser, signedIn, NOWHERE } from './inject-browser.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: the first account`, async (t) => {
    await refusedSetup(t, await testApp(t, dialect, { isFresh: true }))
  })

  test(`${dialect}: of two who create the first account at the same time one succeeds, then the page is gone`, async (t) => {
    await racingSetup(await testApp(t, dialect, { isFresh: true }))
  })

  test(`${dialect}: signing in and out`, async (t) => {
    const app = await testApp(t, dialect)
    await signingIn(t, app)
    await targets(t, app)
    await sessions(t, app)
    await signingOut(t, app)
    await lives(t, app)
  })

  test(`${dialect}: behind TLS cookies are bound to the host`, async (t) => {
    const app = await testApp(t, dialect, { baseUrl: 'https://read.example.org' })
    const page = await app.app.inject({ url: '/login' })
    const [cookie] = page.cookies
    assert.deepEqual([cookie!.name, cookie!['secure'], cookie!['httpOnly']], ['__Host-csrf', true, true])
    assert.equal(page.headers['strict-transport-security'], 'max-age=31536000')
    const headers = { cookie: `csrf=${cookie!.value}`, 'content-type': 'application/x-www-form-urlencoded' }
    const payload = `_csrf_token=${cookie!.value}&_username=alice&_password=x`
    const planted = await app.app.inject({ method: 'POST', url: '/login_check', headers, payload })
    assert.equal(planted.statusCode, 403, 'a cookie without the prefix may be planted by a neighbour')
  })
}

const ADA = { username: 'ada', email: 'ada@example.org', password: 'ink on paper, twice' }

/** Opens the form for the first account. @returns a browser, the setup code, and the fields of the form */
async function openSetup(app: TestApp) {
  const code = (await openSetupCode(app.services.database))!
  const browser = injectBrowser(app)
  const page = (await browser.get(`/setup?code=${code}`)).body
  assert.match(page, /<input[^>]*name="username"[^>]*autofocus/, 'the first field of the form')
  const fields = { code: hiddenField(page, 'code'), _csrf_token: hiddenField(page, '_csrf_token'), ...ADA }
  return { code, browser, fields }
}

async function refusedSetup(t: TestContext, app: TestApp): Promise<void> {
  const { code, browser, fields } = await openSetup(app)
  await t.test('without the right code there is no form for an account, but again the one for the code', async () => {
    for (const query of ['?code=wrong', `?code=${code}x`, `?code=${code.toUpperCase()}`]) {
      const answer = await browser.get(`/setup${query}`)
      assert.equal(answer.statusCode, 403, query)
      assert.doesNotMatch(answer.body, /name="password"/)
      assert.match(answer.body, /<form action="\/setup" method="get"[^]*This code isn’t valid\./)
      assert.ok(!answer.body.includes(code))
    }
  })
  await t.test('a server without accounts shows how to find the code, which is not on the page', async () => {
    const home = await browser.get('/')
    assert.equal(home.headers['location'], '/login')
    assert.equal((await browser.get('/login')).headers['location'], '/setup')
    for (const query of ['', '?code=', `?code[]=${code}`]) {
      const answer = await browser.get(`/setup${query}`)
      assert.equal(answer.statusCode, 200)
      assert.match(
        answer.body,
        /<h1>Create the first account<\/h1>[^]*<form action="\/setup" method="get"[^]*name="code"/,
      )
      assert.ok(!answer.body.includes(code))
    }
  })
  await t.test('a form without the right token or code makes no account', async () => {
    const { _csrf_token, ...tokenless } = fields
    assert.ok(_csrf_token)
    assert.equal((await browser.post('/setup', tokenless)).statusCode, 403)
    assert.equal((await browser.post('/setup', { ...fields, code: 'wrong' })).statusCode, 403)
    assert.equal((await browser.post('/setup', fields, { 'sec-fetch-site': 'cross-site' })).statusCode, 403)
    assert.ok(await openSetupCode(app.services.database))
  })
  await t.test('an invalid field is named, and the input stays except for the password', async () => {
    const wrong: Readonly<Record<string, Record<string, string>>> = {
      password: { password: 'short' },
      username: { username: 'a@b' },
      email: { email: 'nonsense' },
    }
    const all = await browser.post(
      '/setup',
      { ...fields, ...wrong['password'], ...wrong['username'] },
      { 'accept-language': 'de' },
    )
    assert.match(all.body, /id="username-error">Verwende höchstens[^]*id="password-error">Verwende mindestens/)
    assert.doesNotMatch(all.body, /password-hint/)
    for (const [field, change] of Object.entries(wrong)) {
      const answer = await browser.post('/setup', { ...fields, ...change })
      assert.equal(answer.statusCode, 422)
      assert.match(answer.body, new RegExp(`id="${field}-error"`))
      assert.match(answer.body, /value="ada(?:@example\.org)?"/)
      assert.ok(!answer.body.includes(ADA.password))
    }
  })
}

async function racingSetup(app: TestApp): Promise<void> {
  const { code, browser, fields } = await openSetup(app)
  const other = injectBrowser(app)
  other.cookies.set('csrf', browser.cookies.get('csrf')!)
  const answers = await Promise.all([
    browser.post('/setup', fields),
    other.post('/setup', { ...fields, username: 'eve', email: '' }),
  ])
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  assert.equal(statuses[0], 303)
  assert.ok(statuses[1]! >= 403 && statuses[1]! <= 404, `${statuses[1]}`)
  const users = await app.database.prepare<{ is_admin: number }>('select is_admin from users').all()
  assert.deepEqual(
    users.map(({ is_admin }) => is_admin),
    [1],
  )
  const winner = answers[0]!.statusCode === 303 ? browser : other
  assert.equal((await winner.get('/')).statusCode, 200)
  for (const given of [code, 'wrong']) {
    assert.equal((await browser.get(`/setup?code=${given}`)).headers.location, '/login')
  }
  assert.equal((await winner.get('/login')).headers.location, '/')
  const late = injectBrowser(app)
  late.cookies.set('csrf', fields._csrf_token)
  assert.equal((await late.post('/setup', { ...fields, username: 'mallory' })).statusCode, 404)
  assert.equal(await openSetupCode(app.services.database), undefined)
}

async function signingIn(t: TestContext, app: TestApp): Promise<void> {
  await t.test(
    'visitors are redirected to the sign-in page, which contains the elements that apps look for',
    async () => {
      const browser = injectBrowser(app)
      const sent = await browser.get('/')
      assert.deepEqual([sent.statusCode, sent.headers['location']], [302, '/login'])
      const { body, headers } = await browser.get('/login')
      assert.ok(body.includes('/login_check" method="post" name="loginform">'))
      assert.match(body, /<img[^>]* alt="wallabag logo" \/>/)
      assert.match(body, /<input type="hidden" name="_csrf_token" value="[^"\s]+" \/>/)
      assert.equal(headers['cache-control'], 'no-store')
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
    },
  )
  await t.test('name or e-mail and password open a session, in a cookie that scripts cannot read', async () => {
    for (const username of ['alice', 'Alice@Example.org']) {
      const browser = injectBrowser(app)
      const answer = await browser.signIn({ ...app.alice, username })
      assert.deepEqual([answer.statusCode, answer.headers['location']], [302, '/'])
      const cookie = answer.cookies.find(({ name }) => name === 'session')!
      assert.deepEqual(
        [cookie['httpOnly'], cookie['sameSite'], cookie['path'], cookie['maxAge']],
        [true, 'Lax', '/', 86_400],
      )
      const home = await browser.get('/')
      assert.equal(home.statusCode, 200)
      assert.match(home.body, /\/logout">/)
      assert.equal((await browser.get('/login')).headers['location'], '/')
    }
  })
  await t.test('"stay signed in" keeps the cookie for 90 days', async () => {
    const answer = await injectBrowser(app).signIn(app.alice, { _remember_me: 'on' })
    assert.equal(answer.cookies.find(({ name }) => name === 'session')!['maxAge'], 90 * 86_400)
  })
  await t.test(
    'a wrong password and an unknown name have the same response, and the name stays in the field',
    async () => {
      const sentences = new Set<string | undefined>()
      for (const user of [
        { ...app.alice, password: 'wrong' },
        { username: 'nobody', password: 'wrong' },
      ]) {
        const browser = injectBrowser(app)
        const answer = await browser.signIn(user)
        assert.deepEqual([answer.statusCode, answer.headers['location']], [302, '/login'])
        const [first, second] = [(await browser.get('/login')).body, (await browser.get('/login')).body]
        sentences.add(/role="alert">([^<]+)</.exec(first)?.[1])
        const named = new RegExp(`<input[^>]*"_username"[^>]*value="${user.username}"`)
        assert.match(first, named)
        assert.doesNotMatch(second, /role="alert"/)
        assert.doesNotMatch(second, named)
        assert.match(first, /<input[^>]*"_password"[^>]*autofocus/, 'the field to fill in')
        assert.match(second, /<input[^>]*"_username"[^>]*autofocus/)
        assert.equal(browser.cookies.has('session'), false)
      }
      assert.deepEqual([...sentences], ['Wrong username or password.'])
    },
  )
  await t.test('the form is refused without its token, from another site and from nowhere', async () => {
    const browser = injectBrowser(app)
    const token = hiddenField((await browser.get('/login')).body, '_csrf_token')
    const { username, password } = app.alice
    const fields = { _username: username, _password: password, _csrf_token: token }
    const attempts = [
      browser.post('/login_check', { ...fields, _csrf_token: '' }),
      browser.post('/login_check', { ...fields, _csrf_token: 'a'.repeat(43) }),
      browser.post('/login_check', fields, { 'sec-fetch-site': 'cross-site' }),
      browser.post('/login_check', fields, { 'sec-fetch-site': 'same-site' }),
      browser.post('/login_check', fields, { origin: 'null' }),
      browser.post('/login_check', fields, { origin: 'https://evil.example' }),
      browser.post('/login_check', fields, { 'content-type': 'text/plain' }),
      browser.post('/login_check', fields, { cookie: '' }),
    ]
    for (const answer of await Promise.all(attempts)) assert.equal(answer.statusCode, 403)
    assert.equal(browser.cookies.has('session'), false)
    assert.equal((await browser.post('/login_check', fields)).headers['location'], '/')
  })
}

async function targets(t: TestContext, app: TestApp): Promise<void> {
  await t.test('after the sign-in the reader sees the requested page', async () => {
    const browser = injectBrowser(app)
    assert.equal((await browser.get('/developer?from=app')).headers['location'], '/login')
    assert.equal((await browser.signIn(app.alice)).headers['location'], '/developer?from=app')
    assert.equal((await browser.signIn(app.alice).catch(() => undefined))?.headers['location'] ?? '/', '/')
  })
  await t.test('after a session has ended, requests of scripts do not change where the sign-in leads', async () => {
    const browser = injectBrowser(app)
    await browser.get('/starred/list', { accept: 'text/html,application/xhtml+xml' })
    await browser.get('/sync?since=1', { accept: 'application/json' })
    await browser.get('/search/completions?q=a', { accept: '*/*' })
    await browser.get('/sync/events', { accept: 'text/event-stream' })
    await browser.get('/unread/list/2', { accept: 'text/html', 'turbo-frame': 'cards-2' })
    assert.equal((await browser.signIn(app.alice)).headers['location'], '/starred/list')
  })
  await t.test(
    'after a form of an ended session, the sign-in says so and leads back to the page of the form',
    async () => {
      const pages = [
        ['/view/7/tags', {}, '/view/7'],
        ['/config', { referer: 'http://dogear.test/config?x=1' }, '/config?x=1'],
        ['/config', { referer: 'http://evil.example/config' }, '/'],
        ['/view/7/tags', { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }, '/'],
      ] as const
      for (const [path, headers, target] of pages) {
        const browser = await signedIn(app, app.alice)
        browser.cookies.delete('session')
        await browser.post(path, { add: 'x' }, { accept: 'text/vnd.turbo-stream.html, text/html', ...headers })
        const isOwn = !('origin' in headers)
        for (let i = 0; i < 2; i++) assert.equal(/session has ended/.test((await browser.get('/login')).body), isOwn)
        assert.equal((await browser.signIn(app.alice)).headers['location'], target)
        assert.equal(browser.cookies.has('sign_in'), false)
      }
    },
  )
  await t.test(
    'an action of a script in an ended session is explained as well, and the sign-in leads to the page',
    async () => {
      const browser = await signedIn(app, app.alice)
      browser.cookies.delete('session')
      await browser.post('/archive/7', { archived: '1' }, { accept: 'text/vnd.turbo-stream.html' })
      await browser.get('/starred/list', { accept: 'text/html' })
      assert.match((await browser.get('/login')).body, /session has ended/)
      assert.equal((await browser.signIn(app.alice)).headers['location'], '/starred/list')
    },
  )
  await t.test('a page of an ended session says so too, and a first visit does not', async () => {
    const browser = await signedIn(app, app.alice)
    browser.cookies.set('session', 'x'.repeat(43))
    await browser.get('/starred/list', { accept: 'text/html' })
    assert.match((await browser.get('/login')).body, /session has ended/)
    const visitor = injectBrowser(app)
    await visitor.get('/starred/list', { accept: 'text/html' })
    assert.doesNotMatch((await visitor.get('/login')).body, /session has ended/)
  })
  const elsewhere = [
    '//evil.example',
    '///evil.example',
    String.raw`/\evil.example`,
    String.raw`\\evil.example`,
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    ' //evil.example',
    '@evil.example',
    '/.//evil.example',
    '/..//evil.example',
    String.raw`/a/../\evil.example`,
    '/ok\r\nset-cookie: x=y',
    `/${'a'.repeat(3000)}`,
  ]
  for (const target of elsewhere) {
    await t.test(`no redirect leads to ${JSON.stringify(target).slice(0, 40)}`, async () => {
      const browser = injectBrowser(app)
      const token = hiddenField((await browser.get('/login')).body, '_csrf_token')
      browser.cookies.set('target', target)
      const { username, password } = app.alice
      const answer = await browser.post('/login_check', {
        _username: username,
        _password: password,
        _csrf_token: token,
      })
      assert.deepEqual([answer.statusCode, answer.headers['location']], [302, '/'])
    })
  }
}

async function sessions(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a session id chosen before the sign-in is discarded', async () => {
    const browser = injectBrowser(app)
    const planted = `${app.alice.id.toString(36)}_${'a'.repeat(43)}`
    browser.cookies.set('session', planted)
    const before = hiddenField((await browser.get('/login')).body, '_csrf_token')
    await browser.signIn(app.alice)
    assert.notEqual(browser.cookies.get('session'), planted)
    const after = hiddenField((await browser.get('/')).body, 'entry[_token]')
    assert.notEqual(after, before)
    const attacker = injectBrowser(app)
    attacker.cookies.set('session', planted)
    assert.equal((await attacker.get('/')).statusCode, 302)
  })
  await t.test('every sign-in is a session of its own', async () => {
    const [first, second] = [await signedIn(app, app.alice), await signedIn(app, app.alice)]
    assert.notEqual(first.cookies.get('session'), second.cookies.get('session'))
  })
  await t.test('an access token is not accepted as a session, and a session not as an access token', async () => {
    const browser = injectBrowser(app)
    browser.cookies.set('session', await app.token(app.alice))
    assert.equal((await browser.get('/')).statusCode, 302)
    const session = (await signedIn(app, app.alice)).cookies.get('session')!
    const headers = { authorization: `Bearer ${session}` }
    assert.equal((await app.app.inject({ url: '/api/entries', headers })).statusCode, 401)
  })
}

async function signingOut(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a GET of the sign-out page has no effect, and its form ends the session permanently', async () => {
    const [browser, other] = [await signedIn(app, app.alice), await signedIn(app, app.alice)]
    const session = browser.cookies.get('session')!
    const page = await browser.get('/logout')
    assert.equal(page.statusCode, 200)
    assert.equal((await browser.get('/')).statusCode, 200)
    const token = hiddenField(page.body, '_csrf_token')
    assert.equal((await browser.post('/logout', {})).statusCode, 403)
    assert.equal((await browser.post('/logout', { _csrf_token: token }, NOWHERE)).statusCode, 403)
    assert.equal((await browser.get('/')).statusCode, 200)
    const answer = await browser.post('/logout', { _csrf_token: token })
    assert.deepEqual([answer.statusCode, answer.headers['location']], [303, '/login'])
    assert.equal(answer.headers['clear-site-data'], '"cache", "storage"')
    assert.equal(browser.cookies.has('session'), false)
    browser.cookies.set('session', session)
    assert.equal((await browser.get('/')).statusCode, 302)
    assert.equal((await other.get('/')).statusCode, 200)
  })
}

const DAY = 86_400

async function lives(t: TestContext, app: TestApp): Promise<void> {
  await t.test(
    'a session ends after a day, a remembered one when it was idle for 14 days, at the latest after 90',
    async () => {
      const [short, long] = [await signedIn(app, app.alice), injectBrowser(app)]
      await long.signIn(app.alice, { _remember_me: 'on' })
      app.clock.advance(DAY + 60)
      assert.equal((await short.get('/')).statusCode, 302)
      assert.equal((await long.get('/')).statusCode, 200)
      for (let day = 14; day <= 92; day += 13) {
        app.clock.advance(13 * DAY)
        assert.equal((await long.get('/')).statusCode, day < 90 ? 200 : 302, `day ${day}`)
      }
      const idle = injectBrowser(app)
      await idle.signIn(app.alice, { _remember_me: 'on' })
      app.clock.advance(14 * DAY + 60)
      assert.equal((await idle.get('/')).statusCode, 302)
    },
  )
}
