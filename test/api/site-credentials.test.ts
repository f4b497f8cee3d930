import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener } from 'node:http'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, leadingTo, NEWS, startSite, type Site } from '../support/site.ts'
import { waitFor } from '../crash/wait-for.ts'
import { dumpTables } from './dump-tables.fixture.ts'

const USERNAME = 'ann of the harbour'
const PASSWORD = 'marked-p\u00e4ss word'
const BASIC = `Basic ${Buffer.from(`${USERNAME}:${PASSWORD}`).toString('base64')}`

for (const dialect of DIALECTS) {
  test(`${dialect}: logins for sites are stored by user, encrypted, and used when a page is fetched`, async (t) => {
    const app = await testApp(t, dialect)
    const other = await startSite(t)
    await keeping(t, app)
    await refusing(t, app)
    await sealing(t, app)
    await using(t, app, other)
    await redirecting(t, app, other)
    await signingIn(t, app, other)
  })
}

const put = (
  app: TestApp,
  host: string,
  payload: object = { username: USERNAME, password: PASSWORD },
  actor = app.alice,
) => app.ask(actor, { method: 'PUT', url: `/api/site-credentials/${encodeURIComponent(host)}`, payload })
const get = (app: TestApp, path = '', actor = app.alice) => app.ask(actor, { url: `/api/site-credentials${path}` })
const remove = (app: TestApp, host: string, actor = app.alice) =>
  app.ask(actor, { method: 'DELETE', url: `/api/site-credentials/${host}` })

async function keeping(t: TestContext, app: TestApp): Promise<void> {
  await t.test('logins are stored by host, listed, replaced and deleted, and no password is answered', async () => {
    const stored = await put(app, 'BÜCHER.Example.com')
    const { host, username, ...times } = stored.json<Record<string, string>>()
    assert.deepEqual([stored.statusCode, host, username], [200, 'xn--bcher-kva.example.com', USERNAME])
    assert.deepEqual(Object.keys(times), ['created_at', 'updated_at'])
    await put(app, '.example.org')
    await put(app, '.example.org', { username: 'ben', password: 'other' })
    const answers = [stored, await get(app), await get(app, '/.example.org')]
    assert.deepEqual(
      answers[1]!.json<{ host: string; username: string }[]>().map((one) => [one.host, one.username]),
      [
        ['.example.org', 'ben'],
        ['xn--bcher-kva.example.com', USERNAME],
      ],
    )
    for (const { body } of answers) assert.doesNotMatch(body, /pass|marked|other/i)
    assert.equal((await remove(app, '.example.org')).json().username, 'ben')
    assert.equal((await get(app, '/.example.org')).statusCode, 404)
    assert.equal((await remove(app, '.example.org')).statusCode, 404)
  })
  await t.test('users neither see nor change logins of others', async () => {
    await put(app, 'BÜCHER.Example.com')
    assert.deepEqual((await get(app, '', app.bob)).json(), [])
    assert.equal((await get(app, '/xn--bcher-kva.example.com', app.bob)).statusCode, 404)
    assert.equal((await remove(app, 'xn--bcher-kva.example.com', app.bob)).statusCode, 404)
    assert.equal((await get(app, '/xn--bcher-kva.example.com')).statusCode, 200)
  })
  await t.test('every change increases the revision, so that clients notice it', async () => {
    const revision = async () => {
      const rows = await app.database.prepare<{ revision: number }>(REVISION).all(app.alice.id)
      return Number(rows[0]!.revision)
    }
    const before = await revision()
    await put(app, 'counted.example')
    assert.equal(await revision(), before + 1)
    await remove(app, 'counted.example')
    assert.equal(await revision(), before + 2)
  })
}

const REVISION = 'select revision from user_revision where user_id = $1'

async function refusing(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an invalid host, name or password is refused', async () => {
    const hosts = ['no host', '.com', 'example.com:8080', 'https://example.com', 'a@example.com', '.127.0.0.1', '..x.y']
    for (const host of hosts) assert.equal((await put(app, host)).statusCode, 400, host)
    const unfit = [
      {},
      { username: USERNAME },
      { password: 'x' },
      { username: 'a:b', password: 'x' },
      { username: 'a\nb', password: 'x' },
      { username: USERNAME, password: 'x\u007f' },
      { username: 'a'.repeat(256), password: 'x' },
      { username: USERNAME, password: 'x'.repeat(1025) },
    ]
    for (const payload of unfit)
      assert.equal((await put(app, 'unfit.example', payload)).statusCode, 400, JSON.stringify(payload).slice(0, 50))
    assert.equal((await get(app, '/unfit.example')).statusCode, 404)
  })
  await t.test('one user has logins for a hundred hosts, and can still change them', async () => {
    for (let i = 0; i < 100; i++) assert.equal((await put(app, `h${i}.example`, undefined, app.carol)).statusCode, 200)
    assert.equal((await put(app, 'h100.example', undefined, app.carol)).statusCode, 400)
    assert.equal((await put(app, 'h7.example', { username: 'new' }, app.carol)).json().username, 'new')
  })
}

