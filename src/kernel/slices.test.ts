import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slices } from './slices.ts'

test('a list is divided into slices, between which other work of the event loop is done', async () => {
  const seen: unknown[] = []
  setImmediate(() => seen.push('other work'))
  for await (const slice of slices([1, 2, 3, 4, 5], 2)) seen.push(slice)
  assert.deepEqual(seen, [[1, 2], 'other work', [3, 4], [5]])
})

test('a list that fits one slice needs no turn of the event loop, and an empty list has no slices', async () => {
  let isLate = false
  setImmediate(() => (isLate = true))
  const seen: (readonly number[])[] = []
  for (const list of [[1, 2], []]) for await (const slice of slices(list, 2)) seen.push(slice)
  assert.deepEqual([seen, isLate], [[[1, 2]], false])
})
