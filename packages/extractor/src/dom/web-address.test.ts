import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlainAddress, isPlainPath, addressReader, webAddress } from './web-address.ts'

const PIECES =
  'http:// https:// HTTP:// // / ./ ../ /. /.. /%2e %2E%2e . .. ? # % %zz @ : :80 :443 a B 9 0x1 .1 - _ ~ ! $ & \' ( ) * + , ; = | \\ ^ ` { } [ ] < > " ä é 中 xn-- xn--a- e.com a.b.example www. \t \u00a0'.split(
    ' ',
  )

/** Yields pseudo-random addresses. They are the same in every run of the test. */
function* addresses(count: number): Generator<string> {
  let seed = 20260101
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  for (let i = 0; i < count; i++) {
    const head = ['https://e.com', 'http://a.b.example/', '/', ''][next(4)]!
    yield head + Array.from({ length: next(7) }, () => PIECES[next(PIECES.length)]).join('')
  }
}

test('plain addresses and paths are those that the URL parser does not change', () => {
  let plain = 0
  for (const address of addresses(60_000)) {
    if (isPlainAddress(address)) assert.equal(URL.parse(address)?.href, address)
    if (isPlainPath(address)) assert.equal(URL.parse(address, 'https://e.com/a/b?c#d')?.href, `https://e.com${address}`)
    if (isPlainAddress(address) || isPlainPath(address)) plain += 1
  }
  assert.ok(plain > 3000, `${plain} plain ones`)
})

test('typical web addresses are plain', () => {
  for (const address of ['https://www.e.com/a-b/c_d.html?x=1&y=%20#top', 'http://e.com/', 'https://x1.e.com/~u/;p'])
    assert.ok(isPlainAddress(address), address)
  for (const path of ['/', '/a/b.html?c=d', '/a:b/@c']) assert.ok(isPlainPath(path), path)
})

test('an address reader resolves web addresses like the URL parser, and refuses others', () => {
  for (const base of ['https://e.com/a/b', 'http://e.com:8080/', 'http://[::1]/x']) {
    const read = addressReader(base)
    for (const address of ['/x', '//f.com/y', 'z?1', '../up', '/a/../b', '#here', '?q', 'https://g.com/'])
      assert.equal(read(address), URL.parse(address, base)!.href)
    for (const address of ['javascript:1', 'mailto:a@b', '', 'https://u:p@e.com/'])
      assert.equal(read(address), undefined)
  }
  assert.equal(addressReader('about:blank')('/x'), undefined)
})

test('only absolute http and https addresses without a user name are web addresses', () => {
  assert.equal(webAddress(' https://a.example '), 'https://a.example/')
  for (const bad of ['', '/x', 'ftp://a.example/', 'https://u@a.example/', 'https://', 'java\nscript:1', undefined]) {
    assert.equal(webAddress(bad), undefined)
  }
})
