import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTotpSecret, totpAddress, totpStep } from './totp.ts'
import { hashTypedCode, newTypedCode, readTypedCode } from './typed-code.ts'

/** The secret of RFC 6238, appendix B, in base 32. It is `12345678901234567890` as text. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** Test vectors of the RFC: times in seconds, and the last six digits of the SHA-1 codes. */
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

test('the codes are those of RFC 6238', async () => {
  for (const [seconds, code] of VECTORS) {
    assert.equal(await totpStep(SECRET, code, new Date(seconds * 1000)), Math.floor(seconds / 30), code)
  }
})

/**
 * @returns the result of `totpStep` for the first code of `VECTORS`, checked this many time steps after the code was
 *   valid
 */
const at = (steps: number) => totpStep(SECRET, '287082', new Date((59 + steps * 30) * 1000))

test('a code is good one step before and after its own, and no further', async () => {
  assert.deepEqual([await at(-1), await at(1)], [1, 1])
  assert.deepEqual([await at(2), await at(3)], [undefined, undefined])
})

test('spaces in a code are ignored, other characters are not', async () => {
  const now = new Date(59_000)
  assert.equal(await totpStep(SECRET, ' 287 082\n', now), 1)
  for (const code of ['', '28708', '2870820', '28708a', '２８７０８２', '-287082', '2'.repeat(100_000)]) {
    assert.equal(await totpStep(SECRET, code, now), undefined, code.slice(0, 20))
  }
})

test('a secret has 160 bits, and the setup address describes it to the app', async () => {
  const [one, other] = [await newTotpSecret(), await newTotpSecret()]
  assert.match(one, /^[A-Z2-7]{32}$/)
  assert.notEqual(one, other)
  const url = new URL(await totpAddress(one, 'ada & co@read.example.org', 'Dogear'))
  assert.deepEqual([url.protocol, url.host, url.searchParams.get('secret')], ['otpauth:', 'totp', one])
  const [digits, period, algorithm] = ['digits', 'period', 'algorithm'].map((name) => url.searchParams.get(name))
  assert.deepEqual([digits, period, algorithm], ['6', '30', 'SHA1'])
  assert.equal(decodeURIComponent(url.pathname), '/Dogear:ada & co@read.example.org')
})

test('a code for people is read in any case and spacing, and in no other length or letters', () => {
  const code = newTypedCode(16)
  assert.match(code, /^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
  const bare = code.replaceAll('-', '')
  for (const typed of [code, bare, ` ${code.toUpperCase()} `, bare.replace(/(.{4})/g, '$1 ')]) {
    assert.equal(readTypedCode(typed, 16), bare)
  }
  for (const typed of ['', bare.slice(1), `${bare}0`, bare.replace(/.$/, 'l'), ' '.repeat(1_000_000)]) {
    assert.equal(readTypedCode(typed, 16), undefined)
  }
  assert.notDeepEqual(hashTypedCode(1, bare), hashTypedCode(2, bare))
})
