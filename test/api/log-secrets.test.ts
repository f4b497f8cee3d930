import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailSettings } from '../mail/mail-reader.fixture.ts'
import { LOGIN, startMailServer, type MailServer } from '../mail/mail-server.fixture.ts'
import { DIALECTS } from '../support/database.ts'
import { startTraceCollector } from '../tracing/trace-collector.fixture.ts'
import { answering, startSite, type Site } from '../support/site.ts'
import { hiddenField } from '../web/inject-browser.fixture.ts'
import { browserSession } from './browser-session.fixture.ts'
import { runServer } from './running-server.fixture.ts'

/** The unusual text makes the password recognisable in any output. */
const PASSWORD = 'marked-password ink on paper'
const WRONG = 'marked-wrong-password'
const RECIPIENT = 'marked-recipient@example.org'
const SITE = { username: 'marked-site-name', password: 'marked-site-password' }

for (const dialect of DIALECTS) {
  test(`${dialect}: log and traces contain no secret, even at the most verbose level`, async (t) => {
    const mailServer = await startMailServer(t, { onAuth: (_login, _session, done) => done(null, { user: 'x' }) })
    const collector = await startTraceCollector(t)
    const environment = {
      DOGEAR_LOG_LEVEL: 'trace',
      DOGEAR_FETCH_ALLOW: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...mailSettings(mailServer),
    }
    const server = await runServer(t, dialect, environment)
    const site = await startSite(t)
    const base = server.address
    const reader = browserSession(base)
    const code = new URL(server.setupAddress).searchParams.get('code')!
    const secrets = new Map<string, string>([
      ['password', PASSWORD],
      ['wrong password', WRONG],
      ['name at a site', SITE.username],
      ['password at a site', SITE.password],
      ['password of the mail server', LOGIN.password],
      ['recipient of a mail', RECIPIENT],
      ['login at a site', Buffer.from(`${SITE.username}:${SITE.password}`).toString('base64')],
    ])

    await makeAccount(reader, server.setupAddress)
    const client = await makeClient(reader)
    const credentials = { ...client, username: 'ada', password: PASSWORD }
    const token = await getTokens(base, credentials, secrets)
    await useToken(base, token, site.url)
    await useLogin(base, token, site)
    await sendMails(base, token, { reader, mailServer, secrets })
    await fail(base, { client, token })
    for (const [name, value] of reader.cookies) secrets.set(`cookie ${name}`, value)
    secrets.set('client secret', client.client_secret)
    await server.stop()

    const output = server.output()
    const traces = collector.text()
    assert.ok(collector.spans().length > 15)
    const lines = output.split('\n').filter((line) => line.startsWith('{'))
    await t.test('the log consists of lines of JSON about the requests', () => {
      assert.ok(lines.length > 15, output)
      const reported = lines.map((line) => JSON.parse(line) as { msg: string; route?: string; status?: number })
      assert.ok(reported.some(({ route, status }) => route === '/oauth/v2/token' && status === 400))
      assert.ok(reported.some(({ route, status }) => route === '/api/entries' && status === 200))
      assert.ok(reported.some(({ msg }) => msg === 'job finished'))
      assert.ok(reported.some(({ msg }) => msg === 'page not fetched'))
    })
    for (const [name, secret] of secrets) {
      await t.test(`no ${name}`, () => {
        for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
          assert.equal(
            output.split('\n').find((line) => line.includes(form)),
            undefined,
          )
          assert.ok(!traces.includes(form))
        }
      })
    }
    await t.test('the code for the first account is printed, and is not in the log', () => {
      assert.equal(lines.filter((line) => line.includes(code)).length, 0)
    })
    await t.test('no line contains the query, the cookies or the body of a request', () => {
      assert.equal(
        lines.filter((line) => /access_token=|_password|grant_type|cookie"|authorization"/.test(line)).length,
        0,
      )
    })
  })
}

type Reader = ReturnType<typeof browserSession>

async function makeAccount(reader: Reader, address: string): Promise<void> {
  const page = await (await reader.get(address)).text()
  const fields = { code: hiddenField(page, 'code'), _csrf_token: hiddenField(page, '_csrf_token') }
  const made = await reader.post('/setup', { ...fields, username: 'ada', email: '', password: PASSWORD })
  assert.equal(made.status, 303)
}

interface Client {
  readonly client_id: string
  readonly client_secret: string
}

async function makeClient(reader: Reader): Promise<Client> {
  const token = hiddenField(await (await reader.get('/developer/client/create')).text(), 'client[_token]')
  const made = await reader.post('/developer/client/create', { 'client[name]': 'x', 'client[_token]': token })
  const [, id, secret] = [...(await made.text()).matchAll(/<strong><code>([^<]+)<\/code><\/strong>/g)]
  return { client_id: id![1]!, client_secret: secret![1]! }
}

type Credentials = Client & { readonly username: string; readonly password: string }

