import assert from 'node:assert/strict'
import test from 'node:test'
import { embeddedIpv4, isGlobalUnicast } from './ip-address.ts'

const SPECIAL_IPV4 =
  '0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 ' +
  '172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 ' +
  '198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255'

test('S4: special IPv4 ranges are not global unicast', () => {
  for (const address of SPECIAL_IPV4.split(' ')) assert.equal(isGlobalUnicast(address), false, address)
})

test('S4: the neighbours of special IPv4 ranges are global unicast', () => {
  const neighbours =
    '1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0 ' +
    '172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255'
  for (const address of neighbours.split(' ')) assert.equal(isGlobalUnicast(address), true, address)
})

const SPECIAL_IPV6 =
  ':: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::a00:1 ' +
  '64:ff9b::8.8.8.8 64:ff9b:1::a00:1 100::1 100:0:0:1::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 ' +
  '2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:808:808::1 3fff::1 5f00::1 4000::1 8000::1 fc00::1 fd12::1 ' +
  'fe80::1 febf::1 fec0::1 ff02::1 ff0e::1'

test('S3: special IPv6 ranges are not global unicast', () => {
  for (const address of SPECIAL_IPV6.split(' ')) assert.equal(isGlobalUnicast(address), false, address)
})

test('S3: ordinary IPv6 addresses are global unicast', () => {
  for (const address of ['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888', '2003::1']) {
    assert.equal(isGlobalUnicast(address), true, address)
  }
})

test('S3: zone ids and invalid addresses are refused', () => {
  for (const text of [
    '2606:4700::1%eth0',
    'fe80::1%1',
    '',
    'localhost',
    '127.1',
    '0x7f.1',
    '1.2.3',
    '1.2.3.4.5',
    '08.8.8.8',
  ]) {
    assert.equal(isGlobalUnicast(text), false, text)
  }
})

test('S3: IPv4 addresses inside IPv6 addresses are found', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['::ffff:10.0.0.1', ['10.0.0.1']],
    ['::10.0.0.1', ['10.0.0.1']],
    ['::1', []],
    ['::', []],
    ['::ffff:0:10.0.0.1', ['10.0.0.1']],
    ['64:ff9b::10.0.0.1', ['10.0.0.1']],
    ['64:ff9b:1:a00:0:100::', ['0.0.0.0', '10.0.0.1']],
    ['2002:a00:1::', ['10.0.0.1']],
    ['2001:0:102:304::f5ff:fffe', ['1.2.3.4', '10.0.0.1']],
    ['2606:4700::5efe:10.0.0.1', ['10.0.0.1']],
    ['2606:4700::200:5efe:10.0.0.1', ['10.0.0.1']],
    ['2606:4700::1', []],
    ['8.8.8.8', []],
  ]
  for (const [address, inside] of cases) assert.deepEqual(embeddedIpv4(address), inside, address)
})
