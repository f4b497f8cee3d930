import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { inParallel } from './in-parallel.ts'

test('every item is processed once, four at a time', async () => {
  const done: number[] = []
  let [running, most] = [0, 0]
  await inParallel(
    Array.from({ length: 20 }, (_, index) => index),
    async (item) => {
      most = Math.max(most, ++running)
      await pause(1)
      running--
      done.push(item)
    },
  )
  assert.deepEqual(
    done.toSorted((left, right) => left - right),
    Array.from({ length: 20 }, (_, index) => index),
  )
  assert.equal(most, 4)
})

test('the first failure is passed on', async () => {
  await assert.rejects(
    inParallel([1, 2], async () => {
      throw new Error('no network')
    }),
    /no network/,
  )
})
