import assert from 'node:assert/strict'
import test from 'node:test'
import { FetchFailure } from './fetch-failure.ts'
import { parseTarget } from './parse-fetch-target.ts'

const refused = (text: string, base?: string): void =>
  assert.throws(
    () => parseTarget(text, base === undefined ? undefined : new URL(base)),
    (error) => error instanceof FetchFailure && error.code === 'refused',
    JSON.stringify(text),
  )

test('S1: schemes other than http and https are refused, however they are written', () => {
  const schemes = 'file gopher dict ftp ldap jar data javascript blob about view-source ws wss'.split(' ')
  for (const scheme of schemes) {
    refused(`${scheme}://127.0.0.1/x`)
    refused(`${scheme.toUpperCase()}:x`)
    refused(` ${scheme}:x`)
    refused(`${scheme}:x`, 'https://example.com/')
  }
  for (const text of [
    'java\tscript:alert(1)',
    'java\nscript:x',
    'ht\ntp://example.com',
    'blob:https://example.com/x',
    '',
    '/x',
  ]) {
    refused(text)
  }
})

test('S12: addresses with userinfo are refused', () => {
  for (const text of [
    'http://allowed@inner/',
    'http://a:b@inner/',
    'http://:b@inner/',
    'http://a@b@inner/',
    '//a@inner/',
  ]) {
    refused(text, 'http://example.com/')
  }
})

test('S12: the host is the one that the parser finds', () => {
  assert.equal(parseTarget('http://inner#@allowed').host, 'inner')
  assert.equal(parseTarget('http://inner\\@allowed').host, 'inner')
  assert.equal(parseTarget('http:\\\\inner\\x').host, 'inner')
})

test('S2: hosts are canonical before anything is checked', () => {
  const loopback = [
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    '127。0。0。1',
  ]
  for (const host of [...loopback, '%31%32%37.0.0.1', '0x7f.1', '127.0.1']) {
    assert.equal(parseTarget(`http://${host}/`).host, '127.0.0.1', host)
  }
  assert.equal(parseTarget('http://LOCALHOST./').host, 'localhost')
  assert.equal(parseTarget('http://[::FFFF:127.0.0.1]/').host, '::ffff:7f00:1')
})

test('S3: zone ids and broken hosts are refused', () => {
  for (const host of ['[fe80::1%25eth0]', '[fe80::1%eth0]', '[::1', '1.2.3.4.5', '256.1.1.1', 'a%00b', '.', ''])
    refused(`http://${host}/`)
})

test('S14: line ends, NUL and foreign characters never reach the request line', () => {
  for (const text of ['http://a/\r\nHost: b', 'http://a/\0', 'http://a/\u007f', 'http://a\r\n.b/']) refused(text)
  const { url } = parseTarget('http://example.com/é ü?ö=\u{1F600}#x')
  assert.equal(url.href, 'http://example.com/%C3%A9%20%C3%BC?%C3%B6=%F0%9F%98%80')
})

test('F6: addresses over 8192 bytes are refused, also when only their serialised form is', () => {
  const room = 8192 - 'http://a/'.length
  assert.equal(parseTarget(`http://a/${'x'.repeat(room)}`).url.href.length, 8192)
  refused(`http://a/${'x'.repeat(room + 1)}`)
  refused(`http://a/${'é'.repeat(1500)}`)
  refused('y'.repeat(4200), `http://a/${'x'.repeat(4000)}/`)
})

test('ports are those of the scheme unless written', () => {
  assert.equal(parseTarget('http://a').port, 80)
  assert.equal(parseTarget('https://a').port, 443)
  assert.equal(parseTarget('https://a:80').port, 80)
})
