import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { SLOW_GUESSES } from '../support/slow-guesses.ts'
import { hiddenField, injectBrowser, signedIn } from './inject-browser.fixture.ts'
import { formTokenOf, halfSignedIn, phone, sendCode, setUp, shownCodes, shownSecret } from './second-factor.fixture.ts'

const PATH = '/config/security/second-factor'
const MINUTE = 60

for (const dialect of DIALECTS) {
  test(`${dialect}: a second factor`, async (t) => {
    const app = await testApp(t, dialect)
    await settingUp(t, app)
    await signingIn(t, app)
    await recovering(t, app)
    await ending(t, app)
    await switchingOff(t, app)
  })

  test(`${dialect}: guessing codes is slowed down`, async (t) => {
    const app = await testApp(t, dialect, SLOW_GUESSES)
    await guessing(t, app)
  })
}

const codeRow = async ({ database }: TestApp, id: number) =>
  database
    .prepare<{ secret_sealed: Uint8Array; confirmed_at: string | null }>(
      'select secret_sealed, confirmed_at from second_factor where user_id = $1',
    )
    .all(id)

/** @returns a new user who has started to set up the second factor */
async function startedSetup(app: TestApp) {
  const user = await app.newUser()
  const browser = await signedIn(app, user)
  const token = await formTokenOf(browser)
  await browser.post(`${PATH}/start`, { token })
  const page = (await browser.get(PATH)).body
  return { user, browser, token, page, device: phone(app, shownSecret(page)) }
}

/** @returns a new user with a second factor, whose codes so far have expired */
async function protectedUser(app: TestApp) {
  const user = await app.newUser()
  const owner = await signedIn(app, user)
  const factor = await setUp(app, owner, user)
  app.clock.advance(MINUTE)
  return { user, owner, ...factor }
}

async function settingUp(t: TestContext, app: TestApp): Promise<void> {
  await t.test('before setup there is nothing to confirm, and a GET does not start it', async () => {
    const user = await app.newUser()
    const browser = await signedIn(app, user)
    const token = await formTokenOf(browser)
    assert.equal((await browser.get(PATH)).headers.location, '/config/security')
    assert.deepEqual(await codeRow(app, user.id), [])
    assert.equal((await browser.post(`${PATH}/start`, { token: 'forged' })).statusCode, 403)
    const fields = { token, password: user.password, code: '123456' }
    assert.equal((await browser.post(`${PATH}/confirm`, fields)).statusCode, 409)
  })
  await t.test('the secret is shown as a QR code and as text, and stored sealed for its owner', async () => {
    const { user, page, device } = await startedSetup(app)
    assert.match(page, /<svg class="qr"[^>]* role="img"/)
    const [row] = await codeRow(app, user.id)
    assert.equal(row!.confirmed_at, null)
    assert.ok(!Buffer.from(row!.secret_sealed).toString('latin1').includes(device.secret))
  })
  await t.test('a wrong code, a wrong password or a foreign form does not switch it on', async () => {
    const { user, browser, token, device } = await startedSetup(app)
    const { password } = user
    const wrong = await browser.post(`${PATH}/confirm`, { token, password, code: device.code(10) })
    assert.equal(wrong.statusCode, 422)
    assert.match(wrong.body, /id="confirm-code-error"/)
    const noPassword = await browser.post(`${PATH}/confirm`, { token, password: 'x', code: device.code() })
    assert.equal(noPassword.statusCode, 422)
    assert.match(noPassword.body, /id="confirm-password-error"/)
    for (const form of ['confirm', 'codes', 'off']) {
      assert.equal((await browser.get(`${PATH}/${form}`)).headers.location, PATH, 'opened again')
    }
    const forged = { password, code: device.code(), token }
    const answer = await browser.post(`${PATH}/confirm`, forged, { 'sec-fetch-site': 'cross-site' })
    assert.equal(answer.statusCode, 403)
    assert.deepEqual((await injectBrowser(app).signIn(user)).headers.location, '/')
  })
  await t.test('the first right code switches it on and gives ten recovery codes, shown once', async () => {
    const { user, browser, token, device } = await startedSetup(app)
    const { password } = user
    const answer = await browser.post(`${PATH}/confirm`, { token, password, code: device.code() })
    assert.equal(answer.statusCode, 200)
    const codes = shownCodes(answer.body)
    assert.equal(new Set(codes).size, 10)
    assert.ok(codes.every((code) => /^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/.test(code)))
    assert.equal(answer.headers['cache-control'], 'no-store')
    for (const path of [PATH, '/config/security']) {
      const { body } = await browser.get(path)
      assert.ok(!body.includes(device.secret) && !body.includes(codes[0]!), path)
    }
    assert.equal((await browser.post(`${PATH}/start`, { token })).statusCode, 409, 'the secret is not replaced')
  })
}

