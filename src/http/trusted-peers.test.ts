import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trustedPeers } from './trusted-peers.ts'

test('a peer is trusted by its address, its range or the name of its range', () => {
  const isTrusted = trustedPeers(['203.0.113.9', '198.51.100.0/24', '2001:db8::/32', 'loopback'])
  for (const peer of ['203.0.113.9', '::ffff:203.0.113.9', '198.51.100.77', '2001:db8::1', '127.0.0.2', '::1']) {
    assert.ok(isTrusted(peer), peer)
  }
  for (const peer of ['203.0.113.10', '198.51.101.1', '2001:db9::1', '10.0.0.1', '', 'loopback', '::ffff:x']) {
    assert.ok(!isTrusted(peer), peer)
  }
  assert.ok(!isTrusted(undefined))
  assert.ok(!trustedPeers([])('127.0.0.1'))
})
