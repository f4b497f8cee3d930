import assert from 'node:assert/strict'
import test from 'node:test'
import { AppError } from '../../kernel/errors.ts'
import { isListed, isPortListed, parseAllowList } from './allow-list.ts'
import { mayReach } from './pinned-addresses.ts'

const at = (host: string, address: string, port: number) => ({ host, address, port })

test('S16: an empty list allows nothing', () => {
  for (const text of ['', ' ', ',', ' , ']) assert.deepEqual(parseAllowList(text), { entries: [] })
})

test('S16: host and port match the name as written and the resolved address', () => {
  const list = parseAllowList('Intranet.Example:8080, 127.0.0.1:3000')
  assert.equal(isListed(list, at('intranet.example', '10.0.0.1', 8080)), true)
  assert.equal(isListed(list, at('intranet.example', '10.0.0.1', 8081)), false)
  assert.equal(isListed(list, at('other.example', '10.0.0.1', 8080)), false)
  assert.equal(isListed(list, at('other.example', '127.0.0.1', 3000)), true)
  assert.equal(isListed(list, at('other.example', '127.0.0.2', 3000)), false)
})

test('S16: addresses and ranges match at every port, IPv6 with and without brackets', () => {
  const list = parseAllowList('10.1.0.0/16, 192.168.1.1, fd00::/8, [::1]:9000, [fe80::1], ::2')
  for (const address of ['10.1.255.255', '192.168.1.1', 'fd12::1', 'fe80::1', '::2']) {
    assert.equal(isListed(list, at('x', address, 1234)), true, address)
  }
  for (const address of ['10.2.0.0', '192.168.1.2', 'fe80::2', '::1']) {
    assert.equal(isListed(list, at('x', address, 1234)), false, address)
  }
  assert.equal(isListed(list, at('x', '::1', 9000)), true)
})

test('S16: only an entry with a port opens a closed port', () => {
  const list = parseAllowList('10.0.0.0/8, 10.0.0.1:22')
  assert.equal(isPortListed(list, at('x', '10.0.0.1', 22)), true)
  assert.equal(mayReach(at('x', '10.0.0.1', 22), list), true)
  assert.equal(mayReach(at('x', '10.0.0.2', 22), list), false)
  assert.equal(mayReach(at('x', '10.0.0.2', 8080), list), true)
})

test('S3: an address inside a listed gateway range is tested too', () => {
  const list = parseAllowList('64:ff9b::/96')
  assert.equal(mayReach(at('x', '64:ff9b::8.8.8.8', 80), list), true)
  assert.equal(mayReach(at('x', '64:ff9b::10.0.0.1', 80), list), false)
  assert.equal(mayReach(at('x', '2606:4700::5efe:10.0.0.1', 80), list), false)
})

test('S16: a wrong piece is named', () => {
  const wrong = [
    'localhost',
    'host:0',
    'host:65536',
    'host:x',
    '10.0.0.0/33',
    '300.1.1.1/8',
    'a/b:80',
    'u@h:80',
    '[::1]x',
    ':80',
  ]
  for (const piece of [...wrong, 'fe80::1%eth0', '[fe80::1%eth0]:80', 'http://a:80', 'a b:80', '*:80/', '::1/129']) {
    assert.throws(
      () => parseAllowList(`127.0.0.1, ${piece}`),
      (error) => error instanceof AppError && error.code === 'invalid_input' && error.message.includes(piece),
      piece,
    )
  }
})
