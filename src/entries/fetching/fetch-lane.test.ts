import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchLane, hostOfLane } from './fetch-lane.ts'

test('pages of one host and port share a lane, which names the host', () => {
  assert.equal(fetchLane('https://a.example/1'), fetchLane('https://a.example:443/2?x'))
  assert.notEqual(fetchLane('https://a.example/'), fetchLane('https://a.example:8443/'))
  assert.equal(hostOfLane(fetchLane('https://a.example:8443/1')), 'a.example:8443')
  assert.equal(hostOfLane('imports:7'), undefined)
})
