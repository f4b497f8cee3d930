import assert from 'node:assert/strict'
import test from 'node:test'
import { parseTarget } from './parse-fetch-target.ts'
import { createCookieJar, createSiteCookieJar } from './cookie-jar.ts'

const login = { host: '.example.com', username: 'ann', password: 'x', savedOrigin: 'https://www.example.com' }
const at = (path: string, host = 'www.example.com', scheme = 'https') => parseTarget(`${scheme}://${host}${path}`)

function jar(lines: readonly string[], target = at('/login')) {
  const cookies = createSiteCookieJar(login)
  cookies.store(target, lines)
  return cookies
}

test('cookies are sent back to the site that set them, by host, path and security', () => {
  const cookies = jar(['a=1', 'b=2; Domain=example.com; Path=/', 'c=3; Path=/paid; Secure; HttpOnly'])
  assert.equal(cookies.of(at('/')), 'a=1; b=2')
  assert.equal(cookies.of(at('/paid/1')), 'c=3; a=1; b=2')
  assert.equal(cookies.of(at('/paidfor')), 'a=1; b=2')
  assert.equal(cookies.of(at('/', 'shop.example.com')), 'b=2')
})

test('S18: no other site gets them or may set them, and no site sets them for another', () => {
  const cookies = jar([
    'a=1; Domain=evil.org',
    'b=2; Domain=shop.example.com',
    'c=3; Domain=com; Path=/',
    'd=4; Domain=example.com; Path=/',
  ])
  assert.equal(cookies.of(at('/', 'shop.example.com')), 'd=4')
  assert.equal(cookies.of(at('/', 'evil.org')), undefined)
  assert.equal(cookies.of(at('/', 'www.example.com', 'http')), undefined)
  cookies.store(at('/', 'evil.org'), ['e=5; Domain=www.example.com', 'f=6'])
  assert.equal(cookies.of(at('/')), 'd=4')
})

test('a cookie replaces an older one, and is deleted when it expires', () => {
  const cookies = jar(['a=1; Path=/', 'b=1; Path=/'])
  cookies.store(at('/x'), ['a=2; Path=/'])
  assert.equal(cookies.of(at('/')), 'a=2; b=1')
  cookies.store(at('/x'), ['a=; Path=/; Max-Age=0', 'b=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])
  assert.equal(cookies.of(at('/')), undefined)
})

test('invalid cookies, more than fifty cookies, and cookies above 4 kB are dropped', () => {
  assert.equal(jar(['=1', 'ä=1', 'a=ä', 'a=1\u007f', `a=${'x'.repeat(5000)}`]).of(at('/')), undefined)
  const many = jar(Array.from({ length: 200 }, (_, i) => `c${i}=1; Path=/`))
  assert.equal(many.of(at('/'))?.split('; ').length, 50)
})

test('a secure cookie is not sent without TLS, even where the site was saved so', () => {
  const cookies = createSiteCookieJar({ ...login, savedOrigin: 'http://www.example.com' })
  cookies.store(at('/login'), ['a=1; Secure; Path=/', 'b=2; Path=/'])
  assert.equal(cookies.of(at('/', 'www.example.com', 'http')), 'b=2')
  cookies.store(at('/login', 'www.example.com', 'http'), ['c=3; Secure; Path=/'])
  assert.equal(cookies.of(at('/')), 'a=1; b=2')
})

test('S18: without a login, each site gets its own cookies, and none for a public suffix', () => {
  const cookies = createCookieJar()
  cookies.store(at('/', 'a.shop.co.uk'), ['a=1; Domain=shop.co.uk', 'b=2; Domain=co.uk', 'c=3'])
  cookies.store(at('/', 'ann.github.io'), ['d=4; Domain=github.io'])
  assert.equal(cookies.of(at('/', 'b.shop.co.uk')), 'a=1')
  assert.equal(cookies.of(at('/', 'other.co.uk')), undefined)
  assert.equal(cookies.of(at('/', 'bob.github.io')), undefined)
  assert.equal(cookies.of(at('/', 'a.shop.co.uk', 'http')), 'a=1; c=3')
  cookies.store(at('/', 'intranet', 'http'), ['e=5'])
  assert.equal(cookies.of(at('/', 'intranet', 'http')), 'e=5')
})
