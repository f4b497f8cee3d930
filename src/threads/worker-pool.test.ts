import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { MemoryBudget } from '../kernel/memory-budget.ts'
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.ts'
import type { TaskOutcome } from './worker-thread.ts'

const script = new URL('./hostile-worker.fixture.ts', import.meta.url)
const usual = { script, workers: 1, deadlineMs: 300, memoryMb: 32, idleMs: 1000, maxQueue: 10 }

function aPool(t: TestContext, changes: Partial<WorkerPoolOptions> = {}): WorkerPool {
  const pool = createWorkerPool({ ...usual, ...changes })
  t.after(() => pool.stop())
  return pool
}

function send(pool: WorkerPool, deed: string): Promise<TaskOutcome> {
  return pool.run(() => ({ value: deed, transfer: [] }))
}

const fine = { kind: 'done', value: 'fine' }

test('a task is answered, and the thread takes the next', async (t) => {
  const pool = aPool(t)
  assert.deepEqual(await Promise.all([send(pool, 'answer'), send(pool, 'answer')]), [fine, fine])
})

test('a task that hangs is stopped at its deadline, and the next is answered', async (t) => {
  const pool = aPool(t)
  const before = performance.now()
  const [hung, next] = await Promise.all([send(pool, 'hang'), send(pool, 'answer')])
  assert.deepEqual(hung, { kind: 'timed_out' })
  assert.deepEqual(next, fine)
  assert.ok(performance.now() - before < 15_000)
})

test('a task that eats the memory ends only its own thread', async (t) => {
  const pool = aPool(t, { deadlineMs: 20_000 })
  const [exploded, next] = await Promise.all([send(pool, 'explode'), send(pool, 'answer')])
  assert.equal(exploded.kind, 'crashed')
  assert.match(exploded.kind === 'crashed' ? exploded.message : '', /memory/)
  assert.equal(exploded.kind === 'crashed' && exploded.isOutOfMemory, true)
  assert.deepEqual(next, fine)
})

for (const deed of ['throw', 'leave']) {
  test(`a thread that dies by "${deed}" is replaced`, async (t) => {
    const pool = aPool(t)
    const died = await send(pool, deed)
    assert.deepEqual([died.kind, 'isOutOfMemory' in died], ['crashed', false])
    assert.deepEqual(await send(pool, 'answer'), fine)
  })
}

test('a hanging task does not delay the other thread', async (t) => {
  const pool = aPool(t, { workers: 2, deadlineMs: 3000 })
  const hung = send(pool, 'hang')
  assert.deepEqual(await send(pool, 'answer'), fine)
  assert.equal(await Promise.race([hung, Promise.resolve('still running')]), 'still running')
  await hung
})

test('the main thread stays free while tasks hang', async (t) => {
  const pool = aPool(t, { workers: 2 })
  await send(pool, 'answer')
  const hung = [send(pool, 'hang'), send(pool, 'hang')]
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 5)
  await Promise.all(hung)
  clearInterval(ticking)
  assert.ok(turns > 10, `${turns} turns`)
})

test('tasks beyond the limit of the queue are refused', async (t) => {
  const pool = aPool(t, { maxQueue: 1 })
  const accepted = [send(pool, 'answer'), send(pool, 'answer')]
  await assert.rejects(send(pool, 'answer'), { name: 'AppError', code: 'unavailable' })
  assert.deepEqual(await Promise.all(accepted), [fine, fine])
})

test('stop rejects waiting, running and later tasks', async (t) => {
  const pool = aPool(t, { deadlineMs: 60_000 })
  const results = Promise.allSettled([send(pool, 'hang'), send(pool, 'answer')])
  await pool.stop()
  for (const result of await results) {
    assert.equal(result.status === 'rejected' && result.reason.code, 'unavailable')
  }
  await assert.rejects(send(pool, 'answer'), { code: 'unavailable' })
})

/** @returns the number of threads, as Node's diagnostic report of this process lists them */
function threads(): number {
  const report = process.report?.getReport() as unknown as { readonly workers: readonly unknown[] }
  return report.workers.length
}

test('no thread is started before the first task, and an idle one ends', async (t) => {
  const pool = aPool(t, { idleMs: 50 })
  assert.equal(threads(), 0)
  await send(pool, 'answer')
  assert.equal(threads(), 1)
  await delay(500)
  assert.equal(threads(), 0)
  assert.deepEqual(await send(pool, 'answer'), fine, 'and a new one starts')
})

test('a stopped task has ended', async (t) => {
  await send(aPool(t), 'hang')
  assert.equal(threads(), 0)
})

test('a thread that died while it was idle is not used again', async (t) => {
  const pool = aPool(t)
  assert.deepEqual(await send(pool, 'answer and leave'), fine)
  for (let turn = 0; turn < 100 && threads() > 0; turn++) await delay(100)
  assert.deepEqual(await send(pool, 'answer'), fine)
})

test('a task that cannot be sent is rejected, and the thread continues', async (t) => {
  const pool = aPool(t)
  await assert.rejects(
    pool.run(() => ({ value: () => 1, transfer: [] })),
    { name: 'DataCloneError' },
  )
  assert.deepEqual(await send(pool, 'answer'), fine)
})

test('waiting tasks are limited by their bytes, and created only in their turn', async (t) => {
  const memory = new MemoryBudget({ bytes: 100 })
  const pool = aPool(t, { workers: 2, reserve: (bytes) => memory.take({ name: 'task', priority: 0 }, bytes) })
  let [made, most] = [0, 0]
  const one = (needBytes: number) =>
    pool.run(
      async () => {
        most = Math.max(most, memory.reservedBytes)
        made++
        return { value: 'answer', transfer: [] }
      },
      { needBytes },
    )
  const answers = [one(60), one(60), one(60)]
  assert.equal(made, 0)
  await Promise.all(answers)
  assert.deepEqual([made, most, memory.reservedBytes], [3, 60, 0])
})