async function sealing(t: TestContext, app: TestApp): Promise<void> {
  await t.test('neither name nor password is readable in the database', async () => {
    await put(app, 'sealed.example')
    const dump = JSON.stringify(await dumpTables(app.database, ['site_credential']))
    for (const secret of [USERNAME, PASSWORD]) {
      for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]) {
        assert.ok(!dump.includes(form), form)
      }
    }
  })
  await t.test('a row that is moved to another user or host, or changed, does not open', async () => {
    await put(app, 'moved.example')
    const move = async (set: Partial<Record<'user_id' | 'host' | 'username_sealed', never>>) =>
      app.database.transaction(async (tx) => {
        await tx.updateTable('site_credential').set(set).where('host', 'like', '%moved.example').execute()
      })
    assert.equal((await get(app, '/moved.example')).json().username, USERNAME)
    await move({ host: 'un-moved.example' as never })
    assert.equal((await get(app, '/un-moved.example')).json().username, null)
    await move({ host: 'moved.example' as never, user_id: app.bob.id as never })
    assert.equal((await get(app, '/moved.example', app.bob)).json().username, null)
    await move({ user_id: app.alice.id as never })
    assert.equal((await get(app, '/moved.example')).json().username, USERNAME)
    await move({ username_sealed: Buffer.alloc(40, 1) as never })
    assert.equal((await get(app, '/moved.example')).json().username, null)
  })
}

/** Serves a page that requires Basic authentication, and records the requests. */
function paid(seen: IncomingMessage[], page: RequestListener = answering(articlePage(NEWS))): RequestListener {
  return (request, response) => {
    seen.push(request)
    if (request.headers.authorization === BASIC) return page(request, response)
    response.writeHead(401, { 'www-authenticate': 'Basic realm="paid", charset="UTF-8"' }).end('Pay.')
  }
}

const extraction = async (app: TestApp, id: number) =>
  (await app.ask(app.alice, { url: `/api/entries/${id}/extraction` })).json<{
    steps: { name: string; note: string }[]
    failure?: { code: string; message: string; next: string }
  }>()

async function using(t: TestContext, app: TestApp, other: Site): Promise<void> {
  const [seen, images]: [IncomingMessage[], IncomingMessage[]] = [[], []]
  other.page('/seen.gif', (request, response) => {
    images.push(request)
    response.writeHead(404).end()
  })
  app.site.page('/paid', paid(seen, answering(articlePage(NEWS).replace('/img/wall.jpg', `${other.url}/seen.gif`))))
  const address = `${app.site.url}/paid`
  await t.test('a page with Basic authentication is fetched with the login of its owner only', async () => {
    assert.equal((await app.save(app.bob, address))['http_status'], '401')
    await put(app, '127.0.0.1')
    const entry = await app.save(app.alice, address)
    assert.deepEqual([entry['title'], entry['http_status']], [NEWS.title, '200'])
    const { steps, failure } = await extraction(app, entry.id)
    assert.ok(!failure)
    assert.match(steps.find(({ name }) => name === 'login')!.note, /127\.0\.0\.1/)
    assert.doesNotMatch(JSON.stringify([entry, steps]), /marked-p/)
    await waitFor('the image', () => images.length > 0)
    assert.equal(images[0]!.headers.authorization, undefined)
    const reloaded = await app.ask(app.bob, { method: 'PATCH', url: `/api/entries/${await idOf(app, address)}/reload` })
    assert.equal(reloaded.statusCode, 304)
    assert.equal(seen.at(-1)!.headers.authorization, undefined)
  })
  await t.test('its capture is stored only for the owner of the login', async () => {
    await app.save(app.bob, address)
    await put(app, '127.0.0.1')
    await app.save(app.alice, address)
    const rows = await app.database.prepare<{ user_id: number }>(CAPTURES).all(address)
    assert.deepEqual(
      rows.map((row) => Number(row.user_id)),
      [app.alice.id, app.bob.id].toSorted((a, b) => a - b),
    )
    const bodies = await app.database.prepare<{ user_id: number }>(BODIES).all(10)
    assert.ok(!bodies.some((row) => Number(row.user_id) === app.bob.id))
  })
  await t.test('a refused login is said in words, with where it can be changed', async () => {
    await put(app, '127.0.0.1', { username: USERNAME, password: 'wrong' })
    app.site.page('/paid-too', paid(seen))
    const { id } = await app.save(app.alice, `${app.site.url}/paid-too`)
    const { failure } = await extraction(app, id)
    assert.deepEqual([failure?.code, failure?.message], ['login_refused', 'The site rejected your login.'])
    assert.match(failure!.next, /Site logins/)
  })
}

const CAPTURES = 'select user_id from capture where url = $1 order by user_id'
/** Selects the owners of the stored page bodies above a minimum size. Only pages with a text have such bodies. */
const BODIES = 'select user_id from capture_body where size > $1'

async function idOf(app: TestApp, address: string): Promise<number> {
  const url = `/api/entries/exists?return_id=1&url=${encodeURIComponent(address)}`
  return (await app.ask(app.bob, { url })).json<{ exists: number }>().exists
}

