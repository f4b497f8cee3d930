import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DIALECTS } from '../../test/support/database.ts'
import { listDeadJobs } from './job-administration.ts'
import {
  FAST_TIMING,
  oneForSlow,
  type Handler,
  testQueue,
  handlers,
  add,
  until,
  countJobs,
} from './job-queue.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: bulk work leaves slots free, so that a job for which a user waits starts at once`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open({ slots: 6, perUser: 3 })
    const mayEnd = Promise.withResolvers<void>()
    const started: number[] = []
    const isStarted = (id: number) => started.includes(id)
    for (let id = 1; id <= 20; id++) await add(database, jobs, id, { userId: 1 + (id % 3), priority: 10 })
    await jobs.runner.start(
      handlers(async (id) => {
        started.push(id)
        await mayEnd.promise
      }),
    )
    await until('bulk work has its slots', () => started.length === 4)
    await add(database, jobs, 101, { userId: 1 })
    await add(database, jobs, 102, { userId: 2 })
    await until('jobs of users run', () => isStarted(101) && isStarted(102))
    await sleep(100)
    assert.equal(started.length, 6)
    mayEnd.resolve()
    await until('all were done', async () => (await countJobs(database)) === 0)
    await jobs.runner.stop(1000)
  })

  test(`${dialect}: the bulk work of a user leaves a slot of the user free`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open({ slots: 8, perUser: 3 })
    const mayEnd = Promise.withResolvers<void>()
    const started: number[] = []
    for (let id = 1; id <= 6; id++) await add(database, jobs, id, { userId: 1, priority: 10 })
    await jobs.runner.start(
      handlers(async (id) => {
        started.push(id)
        await mayEnd.promise
      }),
    )
    await until('bulk work has its slots', () => started.length === 2)
    await add(database, jobs, 7, { userId: 1 })
    await until('the job of the user runs', () => started.includes(7))
    assert.equal(started.length, 3)
    mayEnd.resolve()
    await until('all were done', async () => (await countJobs(database)) === 0)
    await jobs.runner.stop(1000)
  })

  test(`${dialect}: a waiting job with the same key is replaced, payload and time`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open()
    await add(database, jobs, 1, { dedupeKey: 'k', runAt: new Date(Date.now() + 3_600_000) })
    await add(database, jobs, 2, { dedupeKey: 'k' })
    const ran: number[] = []
    await jobs.runner.start(handlers(async (id) => void ran.push(id)))
    await until('it was done', async () => (await countJobs(database)) === 0)
    await jobs.runner.stop(1000)
    assert.deepEqual(ran, [2])
  })

  for (const end of ['succeeds', 'fails']) {
    test(`${dialect}: a job added while one with its key runs is run after it, when that ${end}`, async (t) => {
      const { database, open } = await testQueue(t, dialect)
      const jobs = await open()
      const mayEnd = Promise.withResolvers<void>()
      const events: string[] = []
      const work: Handler = async (id) => {
        events.push(`begin ${id}`)
        if (id === 1) await mayEnd.promise
        events.push(`end ${id}`)
        if (id === 1 && end === 'fails') throw new Error('outdated')
      }
      await jobs.runner.start(handlers(work))
      await add(database, jobs, 1, { dedupeKey: 'k' })
      await until('the first runs', () => events.length === 1)
      await add(database, jobs, 2, { dedupeKey: 'k' })
      await add(database, jobs, 3, { dedupeKey: 'k' })
      await sleep(150)
      mayEnd.resolve()
      await until('both were done', async () => (await countJobs(database)) === 0)
      await sleep(100)
      await jobs.runner.stop(1000)
      assert.deepEqual(events, ['begin 1', 'end 1', 'begin 3', 'end 3'])
      assert.deepEqual(await listDeadJobs(database, 10), [])
      // On a busy machine, a heartbeat may fail. The next one makes up for it.
      assert.deepEqual(
        jobs.log.troubles.filter((trouble) => trouble !== 'not beaten'),
        [],
      )
    })
  }

  test(`${dialect}: a dead job does not keep a new one with its key from running`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open({ timing: { ...FAST_TIMING, retryPausesMs: [0] } })
    const ran: number[] = []
    await jobs.runner.start(handlers(async (id) => (id === 1 ? Promise.reject(new Error('no')) : void ran.push(id))))
    await add(database, jobs, 1, { dedupeKey: 'k' })
    await until('it died', () => jobs.log.died.length === 1)
    await add(database, jobs, 2, { dedupeKey: 'k' })
    await until('the new one ran', () => ran.length === 1)
    await jobs.runner.stop(1000)
    assert.equal((await listDeadJobs(database, 10)).length, 1)
  })

  test(`${dialect}: one user gets half of the slots and does not delay other users`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open({ slots: 4 })
    const { most, running, work, release } = countRunning()
    for (let id = 100; id < 120; id++) await add(database, jobs, id, { userId: 1 })
    await add(database, jobs, 200, { userId: 2 })
    await add(database, jobs, 300)
    await jobs.runner.start(handlers(work))
    await until('the others run', () => running.has(200) && running.has(300))
    await sleep(100)
    assert.equal([...running].filter((id) => id < 200).length, 2)
    release()
    await until('all were done', async () => (await countJobs(database)) === 0)
    await jobs.runner.stop(1000)
    assert.equal(most(1), 2)
  })

  test(`${dialect}: a lane runs its maximum number of jobs and does not delay other lanes`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open({ slots: 4, perLane: oneForSlow })
    const { most, running, work, release } = countRunning()
    for (let id = 100; id < 105; id++) await add(database, jobs, id, { lane: 'host:slow.example' })
    for (let id = 200; id < 203; id++) await add(database, jobs, id, { lane: 'host:fast.example' })
    await jobs.runner.start(handlers(work))
    await until('the other lane runs', () => running.size === 4)
    release()
    await until('all were done', async () => (await countJobs(database)) === 0)
    await jobs.runner.stop(1000)
    assert.equal(most(1), 1)
    assert.equal(most(2), 3)
  })

  test(`${dialect}: a lane runs its maximum number of jobs in all processes together`, async (t) => {
    if (dialect === 'sqlite') return t.skip('only one process runs jobs')
    const { database, open } = await testQueue(t, dialect)
    const processes = await Promise.all([1, 2, 3].map(() => open({ slots: 4, perLane: () => 2 })))
    const { running, most, work, release } = countRunning()
    for (let id = 100; id < 140; id++) await add(database, processes[0]!, id, { lane: `host:${id % 2}.example` })
    await Promise.all(processes.map(({ runner }) => runner.start(handlers(work))))
    await until('both lanes run', () => running.size === 4)
    release()
    await until('all were done', async () => (await countJobs(database)) === 0)
    await Promise.all(processes.map(({ runner }) => runner.stop(1000)))
    assert.equal(most(1), 4)
    assert.deepEqual(
      processes.flatMap(({ log }) => log.troubles),
      [],
    )
  })

  test(`${dialect}: smaller priorities run first, and no job runs before its time`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open({ slots: 1 })
    const runAt = new Date(Date.now() + 700)
    await add(database, jobs, 1, { runAt, priority: -5 })
    await add(database, jobs, 2, { priority: 10 })
    await add(database, jobs, 3)
    await add(database, jobs, 4)
    const ran: number[] = []
    let ranAt = 0
    const work: Handler = async (id) => {
      ran.push(id)
      if (id === 1) ranAt = Date.now()
    }
    await jobs.runner.start(handlers(work))
    await until('all were done', async () => (await countJobs(database)) === 0)
    await jobs.runner.stop(1000)
    // The first job has the smallest priority number, but waits. On a slow machine, its time comes before the last one.
    assert.deepEqual(
      ran.filter((id) => id !== 1),
      [3, 4, 2],
    )
    assert.ok(ranAt >= runAt.getTime())
  })

  test(`${dialect}: fifty starts and stops leave no resource open`, async (t) => {
    const { open } = await testQueue(t, dialect)
    const once = async () => {
      const { runner, signals } = await open()
      await runner.start(handlers(async () => undefined))
      await signals.waitFor('x', async () => true, { timeoutMs: 1000 })
      await runner.stop(100)
      await signals.close()
    }
    await once()
    const before = openHandles()
    for (let round = 0; round < 50; round++) await once()
    await until('everything was closed', () => openHandles() <= before)
  })
}

/**
 * Creates handlers that wait until the test releases them. Counts the running jobs of each group of entry ids: 0 to 99,
 * 100 to 199, and so on.
 */
function countRunning() {
  const running = new Set<number>()
  const peaks = new Map<number, number>()
  const gate = Promise.withResolvers<void>()
  const work: Handler = async (id) => {
    running.add(id)
    const group = Math.floor(id / 100)
    const count = [...running].filter((other) => Math.floor(other / 100) === group).length
    peaks.set(group, Math.max(peaks.get(group) ?? 0, count))
    await gate.promise
    await sleep(10)
    running.delete(id)
  }
  return { running, work, release: () => gate.resolve(), most: (group: number) => peaks.get(group) ?? 0 }
}

function openHandles(): number {
  return process.getActiveResourcesInfo().filter((kind) => /TCP|Timeout|Pipe/.test(kind)).length
}
