import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UserId } from '../kernel/branded-ids.ts'
import { credentialSeal } from './seal-credential.ts'

const place = { owner: 7 as UserId, host: 'example.com' }
const own = credentialSeal(Buffer.alloc(32, 1))

test('a sealed value opens only for the same user, host and part', () => {
  const sealed = own.seal(place, 'password', 'sé cret')
  assert.equal(own.open(place, 'password', sealed), 'sé cret')
  assert.equal(own.open({ ...place, owner: 8 as UserId }, 'password', sealed), undefined)
  assert.equal(own.open({ ...place, host: '.example.com' }, 'password', sealed), undefined)
  assert.equal(own.open(place, 'username', sealed), undefined)
  assert.equal(credentialSeal(Buffer.alloc(32, 2)).open(place, 'password', sealed), undefined)
})

test('a changed byte, wherever it is, and a cut text do not open', () => {
  const sealed = Buffer.from(own.seal(place, 'password', 'secret'))
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i]! ^= 1
    assert.equal(own.open(place, 'password', changed), undefined, String(i))
  }
  for (const length of [0, 5, 12, 20, 28, sealed.length - 1])
    assert.equal(own.open(place, 'password', sealed.subarray(0, length)), undefined, String(length))
})

test('the same text is sealed differently each time', () => {
  assert.notDeepEqual(own.seal(place, 'password', 'x'), own.seal(place, 'password', 'x'))
})