async function redirecting(t: TestContext, app: TestApp, other: Site): Promise<void> {
  const [home, away]: [IncomingMessage[], IncomingMessage[]] = [[], []]
  await t.test('a redirect does not reveal the login to another site, and works on the way back', async () => {
    await put(app, '127.0.0.1')
    const stranger = other.url.replace('127.0.0.1', 'other.localhost')
    app.site.page('/start', leadingTo(`${stranger}/through`))
    other.page('/through', (request, response) => {
      away.push(request)
      leadingTo(`${app.site.url}/end`)(request, response)
    })
    app.site.page('/end', paid(home))
    assert.equal((await app.save(app.alice, `${app.site.url}/start`))['title'], NEWS.title)
    assert.deepEqual([home.length, away.length], [1, 1])
    assert.equal(away[0]!.headers.authorization, undefined)
  })
  await t.test('a short link to a site with a stored login uses the login', async () => {
    await put(app, '127.0.0.1')
    const stranger = other.url.replace('127.0.0.1', 'other.localhost')
    app.site.page('/linked', paid(home))
    other.page('/short', leadingTo(`${app.site.url}/linked`))
    assert.equal((await app.save(app.alice, `${stranger}/short`))['title'], NEWS.title)
  })
}

const RULES = (site: string) => `requires_login: yes
login_uri: ${site}/door
login_username_field: who
login_password_field: word
login_extra_fields: remember=1
login_extra_fields: _token=@=xpath('//input[@name="_token"]', request_html('${site}/form'))
not_logged_in_xpath: //a[@class='sign-in']`

/**
 * Sets up a site with a sign-in form that contains a token. The site sets a session cookie if a submitted form contains
 * the correct login and token, and `isFlawed` returns false. @returns the submitted forms
 */
function membersSite(site: Site, isFlawed: () => boolean): Record<string, string>[] {
  const forms: Record<string, string>[] = []
  const form = '<form><input name="_token" value="t0k"></form>'
  site.page('/form', (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'form=7; Path=/' }).end(form)
  })
  site.page('/door', async (request, response) => {
    const fields = Object.fromEntries(new URLSearchParams(await bodyOf(request)))
    forms.push({ ...fields, method: request.method!, cookie: request.headers.cookie ?? '' })
    const isRight = fields['who'] === USERNAME && fields['word'] === PASSWORD && fields['_token'] === 't0k'
    const cookie = isRight && !isFlawed() ? { 'set-cookie': 'sid=member; Path=/; HttpOnly' } : {}
    response.writeHead(302, { ...cookie, location: '/home' }).end()
  })
  return forms
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

async function signingIn(t: TestContext, app: TestApp, other: Site): Promise<void> {
  await put(app, '127.0.0.1')
  let flaws = 0
  const forms = membersSite(app.site, () => flaws-- > 0)
  const seen: IncomingMessage[] = []
  const members: RequestListener = (request, response) => {
    seen.push(request)
    const isMember = request.headers.cookie?.includes('sid=member') === true
    const page = isMember ? articlePage(NEWS) : '<p>Only for members. <a class="sign-in" href="/form">Sign in</a></p>'
    answering(page)(request, response)
  }
  const setRules = (rules: string) =>
    app.ask(app.alice, { method: 'PUT', url: '/api/site-rules/127.0.0.1', payload: { rules } })
  const save = async (path: string) => {
    app.site.page(path, members)
    return app.save(app.alice, app.site.url + path)
  }
  await t.test('where the rules of a site name its form, it is signed in to by that and not by Basic', async () => {
    assert.equal((await setRules(RULES(app.site.url))).statusCode, 200)
    assert.equal((await save('/members/1'))['title'], NEWS.title)
    const sent = { who: USERNAME, word: PASSWORD, remember: '1', _token: 't0k' }
    assert.deepEqual(forms, [{ ...sent, method: 'POST', cookie: 'form=7' }])
    assert.equal(seen.at(-1)!.headers.authorization, undefined)
  })
  await t.test('a page that shows no signed-in user is fetched again', async () => {
    await setRules(RULES(app.site.url))
    const before = forms.length
    flaws = 1
    assert.equal((await save('/members/2'))['title'], NEWS.title)
    assert.equal(forms.length, before + 2)
    flaws = 99
    const { id } = await save('/members/3')
    assert.equal((await extraction(app, id)).failure?.code, 'login_refused')
    assert.equal(forms.length, before + 4)
    flaws = 0
  })
  await t.test('the next fetch has no cookies of the previous one', async () => {
    await app.ask(app.alice, { method: 'DELETE', url: '/api/site-rules/127.0.0.1' })
    await save('/members/4')
    assert.equal(seen.at(-1)!.headers.cookie, undefined)
  })
  await t.test('S18: a form is sent to no other site, whatever the rules', async () => {
    const stranger = other.url.replace('127.0.0.1', 'other.localhost')
    let doors = 0
    other.page('/door', (request, response) => {
      doors++
      response.end()
    })
    await setRules(RULES(stranger))
    const { id } = await save('/members/5')
    assert.equal(doors, 0)
    assert.equal((await extraction(app, id)).failure?.code, 'login_refused')
  })
}
