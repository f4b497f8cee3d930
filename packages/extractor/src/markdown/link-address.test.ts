import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkAddress } from './link-address.ts'

test('characters that an address must not contain are encoded, and none is encoded twice', () => {
  const cases = [
    ['https://e.org/%zz{}|?q=[a]|`^%&x=%41#a|%', 'https://e.org/%25zz%7B%7D%7C?q=%5Ba%5D%7C%60%5E%25&x=%41#a%7C%25'],
    ['https://[::1]:8080/a b?', 'https://[::1]:8080/a%20b?'],
    ['mailto:a@b.org?subject=x y', 'mailto:a@b.org?subject=x%20y'],
    ['https://e.org/é?é', 'https://e.org/%C3%A9?%C3%A9'],
  ] as const
  for (const [written, clean] of cases) assert.equal(linkAddress(written), clean)
})

test('missing, relative and invalid addresses and addresses of other schemes are refused', () => {
  for (const other of [undefined, '', '/a', 'javascript:x', 'ftp://e.org/', 'http://[bad'])
    assert.equal(linkAddress(other), undefined)
})