async function signingIn(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the right password alone opens only the second step', async () => {
    const { user } = await protectedUser(app)
    const browser = await halfSignedIn(app, user)
    assert.equal(browser.cookies.has('session'), false)
    assert.equal((await browser.get('/')).headers.location, '/login')
    browser.cookies.set('session', browser.cookies.get('sign_in_step')!)
    assert.equal((await browser.get('/')).headers.location, '/login')
    const headers = { authorization: `Bearer ${browser.cookies.get('sign_in_step')}` }
    assert.equal((await app.app.inject({ url: '/api/entries', headers })).statusCode, 401)
  })
  await t.test('a right code opens a session, once: the next sign-in needs the next code', async () => {
    const { user, device } = await protectedUser(app)
    const browser = await halfSignedIn(app, user)
    const step = browser.cookies.get('sign_in_step')!
    const answer = await sendCode(browser, device.code())
    assert.deepEqual([answer.statusCode, answer.headers.location], [302, '/'])
    assert.equal((await browser.get('/')).statusCode, 200)
    const again = await halfSignedIn(app, user)
    assert.match((await again.get('/2fa')).body, /<input id="auth_code"[^>]* autofocus/)
    assert.equal((await sendCode(again, device.code())).statusCode, 422)
    assert.equal((await again.get('/2fa_check')).headers.location, '/2fa', 'the address of a refused code')
    assert.equal((await sendCode(again, device.code(-1))).statusCode, 422, 'nor one before it')
    browser.cookies.set('sign_in_step', step)
    assert.equal((await browser.get('/2fa')).headers.location, '/login', 'the step is over')
    app.clock.advance(30)
    assert.equal((await sendCode(again, device.code())).headers.location, '/')
  })
  await t.test('a clock may be wrong by half a minute, not by more', async () => {
    const { user, device } = await protectedUser(app)
    const browser = await halfSignedIn(app, user)
    for (const steps of [-3, 3]) assert.equal((await sendCode(browser, device.code(steps))).statusCode, 422)
    const spaced = device.code(1).replace(/(...)/, ' $1 ')
    assert.equal((await sendCode(browser, spaced)).headers.location, '/')
  })
  await t.test('of many requests with the same code, one succeeds', async () => {
    const { user, device } = await protectedUser(app)
    const browsers = await Promise.all(Array.from({ length: 5 }, () => halfSignedIn(app, user)))
    const code = device.code()
    const pages = await Promise.all(browsers.map((browser) => browser.get('/2fa')))
    const answers = await Promise.all(
      browsers.map((browser, index) => {
        const token = hiddenField(pages[index]!.body, '_csrf_token')
        return browser.post('/2fa_check', { _auth_code: code, _csrf_token: token })
      }),
    )
    assert.equal(answers.filter(({ statusCode }) => statusCode === 302).length, 1)
  })
  await t.test('the target page and "stay signed in" survive the second step', async () => {
    const { user, device } = await protectedUser(app)
    const browser = injectBrowser(app)
    await browser.get('/developer?from=app')
    assert.equal((await browser.signIn(user, { _remember_me: 'on' })).headers.location, '/2fa')
    const answer = await sendCode(browser, device.code())
    assert.equal(answer.headers.location, '/developer?from=app')
    assert.equal(answer.cookies.find(({ name }) => name === 'session')!['maxAge'], 90 * 86_400)
  })
  await t.test('the form of the second step is refused from elsewhere and without its token', async () => {
    const { user, device } = await protectedUser(app)
    const browser = await halfSignedIn(app, user)
    const token = hiddenField((await browser.get('/2fa')).body, '_csrf_token')
    const fields = { _auth_code: device.code(), _csrf_token: token }
    assert.equal((await browser.post('/2fa_check', fields, { origin: 'https://evil.example' })).statusCode, 403)
    assert.equal((await browser.post('/2fa_check', { ...fields, _csrf_token: '' })).statusCode, 403)
    assert.equal((await browser.post('/2fa_check', fields)).headers.location, '/')
  })
}

