import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import { MemoryBudget, type MemoryLease, type WorkKind } from './memory-budget.ts'

const PAGE: WorkKind = { name: 'page', priority: 0 }
const EXPORT: WorkKind = { name: 'export', priority: 1 }

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

test('work waits until its bytes fit, and starts in the order of the requests', async () => {
  const budget = new MemoryBudget({ bytes: 100 })
  const { granted, ask, release } = asking(budget)
  void ask('one', PAGE, 60)
  void ask('two', PAGE, 60)
  void ask('small, but later', PAGE, 10)
  await turn()
  assert.deepEqual([granted, budget.reservedBytes], [['one'], 60])
  release('one')
  release('one')
  await turn()
  assert.deepEqual([granted, budget.reservedBytes], [['one', 'two', 'small, but later'], 70])
})

test('the first of each kind begins whatever others hold, so no kind waits for another', async () => {
  const { granted, ask } = asking(new MemoryBudget({ bytes: 100 }))
  void ask('page', PAGE, 90)
  void ask('export', EXPORT, 500)
  void ask('second export', EXPORT, 500)
  await turn()
  assert.deepEqual(granted, ['page', 'export'])
})

test('a share that turns out smaller lets others in, and work that fails gives its share back', async () => {
  const budget = new MemoryBudget({ bytes: 100 })
  const first = await budget.take(PAGE, 100)
  const { granted, ask } = asking(budget)
  void ask('next', PAGE, 50)
  await turn()
  assert.deepEqual(granted, [])
  first.resize(40)
  await turn()
  assert.deepEqual(granted, ['next'])
  await assert.rejects(
    budget.run(EXPORT, 10, () => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(budget.reservedBytes, 90)
})

test('quiet is called once if there was no work since the start', async () => {
  let calls = 0
  const budget = new MemoryBudget({ bytes: 100, idleMs: 20, onIdle: () => void calls++ })
  await pause(100)
  assert.deepEqual([budget.reservedBytes, calls], [0, 1])
})

test('quiet is called after a time without work', async () => {
  let calls = 0
  const budget = new MemoryBudget({ bytes: 100, idleMs: 40, onIdle: () => void calls++ })
  for (let round = 0; round < 3; round++) {
    await budget.run(PAGE, 10, () => pause(20))
    await pause(10)
  }
  assert.equal(calls, 0)
  await pause(100)
  assert.equal(calls, 1)
})

test('of two kinds that wait for the same memory, the one with the higher priority begins first', async () => {
  const { granted, ask, release } = asking(new MemoryBudget({ bytes: 100 }))
  void ask('page', PAGE, 10)
  void ask('export', EXPORT, 10)
  void ask('import', { name: 'import', priority: 1 }, 80)
  void ask('second page', PAGE, 80)
  void ask('second export', EXPORT, 80)
  await turn()
  release('import')
  await turn()
  assert.deepEqual(granted, ['page', 'export', 'import', 'second export'])
})
