import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Scratch, ScratchPool } from './scratch.ts'

test('lists lie in one block without touching each other', () => {
  const scratch = new Scratch()
  const [ids, odd, more] = [scratch.numbers(3).fill(1), scratch.integers(3).fill(2), scratch.numbers(3).fill(3)]
  assert.deepEqual([...ids, ...odd, ...more], [1, 1, 1, 2, 2, 2, 3, 3, 3])
  assert.equal(ids.buffer, odd.buffer)
  assert.equal(ids.buffer, more.buffer)
})

test('where there is not enough a list is on its own, and there is enough the next time, up to eight megabytes', () => {
  const scratch = new Scratch()
  const first = scratch.numbers(60_000)
  assert.notEqual(scratch.numbers(40_000).buffer, first.buffer)
  scratch.clear()
  assert.equal(scratch.numbers(60_000).buffer, scratch.numbers(40_000).buffer)
  scratch.clear()
  assert.equal(scratch.numbers(50_000_000).length, 50_000_000)
  scratch.clear()
  assert.equal(scratch.numbers(1).buffer.byteLength, 8 * 1_048_576)
})

test('searches at the same time have scratch of their own, and leave it for others, even those that fail', async () => {
  const pool = new ScratchPool()
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = pool.lend(async (scratch) => {
    const list = scratch.numbers(2).fill(1)
    await promise
    return { scratch, kept: [...list] }
  })
  const other = await pool.lend(async (scratch) => {
    scratch.numbers(2).fill(2)
    return scratch
  })
  resolve()
  const { scratch, kept } = await first
  assert.notEqual(scratch, other)
  assert.deepEqual(kept, [1, 1])
  await assert.rejects(
    pool.lend(async () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  const again = await pool.lend(async (one) => pool.lend(async (two) => [one, two]))
  assert.deepEqual(new Set(again), new Set([scratch, other]))
})