async function recovering(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a recovery code lets in once, in any case and spacing', async () => {
    const { user, owner, codes } = await protectedUser(app)
    const [first = '', second = ''] = codes
    const typed = first.toUpperCase().replaceAll('-', ' ')
    assert.equal((await sendCode(await halfSignedIn(app, user), typed)).headers.location, '/')
    const again = await halfSignedIn(app, user)
    assert.equal((await sendCode(again, first)).statusCode, 422)
    assert.equal((await sendCode(again, second)).headers.location, '/')
    assert.match((await again.get('/')).body, /class="notice"[^>]*>[^]*8 recovery codes left/, 'the next page says so')
    assert.match((await owner.get('/config/security')).body, /8 recovery codes left/)
  })
  await t.test('a code of another user is refused', async () => {
    const [{ codes }, other] = [await protectedUser(app), await protectedUser(app)]
    assert.equal((await sendCode(await halfSignedIn(app, other.user), codes[2]!)).statusCode, 422)
  })
  await t.test('new codes take a password and a code, and make the old ones void', async () => {
    const { user, owner, device, codes, token } = await protectedUser(app)
    const { password } = user
    const attempts = [{ password, code: '000000' }, { password: 'x', code: device.code() }, { password }]
    for (const fields of attempts) {
      assert.equal((await owner.post(`${PATH}/codes`, { token, ...fields })).statusCode, 422)
    }
    const answer = await owner.post(`${PATH}/codes`, { token, password, code: device.code() })
    const fresh = shownCodes(answer.body)
    assert.equal(fresh.length, 10)
    const browser = await halfSignedIn(app, user)
    assert.equal((await sendCode(browser, codes[3]!)).statusCode, 422)
    assert.equal((await sendCode(browser, fresh[0]!)).headers.location, '/')
  })
}

async function ending(t: TestContext, app: TestApp): Promise<void> {
  await t.test('the second step is over after five minutes', async () => {
    const { user } = await protectedUser(app)
    const browser = await halfSignedIn(app, user)
    app.clock.advance(5 * MINUTE + 1)
    assert.equal((await browser.get('/2fa')).headers.location, '/login')
    assert.match((await browser.get('/login')).body, /sign-in expired/)
  })
  await t.test('after five wrong codes the form asks for the password again', async () => {
    const { user } = await protectedUser(app)
    const browser = await halfSignedIn(app, user)
    const token = hiddenField((await browser.get('/2fa')).body, '_csrf_token')
    const send = () => browser.post('/2fa_check', { _auth_code: '000000', _csrf_token: token })
    for (let tries = 0; tries < 5; tries++) assert.equal((await send()).statusCode, 422)
    assert.equal((await send()).headers.location, '/login')
    assert.equal((await browser.get('/2fa')).headers.location, '/login')
  })
  await t.test('without a first step, or with an invented one, there is no page for the code', async () => {
    const browser = injectBrowser(app)
    assert.equal((await browser.get('/2fa')).headers.location, '/login')
    for (const planted of ['x', `${app.bob.id.toString(36)}_${'a'.repeat(43)}`]) {
      browser.cookies.set('sign_in_step', planted)
      assert.equal((await browser.get('/2fa')).headers.location, '/login')
    }
  })
}

