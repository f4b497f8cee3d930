import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { browserSession, type BrowserSession } from '../api/browser-session.fixture.ts'
import { startDogear } from '../crash/dogear-process.ts'
import { ask, grantToken, makeAccount, type Account } from '../crash/api-client.ts'
import { waitFor } from '../crash/wait-for.ts'
import { freePort } from '../support/ports.ts'
import { answering, articlePage, NEWS, startSite } from '../support/site.ts'
import { hiddenField } from '../web/inject-browser.fixture.ts'
import { makeCertificate, PROXIES, startProxy, type RunningProxy } from './proxy-process.ts'

/**
 * Runs the installed proxies with the example configurations of `packaging`, in front of a real server. Not part of
 * `npm test`.
 */

/** Maximum size of an import file in bytes; see src/imports/import.ts. */
const LARGEST_FILE = 100 * 1024 * 1024

/** Time limit in milliseconds for the first bytes of a stream. */
const FIRST_EVENT_MS = 5000

for (const program of PROXIES) {
  try {
    execFileSync('sh', ['-c', `command -v ${program} || command -v /usr/sbin/${program}`], { stdio: 'ignore' })
  } catch {
    console.error(`Install ${program} first: apt-get install ${PROXIES.join(' ')}`)
    process.exit(1)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'dogear-certificate-'))
const pair = makeCertificate(folder)
setDefaultCACertificates([...getCACertificates(), readFileSync(pair.certificate, 'utf8')])
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

for (const name of PROXIES) {
  test(`${name} with its example configuration`, async (t) => {
    const port = await freePort()
    const site = await startSite(t)
    const data = mkdtempSync(join(tmpdir(), 'dogear-proxied-'))
    t.after(() => rmSync(data, { recursive: true, force: true }))
    const proxy = await before(t, name, port, data)
    const { account } = proxy
    const token = await grantToken(proxy.base, account)

    await t.test('the page for signing in works, and its cookie is for TLS only', async () => {
      const browser = await signedIn(proxy.base, account)
      assert.equal((await browser.get('/')).status, 200)
    })

    await t.test('server-sent events arrive one by one', async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      site.page('/late', (incoming, outgoing) => {
        void released.then(() => answering(articlePage(NEWS))(incoming, outgoing))
      })
      const call = { method: 'POST', path: '/api/entries.json', body: { url: `${site.url}/late` } } as const
      const saved = await ask(proxy.base, token, call)
      assert.ok(saved.kind === 'answered')
      const browser = await signedIn(proxy.base, account)
      const events = await browser.get(`/events?ids=${String(saved.body['id'])}`)
      const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
      // A proxy that buffers responses would send the first event only when the stream ends. The stream ends after the
      // page is fetched, which waits for `release`.
      const first = await Promise.race([reader.read(), pause(FIRST_EVENT_MS, undefined, { ref: false })])
      assert.match(first?.value ?? 'nothing arrived', /^retry: 3000/)
      release()
      let text = ''
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
      assert.match(text, new RegExp(`${NEWS.title}[^]*event: end`))
    })

    await t.test('bodies pass up to the limits of Dogear, which answers beyond them itself', async () => {
      const content = `<p>${'A long text. '.repeat(280_000)}</p>`
      const call = {
        method: 'POST',
        path: '/api/entries.json',
        body: { url: `${site.url}/long`, title: 'Long', content },
      }
      const saved = await ask(proxy.base, token, call as typeof call & { method: 'POST' })
      assert.ok(saved.kind === 'answered' && saved.status === 200, JSON.stringify(saved).slice(0, 300))
      assert.equal(await upload(proxy.base, token, LARGEST_FILE), 201)
      assert.equal(await upload(proxy.base, token, LARGEST_FILE + 1), 413)
    })

    await t.test('the server sees the address of the client, and no address that the client invents', async () => {
      assert.equal(await askFrom('127.0.0.2', proxy), 401)
      const seen = /"event":"access-refused","address":"127\.0\.0\.2"/
      await waitFor('the refusal in the log', () => seen.test(proxy.log()))
      assert.doesNotMatch(proxy.log(), /203\.0\.113\.9/)
    })
  })
}

interface ProxiedServer extends RunningProxy {
  readonly account: Account
  /** @returns the log of the server */
  log(): string
}

/** Starts the server with an account, and the proxy in front of it. */
async function before(
  t: TestContext,
  name: (typeof PROXIES)[number],
  port: number,
  data: string,
): Promise<ProxiedServer> {
  const environment = {
    PORT: String(port),
    DOGEAR_DATA_DIR: data,
    DOGEAR_BASE_URL: 'https://localhost',
    DOGEAR_TRUSTED_PROXIES: '127.0.0.1',
    DOGEAR_FETCH_ALLOW: '127.0.0.1',
    DOGEAR_SAVE_WAIT_SECONDS: '0',
  }
  const server = startDogear(t, 'serve', environment)
  await server.ready
  const account = await makeAccount(environment)
  return { ...(await startProxy(t, name, port, pair)), account, log: server.output }
}

async function signedIn(base: string, { username, password }: Account): Promise<BrowserSession> {
  const browser = browserSession(base)
  const token = hiddenField(await (await browser.get('/login')).text(), '_csrf_token')
  const answer = await browser.post('/login_check', { _username: username, _password: password, _csrf_token: token })
  assert.equal(answer.status, 302)
  const cookies = answer.headers.getSetCookie()
  assert.ok(cookies.length > 0 && cookies.every((cookie) => /; secure/i.test(cookie)), cookies.join('\n'))
  return browser
}

/** Uploads an import file of this size and cancels the import. @returns the status of the upload */
async function upload(base: string, token: string, bytes: number): Promise<number> {
  const row = `${'x'.repeat(500_000)},https://news.example.org/tides,1772357400,,unread\r\n`
  const file = Buffer.alloc(bytes, row)
  file.write('title,url,time_added,tags,status\r\n')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const answer = await fetch(`${base}/api/imports?format=pocket&fetch=0`, { method: 'POST', headers, body: file })
  const { id } = (await answer.json()) as { id?: number }
  if (id !== undefined) await fetch(`${base}/api/imports/${id}`, { method: 'DELETE', headers })
  return answer.status
}

/**
 * Sends a request without a token from a loopback address to the proxy. Its `X-Forwarded-For` header claims another
 * address. @returns the status
 */
function askFrom(localAddress: string, { port }: RunningProxy): Promise<number> {
  const headers = { host: `localhost:${port}`, 'x-forwarded-for': '203.0.113.9' }
  const options = { host: '127.0.0.1', servername: 'localhost', port, path: '/api/entries.json', localAddress, headers }
  return new Promise((resolve, reject) => {
    request(options, (answer) => resolve(answer.resume().statusCode!))
      .once('error', reject)
      .end()
  })
}