/** Requests tokens in every supported way and records them as secrets. @returns the last access token */
async function getTokens(base: string, credentials: Credentials, secrets: Map<string, string>): Promise<string> {
  const url = `${base}/oauth/v2/token`
  const { client_id, client_secret, ...user } = credentials
  const query = new URLSearchParams({ grant_type: 'password', ...credentials })
  const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`
  secrets.set('Basic credentials', basic.slice(6))
  const ways = [
    await fetch(url, { method: 'POST', body: query }),
    await fetch(`${url}?${query}`),
    await fetch(url, {
      method: 'POST',
      headers: { authorization: basic, 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', ...user }),
    }),
  ]
  let [access, refresh] = ['', '']
  for (const [number, answer] of ways.entries()) {
    const tokens = (await answer.json()) as { access_token: string; refresh_token: string }
    ;[access, refresh] = [tokens.access_token, tokens.refresh_token]
    secrets.set(`access token ${number}`, access).set(`refresh token ${number}`, refresh)
  }
  const renewal = { grant_type: 'refresh_token', client_id, client_secret, refresh_token: refresh }
  assert.equal((await fetch(`${url}?${new URLSearchParams(renewal)}`)).status, 200)
  return access
}

async function useToken(base: string, token: string, site: string): Promise<void> {
  const authorization = `Bearer ${token}`
  const requests: [string, RequestInit][] = [
    ['/api/entries', { headers: { authorization } }],
    [`/api/entries?access_token=${token}`, {}],
    ['/api/entries', { method: 'POST', body: new URLSearchParams({ access_token: token, url: `${site}/news` }) }],
    ['/api/entries', { method: 'POST', body: new URLSearchParams({ access_token: token, url: `${site}/not-found` }) }],
  ]
  for (const [path, init] of requests) assert.equal((await fetch(base + path, init)).status, 200, path)
}

/**
 * Stores a login for a site and saves two pages of the site. Dogear sends the login in the header for Basic
 * authentication, and then in a form. The site rejects both.
 */
async function useLogin(base: string, token: string, site: Site): Promise<void> {
  const seen: string[] = []
  site.page('/paid', (request, response) => {
    seen.push(`${request.method} ${request.headers.authorization}`)
    answering(`Go away, ${request.headers.authorization}`, 'text/html', 401)(request, response)
  })
  const ask = async (path: string, method: string, fields: Record<string, string>) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(base + path, { method, headers, body: new URLSearchParams(fields) })).status
  }
  const saves = async () => [
    await ask('/api/site-credentials/127.0.0.1', 'PUT', SITE),
    await ask('/api/entries', 'POST', { url: `${site.url}/paid?${seen.length}` }),
  ]
  assert.deepEqual(await saves(), [200, 200])
  const rules = `requires_login: yes
login_uri: ${site.url}/paid
login_username_field: n
login_password_field: p`
  assert.equal(await ask('/api/site-rules/127.0.0.1', 'PUT', { rules }), 200)
  assert.deepEqual(await saves(), [200, 200])
  assert.match(seen[0]!, /^GET Basic /)
  assert.match(seen[1]!, /^POST undefined/)
}

interface Mailing {
  readonly reader: Reader
  readonly mailServer: MailServer
  readonly secrets: Map<string, string>
}

/** Confirms an address with the link in a mail, and sends an article, which the server first accepts and then refuses. */
async function sendMails(base: string, token: string, { reader, mailServer, secrets }: Mailing): Promise<void> {
  const form = { token: hiddenField(await (await reader.get('/config/mail')).text(), 'token') }
  assert.equal((await reader.post('/config/mail/addresses', { ...form, address: RECIPIENT })).status, 303)
  const [mail] = await mailServer.take(1)
  const [, link] = /token=([\w-]+)/.exec(mail!.text!)!
  secrets.set('token of a confirmation', link!)
  assert.equal((await reader.get(`/mail/confirm?token=${link}`)).status, 200)
  assert.equal((await reader.post('/mail/confirm', { token: link! })).status, 200)
  const headers = { authorization: `Bearer ${token}` }
  const deliver = async () => {
    const body = new URLSearchParams({ address: '1', entries: '1' })
    assert.equal((await fetch(`${base}/api/mail/deliveries`, { method: 'POST', headers, body })).status, 200)
  }
  await deliver()
  await mailServer.take(1)
  mailServer.refusal = `550 Unknown: ${RECIPIENT}`
  await deliver()
  const list = async () => (await fetch(`${base}/api/mail/deliveries`, { headers })).text()
  while (!(await list()).includes('"failed"')) await new Promise((resolve) => setTimeout(resolve, 100))
}

/** Causes each kind of error with secrets in the request, because the log describes failed requests in more detail. */
async function fail(base: string, { client, token }: { client: Client; token: string }): Promise<void> {
  const post = (path: string, fields: Record<string, string>) =>
    fetch(base + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const statuses = [
    (await post('/oauth/v2/token', { grant_type: 'password', ...client, username: 'ada', password: WRONG })).status,
    (await post('/login_check', { _username: 'ada', _password: WRONG })).status,
    (await fetch(`${base}/api/entries/999?access_token=${token}`)).status,
    (await fetch(`${base}/api/nothing?access_token=${token}`)).status,
    (await fetch(`${base}/nothing?password=${encodeURIComponent(PASSWORD)}`)).status,
    (await fetch(`${base}/api/entries?access_token=${token}`, { headers: { authorization: `Bearer ${token}` } }))
      .status,
    (await post('/api/entries', { access_token: token, url: `${token} is no address` })).status,
    (await fetch(`${base}/oauth/v2/token`, { method: 'POST', headers: JSON_TYPE, body: `{"password":"${PASSWORD}` }))
      .status,
  ]
  assert.deepEqual(statuses, [400, 403, 404, 404, 404, 400, 400, 400])
}

const JSON_TYPE = { 'content-type': 'application/json' }
