import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Patience } from './patience.ts'

test('pages wait less after a slow response, until the server is quick again', () => {
  const patience = new Patience()
  const waits = [Infinity, 5000, 1900, 40].map((took) => {
    patience.learn(took)
    return patience.milliseconds
  })
  assert.equal(new Patience().milliseconds, 2000)
  assert.deepEqual(waits, [500, 500, 2000, 2000])
})
