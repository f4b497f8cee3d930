import assert from 'node:assert/strict'
import test from 'node:test'
import { parseAllowList } from './addresses/allow-list.ts'
import { parseTarget } from './parse-fetch-target.ts'
import { basicAuthorization, coversHost, isConfidentialConnection, isSiteOf, type SiteLogin } from './site-login.ts'

const login = (host: string, savedOrigin = 'https://example.com'): SiteLogin => ({
  host,
  savedOrigin,
  username: 'ann',
  password: 'x',
})

test('S18: a login is for its very host, or with a dot for it and all below it', () => {
  assert.ok(coversHost('example.com', 'example.com'))
  for (const host of ['www.example.com', 'example.com.evil.org', 'notexample.com', 'com', ''])
    assert.ok(!coversHost('example.com', host), host)
  for (const host of ['example.com', 'www.example.com', 'a.b.example.com'])
    assert.ok(coversHost('.example.com', host), host)
  for (const host of ['notexample.com', 'example.com.evil.org', 'com'])
    assert.ok(!coversHost('.example.com', host), host)
})

const may = (url: string, asked: string) => isSiteOf(login('example.com', asked), parseTarget(url))

test('S18: it goes to the port of https and to the origin that was saved, and to no other port or scheme', () => {
  assert.ok(may('https://EXAMPLE.com./a', 'http://example.com'))
  assert.ok(may('http://example.com:8080/a', 'http://example.com:8080'))
  assert.ok(!may('https://example.com:8443/', 'https://example.com'))
  assert.ok(!may('http://example.com/', 'https://example.com'))
  assert.ok(!may('http://example.com:8443/', 'https://example.com:8443'))
  assert.ok(!may('http://example.com:8081/', 'http://example.com:8080'))
  assert.ok(!may('https://example.org/', 'https://example.com'))
})

test('without TLS it is sent only to hosts whose addresses the operator allows', () => {
  const allow = parseAllowList('10.0.0.0/8, wiki.test:80')
  const way = (url: string, ...addresses: string[]) => isConfidentialConnection(parseTarget(url), addresses, allow)
  assert.ok(way('https://example.com/', '93.184.215.14'))
  assert.ok(!way('http://example.com/', '93.184.215.14'))
  assert.ok(way('http://inner.test/', '10.1.2.3'))
  assert.ok(!way('http://inner.test/', '10.1.2.3', '93.184.215.14'))
  assert.ok(way('http://wiki.test/', '93.184.215.14'))
})

test('name and password are sent in UTF-8 (RFC 7617 section 2.1)', () => {
  const given = { ...login('example.com'), username: 'test', password: '123£' }
  assert.equal(basicAuthorization(given), 'Basic dGVzdDoxMjPCow==')
})
