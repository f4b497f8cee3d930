import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StorageFigures } from './measure-storage.ts'
import { storageCache } from './storage-cache.ts'

const figures = (tookMs: number): StorageFigures => ({
  measuredAt: '2026-01-12T08:30:00.000Z',
  tookMs,
  databaseBytes: 0,
  databaseVersion: '',
  images: { number: 0, bytes: 0 },
  freeBytes: 0,
  diskBytes: 0,
  users: [],
  userCount: 0,
})

test('a count is cached until a new one is requested', async () => {
  let count = 0
  const keeper = storageCache(async () => figures(++count))
  assert.equal((await keeper.figures(1000))?.tookMs, 1)
  assert.equal((await keeper.figures(1000))?.tookMs, 1)
  await keeper.renew(1000)
  assert.equal((await keeper.figures(1000))?.tookMs, 2)
})

test('concurrent requests share one count, and none waits longer than its time limit', async () => {
  let count = 0
  const counted = Promise.withResolvers<void>()
  const keeper = storageCache(async () => {
    count++
    await counted.promise
    return figures(count)
  })
  assert.deepEqual(await Promise.all([keeper.figures(5), keeper.figures(5)]), [undefined, undefined])
  counted.resolve()
  assert.equal((await keeper.figures(1000))?.tookMs, 1)
  assert.equal(count, 1)
})

test('a failed count is reported to its waiting requests, and repeated by the next one', async () => {
  let count = 0
  const keeper = storageCache(async () => {
    if (++count === 1) throw new Error('the disk is gone')
    return figures(count)
  })
  await assert.rejects(keeper.figures(1000), /the disk is gone/)
  assert.equal((await keeper.figures(1000))?.tookMs, 2)
})
