import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { limiterFactory, throttles } from '../throttling/throttle.ts'
import { visitorLister, type VisitorRequest } from './visitor-lists.ts'

/** A lister whose reads are counted, and whose index lacks `unindexed` entries. */
async function counted() {
  const state = { reads: 0, unindexed: 0 }
  const throttle = throttles(await limiterFactory())({ name: 'test', points: 2, seconds: 60 })
  const list = visitorLister({ follow: async () => state.unindexed }, throttle)
  const ask = (revision: number, more: Partial<VisitorRequest> = {}) =>
    list({
      owner: { id: 1 as UserId, revision },
      network: 'a',
      key: 'page',
      isTimeless: true,
      read: async () => ({ total: ++state.reads, entries: [{ id: state.reads as EntryId, revision }] }),
      ...more,
    })
  return { state, ask }
}

test('a page is read once for each revision, also by visitors at the same time', async () => {
  const { state, ask } = await counted()
  const pages = await Promise.all([ask(1), ask(1, { network: 'b' }), ask(1, { network: 'c' })])
  assert.deepEqual([pages.map(({ total }) => total), state.reads], [[1, 1, 1], 1])
  assert.equal((await ask(1)).total, 1)
  assert.equal((await ask(2)).total, 2)
  assert.equal((await ask(2, { key: 'other', network: 'b' })).total, 3)
})

test('a page is not cached while the index lacks entries, and each network has a budget of its own', async () => {
  const { state, ask } = await counted()
  state.unindexed = 5
  assert.deepEqual([(await ask(1)).isComplete, (await ask(1)).total], [false, 2])
  await assert.rejects(ask(1), /too many attempts/)
  assert.equal((await ask(1, { network: 'b' })).total, 3)
  state.unindexed = 0
  assert.equal((await ask(1, { network: 'b' })).isComplete, true)
  assert.equal((await ask(1)).total, 4)
})

test('a read that fails is repeated by the next visitor', async () => {
  const { ask } = await counted()
  await assert.rejects(ask(1, { read: () => Promise.reject(new Error('broken')) }), /broken/)
  assert.equal((await ask(1)).total, 1)
})
