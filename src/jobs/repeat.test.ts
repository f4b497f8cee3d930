import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { repeat } from './repeat.ts'

test('a run is omitted while the previous one has not ended', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const ends: (() => void)[] = []
  const stop = repeat(1000, () => new Promise((resolve) => ends.push(resolve)))
  t.mock.timers.tick(3000)
  assert.equal(ends.length, 1)
  ends[0]!()
  await setImmediate()
  t.mock.timers.tick(1000)
  assert.equal(ends.length, 2)
  ends[1]!()
  await setImmediate()
  stop()
  t.mock.timers.tick(5000)
  assert.equal(ends.length, 2)
})
