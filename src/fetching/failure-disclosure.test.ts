import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FetchFailure } from './fetch-failure.ts'
import { isPublicName, areAllPublicAddresses, publicFailure } from './failure-disclosure.ts'

test('only addresses of the public internet are a public way', () => {
  for (const list of [['93.184.215.14'], ['2606:4700::1111'], ['93.184.215.14', '2606:4700::1111']]) {
    assert.equal(areAllPublicAddresses(list), true, list.join())
  }
  const others = [
    '10.0.0.1',
    '127.0.0.1',
    '::1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    'fd00::1',
    '64:ff9b::a00:1',
  ]
  for (const address of others) assert.equal(areAllPublicAddresses(['93.184.215.14', address]), false, address)
  assert.equal(areAllPublicAddresses([]), false)
})

const codeOf = (...failure: ConstructorParameters<typeof FetchFailure>) =>
  publicFailure(new FetchFailure(...failure)).code

test('connection errors of public sites are reported', () => {
  assert.equal(codeOf('unreachable', 'ECONNREFUSED: connect'), 'connection_failed')
  assert.equal(codeOf('bad_answer', 'ECONNRESET: read'), 'connection_failed')
  assert.equal(codeOf('bad_answer', 'connection was lost'), 'connection_failed')
  assert.equal(codeOf('timed_out', 'connecting took longer'), 'no_answer')
  assert.equal(codeOf('bad_answer', 'status 999'), 'bad_answer')
  assert.equal(codeOf('refused', 'not public'), 'refused')
  assert.equal(codeOf('tls_failed', 'expired'), 'tls_failed')
})

test('names of an internal network are neither confirmed nor denied', () => {
  for (const host of ['example.com', 'news.example.org', 'exämple.de']) assert.equal(isPublicName(host), true, host)
  for (const host of ['intranet', 'db.internal', 'printer.local', 'a.home.arpa', 'nas.lan', 'x.invalid']) {
    assert.equal(isPublicName(host), false, host)
  }
})
