import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPace } from './pace.ts'

test('starts are spread over time, and an aborted caller does not wait', async () => {
  const pace = createPace(60)
  const { signal } = new AbortController()
  const started = performance.now()
  const times: number[] = []
  const waits = Array.from({ length: 4 }, async () => {
    await pace(signal)
    times.push(performance.now() - started)
  })
  await pace(AbortSignal.abort())
  assert.ok(times.length < waits.length, 'the aborted caller did not wait for its turn')
  await Promise.all(waits)
  for (const [index, time] of times.entries()) assert.ok(time >= index * 60 - 5, `${index}: ${time}`)
})
