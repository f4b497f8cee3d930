import assert from 'node:assert/strict'
import test from 'node:test'
import { makeCertificate } from './certificate.fixture.ts'
import { answerBytes, redirectingTo, sending, startOrigin } from './raw-origin.fixture.ts'
import type { UseOfSiteLogin } from './use-of-site-login.ts'
import { createSiteCookieJar } from './cookie-jar.ts'
import { failureOf, pageOf, testFetcher } from './test-fetcher.fixture.ts'

const page = sending(answerBytes('200 OK\r\nContent-Type: text/html', 'hello'))
const BASIC = /^authorization: Basic YW5uOnPDqQ==\r$/im
const ANY = /^(?:authorization|cookie):/im

function accessTo(host: string, savedOrigin: string, isBasic = true): UseOfSiteLogin {
  const login = { host, savedOrigin, username: 'ann', password: 'sé' }
  return { login, isBasic, cookies: createSiteCookieJar(login) }
}

test('S18: a login is shown to its host, not to the one it redirects to, and again when that leads back', async (t) => {
  const other = await startOrigin(t, (socket, request) => redirectingTo(`${home.url}/back`)(socket, request))
  const home = await startOrigin(t, (socket, request) => {
    if (request.startsWith('GET /back')) page(socket, request)
    else redirectingTo(`http://other.localhost:${other.port}/`)(socket, request)
  })
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  const fetched = pageOf(await fetcher.fetch(home.url, { access: accessTo('127.0.0.1', home.url) }))
  assert.equal(fetched.isSignedIn, true)
  assert.equal(home.requests.length, 2)
  for (const request of home.requests) assert.match(request, BASIC)
  assert.equal(other.requests.length, 1)
  assert.doesNotMatch(other.requests[0]!, ANY)
})

test('S18: another port of the host is another site, and so is a host above or beside', async (t) => {
  const elsewhere = await startOrigin(t, page)
  const fetcher = testFetcher(t, { allow: '127.0.0.1', resolve: async () => ['127.0.0.1'] })
  for (const host of ['127.0.0.1', 'localhost', 'news.example', 'a.b.news.example']) {
    const home = await startOrigin(t, redirectingTo(`http://${host}:${elsewhere.port}/`))
    const asked = `http://b.news.example:${home.port}`
    const { isSignedIn } = pageOf(await fetcher.fetch(asked, { access: accessTo('.b.news.example', asked) }))
    assert.equal(isSignedIn, undefined)
    assert.match(home.requests[0]!, BASIC)
    assert.doesNotMatch(elsewhere.requests.at(-1)!, ANY)
  }
})

test('a login with a dot is shown below its host by https, and not after a step down to http', async (t) => {
  const plain = await startOrigin(t, page)
  const certificate = makeCertificate({ host: 'www.news.example' })
  const secure = await startOrigin(t, redirectingTo(`http://www.news.example:${plain.port}/`), { tls: certificate })
  const fetcher = testFetcher(t, { allow: '127.0.0.1', resolve: async () => ['127.0.0.1'], ca: certificate.cert })
  const asked = `https://www.news.example:${secure.port}`
  await fetcher.fetch(asked, { access: accessTo('.news.example', asked) })
  assert.match(secure.requests[0]!, BASIC)
  assert.doesNotMatch(plain.requests[0]!, ANY)
})

test('the next fetch has no cookies of a login', async (t) => {
  const home = await startOrigin(t, sending(answerBytes('200 OK\r\nSet-Cookie: visit=1', 'hello')))
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  const access = accessTo('127.0.0.1', home.url)
  const first = pageOf(await fetcher.fetch(home.url, { access }))
  assert.equal(first.headers['set-cookie'], undefined)
  await fetcher.fetch(home.url, { access })
  await fetcher.fetch(home.url)
  assert.match(home.requests[1]!, /^cookie: visit=1\r$/im)
  assert.doesNotMatch(home.requests[2]!, ANY)
})

test('a form is posted to the site of the login, and its cookies are kept across the following redirect', async (t) => {
  const home = await startOrigin(t, (socket, request) => {
    if (request.startsWith('GET')) return page(socket, request)
    if (!request.includes('name=ann')) return undefined
    return sending(answerBytes('307 Found\r\nSet-Cookie: sid=7; Path=/\r\nLocation: /in'))(socket, request)
  })
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  const access = accessTo('127.0.0.1', home.url, false)
  const form = new URLSearchParams({ name: 'ann', word: 'a b&c=é' })
  assert.equal(pageOf(await fetcher.fetch(`${home.url}/login`, { access, form })).isSignedIn, true)
  assert.match(home.requests[0]!, /^POST \/login HTTP[\s\S]*x-www-form-urlencoded\r\n[\s\S]*word=a\+b%26c%3D%C3%A9$/i)
  assert.match(home.requests[1]!, /^GET \/in HTTP[\s\S]*^cookie: sid=7\r$/im)
  assert.doesNotMatch(home.requests.join('\n'), /authorization/i)
})

test('S18: a login form is not sent to another site, and no connection to it is made', async (t) => {
  const other = await startOrigin(t, page)
  const fetcher = testFetcher(t, { allow: '127.0.0.1' })
  const form = new URLSearchParams({ word: 'x' })
  const access = accessTo('news.example', 'https://news.example', false)
  assert.equal(failureOf(await fetcher.fetch(other.url, { access, form })).code, 'refused')
  assert.equal(failureOf(await fetcher.fetch(other.url, { form })).code, 'refused')
  assert.equal(other.hits(), 0)
})
