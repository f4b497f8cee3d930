import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network-of-address.ts'

test('addresses of one /64 are one network, however they are written', () => {
  for (const address of ['2001:db8:0:7::1', '2001:0DB8:0000:0007:ffff::', '2001:db8::7:a:b:c:d', 'fe80::1%eth0']) {
    const expected = address.startsWith('fe80') ? 'fe80:0:0:0' : '2001:db8:0:7'
    assert.equal(networkOf(address), expected, address)
  }
  assert.equal(networkOf('::1'), '0:0:0:0')
  assert.notEqual(networkOf('2001:db8:0:8::1'), networkOf('2001:db8:0:7::1'))
})

test('an IPv4 address is a network of its own, also when it is mapped', () => {
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9']) assert.equal(networkOf(address), address)
})
