import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskToken, unmaskToken } from './masked-token.ts'
import { randomToken } from './random-token.ts'

test('a masked token is another text each time, and the same token', () => {
  for (let tries = 0; tries < 50; tries++) {
    const token = randomToken()
    const [one, other] = [maskToken(token), maskToken(token)]
    assert.notEqual(one, other)
    assert.match(one, /^[\w-]{86}$/)
    assert.deepEqual([unmaskToken(one), unmaskToken(other)], [token, token])
  }
})

test('an unmasked token is returned unchanged', () => {
  const token = randomToken()
  for (const text of [token, '', 'x'.repeat(85), `${'x'.repeat(85)}=`, 'é'.repeat(86)]) {
    assert.equal(unmaskToken(text), text)
  }
})