async function switchingOff(t: TestContext, app: TestApp): Promise<void> {
  await t.test('switching it off needs both password and code', async () => {
    const { user, owner: browser, device, token } = await protectedUser(app)
    const { password } = user
    const right = { token, password, code: device.code() }
    const less = [
      { token, password },
      { token, code: device.code() },
      { ...right, password: 'x' },
      { ...right, code: '1' },
    ]
    for (const fields of less) assert.equal((await browser.post(`${PATH}/off`, fields as never)).statusCode, 422)
    assert.equal((await browser.post(`${PATH}/off`, { ...right, token: '' })).statusCode, 403)
    assert.equal((await browser.get(`${PATH}/off`)).headers.location, PATH, 'a GET changes nothing')
    assert.equal((await injectBrowser(app).signIn(user)).headers.location, '/2fa')
    assert.equal((await browser.post(`${PATH}/off`, right)).headers.location, '/config/security')
    assert.equal((await injectBrowser(app).signIn(user)).headers.location, '/')
    const left = await app.database.prepare('select user_id from recovery_code where user_id = $1').all(user.id)
    assert.deepEqual(left, [])
  })
}

/** Uses up the budget for wrong codes of a new user, with right passwords in between. */
async function withoutGuesses(app: TestApp) {
  const { user, owner, device } = await protectedUser(app)
  const waiting = await halfSignedIn(app, user)
  const waitingToken = hiddenField((await waiting.get('/2fa')).body, '_csrf_token')
  for (let round = 0; round < 2; round++) {
    const browser = await halfSignedIn(app, user)
    const token = hiddenField((await browser.get('/2fa')).body, '_csrf_token')
    for (let tries = 0; tries < 5; tries++) {
      const answer = await browser.post('/2fa_check', { _auth_code: '000000', _csrf_token: token })
      assert.equal(answer.statusCode, 422, `round ${round}, try ${tries}`)
    }
  }
  return { user, owner, device, waiting, waitingToken }
}

async function guessing(t: TestContext, app: TestApp): Promise<void> {
  await t.test('ten wrong codes use up the budget, even with right passwords in between', async () => {
    const { user } = await withoutGuesses(app)
    const late = await injectBrowser(app).signIn(user)
    assert.equal(late.statusCode, 429)
    assert.match(late.body, /Too many attempts. Try again in \d+ seconds/)
  })
  await t.test('codes and confirming passwords are not checked either', async () => {
    const { user, owner, device, waiting, waitingToken } = await withoutGuesses(app)
    const refused = await waiting.post('/2fa_check', { _auth_code: device.code(), _csrf_token: waitingToken })
    assert.equal(refused.statusCode, 429)
    assert.ok(Number(refused.headers['retry-after']) > 5)
    assert.match(refused.body, /Too many attempts[^]*name="_auth_code"|name="_auth_code"[^]*Too many attempts/)
    const proof = { token: await formTokenOf(owner), name: 'Phone', password: user.password }
    const confirmed = await owner.post('/config/security/app-passwords', proof)
    assert.equal(confirmed.statusCode, 429)
    assert.ok(Number(confirmed.headers['retry-after']) > 5)
    assert.match(confirmed.body, /Try again in \d+ seconds/)
  })
  await t.test('open sessions continue, and other users can sign in', async () => {
    const { owner } = await withoutGuesses(app)
    assert.equal((await owner.get('/')).statusCode, 200)
    assert.equal((await injectBrowser(app).signIn(await app.newUser())).headers.location, '/')
  })
}
