import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { MemoryBudget, type MemoryLease, type WorkKind } from './memory-budget.ts'

/** @returns a function that requests memory, and the names of the granted requests in their order */
function asking(budget: MemoryBudget) {
  const granted: string[] = []
  const leases = new Map<string, MemoryLease>()
  const ask = async (name: string, kind: WorkKind, bytes: number): Promise<void> => {
    leases.set(name, await budget.take(kind, bytes))
    granted.push(name)
  }
  return { granted, ask, release: (name: string) => leases.get(name)!.release() }
}

test('work waits while its bytes do not fit, and begins in the order in which it asked', async () => {
  const budget = new MemoryBudget({ bytes: 100 })
  const { granted, ask, release } = asking(budget)
  void ask('one', 'page', 60)
  void ask('two', 'page', 60)
  void ask('small, but later', 'page', 10)
  await turn()
  assert.deepEqual([granted, budget.reservedBytes], [['one'], 60])
  release('one')
  release('one')
  await turn()
  assert.deepEqual([granted, budget.reservedBytes], [['one', 'two', 'small, but later'], 70])
})

test('the first of each kind begins whatever others hold, so no kind waits for another', async () => {
  const { granted, ask } = asking(new MemoryBudget({ bytes: 100 }))
  void ask('page', 'page', 90)
  void ask('export', 'export', 500)
  void ask('second export', 'export', 500)
  await turn()
  assert.deepEqual(granted, ['page', 'export'])
})

test('a share that turns out smaller lets others in, and work that fails gives its share back', async () => {
  const budget = new MemoryBudget({ bytes: 100 })
  const first = await budget.take('page', 100)
  const { granted, ask } = asking(budget)
  void ask('next', 'page', 50)
  await turn()
  assert.deepEqual(granted, [])
  first.resize(40)
  await turn()
  assert.deepEqual(granted, ['next'])
  await assert.rejects(
    budget.run('import', 10, () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(budget.reservedBytes, 90)
})

test('quiet is called after a time without work', async () => {
  let calls = 0
  const budget = new MemoryBudget({ bytes: 100, idleMs: 40, onIdle: () => void calls++ })
  for (let round = 0; round < 3; round++) {
    await budget.run('page', 10, () => pause(20))
    await pause(10)
  }
  assert.equal(calls, 0)
  await pause(100)
  assert.equal(calls, 1)
})
