import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StreamLimit } from './event-stream.ts'

test('streams are limited for each user and in all, and an ended one makes room', () => {
  const limit = new StreamLimit(2, 3)
  const endFirst = limit.open(1)
  limit.open(1)
  assert.throws(() => limit.open(1), { code: 'too_many_requests' })
  limit.open(2)
  assert.throws(() => limit.open(2), { code: 'unavailable' })
  endFirst()
  limit.open(2)
  assert.throws(() => limit.open(1), { code: 'unavailable' })
})
