import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionAddress } from './connection-address.ts'

test('the address for the wallabag app has two parts for every username', () => {
  assert.equal(connectionAddress('alice', 'https://a.example'), 'wallabag://alice@https://a.example')
  for (const username of ['alice@a.example', 'al:ice']) {
    assert.equal(connectionAddress(username, 'https://a.example'), 'wallabag://@https://a.example')
  }
})
