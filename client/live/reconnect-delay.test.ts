import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reconnectDelay } from './reconnect-delay.ts'

test('pauses between attempts double up to five minutes, and vary by half', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((failures) => reconnectDelay(failures, 0.999_999).toFixed(0)),
    ['1000', '2000', '4000', '8000'],
  )
  assert.equal(reconnectDelay(3, 0), 4000)
  for (const failures of [9, 60, 5000]) assert.equal(reconnectDelay(failures, 0), 150_000)
})
