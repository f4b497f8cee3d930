import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DIALECTS } from '../../test/support/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import { listDeadJobs } from './job-administration.ts'
import { RetryLater } from './job-queue.ts'
import {
  FAST_TIMING,
  type Handler,
  testQueue,
  secondDatabase,
  handlers,
  add,
  until,
  countJobs,
  attemptsOf,
  startProcess,
} from './job-queue.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a committed job runs at once, and one that was rolled back never runs`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open({ timing: { ...FAST_TIMING, pollMs: 60_000 } })
    const ran: number[] = []
    await jobs.runner.start(handlers(async (id) => void ran.push(id)))
    await sleep(100)
    const undone = database.transaction(async (tx) => {
      const payload = { userId: 1, entryId: 1, generation: 1, requestId: 'r' }
      await jobs.queue.enqueue(tx, 'entry.fetch', payload)
      await sleep(100)
      throw new Error('changed my mind')
    })
    await assert.rejects(undone, /changed my mind/)
    await add(database, jobs, 2)
    await until('the job ran', () => ran.length > 0)
    await until('the job was finished', async () => (await countJobs(database)) === 0)
    await jobs.runner.stop(1000)
    assert.deepEqual(ran, [2])
    assert.deepEqual(
      jobs.log.finished.map(({ name, attempt }) => [name, attempt]),
      [['entry.fetch', 1]],
    )
  })

  test(`${dialect}: two runners at the same time run each of 200 jobs once`, async (t) => {
    const { database, url, open } = await testQueue(t, dialect)
    const other = await secondDatabase(t, database, url)
    const [one, two] = [await open(), await open({}, other)]
    const ran: number[] = []
    const by = [0, 0]
    const count = (runner: number) =>
      handlers(async (id) => {
        ran.push(id)
        by[runner]!++
        await sleep(2)
      })
    await database.transaction(async (tx) => {
      for (let entryId = 1; entryId <= 200; entryId++) {
        await one.queue.enqueue(tx, 'entry.fetch', { userId: 1, entryId, generation: 1, requestId: 'r' })
      }
    })
    await Promise.all([one.runner.start(count(0)), two.runner.start(count(1))])
    await until('all were done', async () => (await countJobs(database)) === 0, 60_000)
    await Promise.all([one.runner.stop(1000), two.runner.stop(1000)])
    assert.deepEqual(
      ran.toSorted((a, b) => a - b),
      Array.from({ length: 200 }, (_, index) => index + 1),
    )
    assert.ok(by[0]! > 0 && by[1]! > 0, `one did ${by[0]}, the other ${by[1]}`)
  })

  test(`${dialect}: a job that fails is tried again after growing pauses, and dies after five tries with its reason`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open()
    const at: number[] = []
    const attempts: number[] = []
    const fail: Handler = async (_id, run) => {
      at.push(performance.now())
      attempts.push(run.attempt)
      throw new Error(`no luck\0 with try ${run.attempt} of ${run.maxAttempts}`)
    }
    await jobs.runner.start(handlers(fail))
    await add(database, jobs, 1)
    await until('it died', async () => (await listDeadJobs(database, 10)).length === 1)
    await sleep(150)
    await jobs.runner.stop(1000)
    assert.deepEqual(attempts, [1, 2, 3, 4, 5])
    const pauses = at.slice(1).map((time, index) => time - at[index]!)
    for (const [index, pause] of pauses.entries())
      assert.ok(pause >= FAST_TIMING.retryPausesMs[index]! * 0.8 - 2, `${pauses}`)
    const [dead] = await listDeadJobs(database, 10)
    assert.equal(dead?.reason, 'no luck with try 5 of 5')
    assert.deepEqual([dead?.name, dead?.attempts], ['entry.fetch', 5])
    assert.deepEqual([jobs.log.failed.length, jobs.log.died.length], [5, 1])
  })

  test(`${dialect}: a handler may choose when it is tried again, and that is no failure`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open()
    const at: number[] = []
    const later: Handler = async (_id, { attempt }) => {
      at.push(performance.now())
      if (attempt === 1) throw new RetryLater('the site asked for patience', 400)
    }
    await jobs.runner.start(handlers(later))
    await add(database, jobs, 1)
    await until('it was done', async () => at.length === 2 && (await countJobs(database)) === 0)
    await jobs.runner.stop(1000)
    assert.ok(at[1]! - at[0]! >= 390)
    assert.deepEqual([jobs.log.failed.length, jobs.log.finished.length], [0, 1])
  })

  test(`${dialect}: a job whose process was killed is completed by the next process`, async (t) => {
    const { database, url, open } = await testQueue(t, dialect)
    // On SQLite, the lease does not expire during this test. Instead, the next process detects that the first one has
    // ended.
    const leaseMs = dialect === 'sqlite' ? 60_000 : FAST_TIMING.leaseMs
    const jobs = await open({ timing: { ...FAST_TIMING, leaseMs } })
    await add(database, jobs, 7)
    const { lines, kill } = startProcess(t, url, 'hang', leaseMs)
    await until('the process took the job', () => lines.includes('started'))
    await kill()
    const ran: number[][] = []
    await jobs.runner.start(handlers(async (id, { attempt }) => void ran.push([id, attempt])))
    await until('it was done', async () => (await countJobs(database)) === 0)
    await jobs.runner.stop(1000)
    assert.deepEqual(ran, [[7, 2]])
  })

  test(`${dialect}: a job that ends its process at the last try is dead, and says why`, async (t) => {
    const { database, url, open } = await testQueue(t, dialect)
    const jobs = await open()
    await add(database, jobs, 7)
    const { CompiledQuery } = await import('kysely')
    await database.transaction((tx) => tx.executeQuery(CompiledQuery.raw('update job set attempts = 4')))
    const { lines, kill } = startProcess(t, url, 'hang')
    await until('the process took the job', () => lines.includes('started'))
    await kill()
    await jobs.runner.start(handlers(async () => assert.fail('ran a sixth time')))
    await until('it was found dead', async () => jobs.log.died.length === 1)
    await jobs.runner.stop(1000)
    const [dead] = await listDeadJobs(database, 10)
    assert.match(dead?.reason ?? '', /process that ran the last try ended/)
  })

  test(`${dialect}: a process that was paused beyond its lease does not finish the job of another`, async (t) => {
    const { database, url, open } = await testQueue(t, dialect)
    const jobs = await open()
    await add(database, jobs, 7)
    const { child, lines } = startProcess(t, url, 'ask')
    await until('the process took the job', () => lines.includes('started'))
    child.kill('SIGSTOP')
    const mayFinish = Promise.withResolvers<void>()
    const attempts: number[] = []
    const hold: Handler = async (_id, { attempt }) => {
      attempts.push(attempt)
      await mayFinish.promise
    }
    await jobs.runner.start(handlers(hold))
    const isTakenOver = () => attempts.length === 1
    for (let tries = 0; tries < 5 && !isTakenOver(); tries++) {
      await until('the job was taken over', isTakenOver, 3000).catch(() => undefined)
      if (isTakenOver()) break
      // The process may have been stopped during a write that locks the file. It is resumed, so that the write ends,
      // and is then stopped again.
      child.kill('SIGCONT')
      await sleep(70)
      child.kill('SIGSTOP')
    }
    await until('the job was taken over', isTakenOver)
    child.kill('SIGCONT')
    child.stdin.write('go on\n')
    await until('the paused process saw that it had lost the job', () => lines.includes('lost'))
    assert.equal(await countJobs(database), 1)
    assert.ok(!lines.includes('finished'))
    mayFinish.resolve()
    await until('it was done', async () => (await countJobs(database)) === 0)
    await jobs.runner.stop(1000)
    assert.deepEqual(attempts, [2])
    assert.equal(jobs.log.finished.length, 1)
  })

  test(`${dialect}: a job that runs for longer than its lease stays with its process`, async (t) => {
    const { database, url, open } = await testQueue(t, dialect)
    const other = await secondDatabase(t, database, url)
    const [one, two] = [await open(), await open({}, other)]
    let runs = 0
    const slow = handlers(async () => {
      runs++
      await sleep(1500)
    })
    await add(database, one, 1)
    await Promise.all([one.runner.start(slow), two.runner.start(slow)])
    await until('it was done', async () => (await countJobs(database)) === 0)
    await Promise.all([one.runner.stop(1000), two.runner.stop(1000)])
    assert.equal(runs, 1)
  })

  test(`${dialect}: a clock that jumps a day ahead takes no running job away`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open()
    const ran: number[] = []
    const mayEnd = Promise.withResolvers<void>()
    const work: Handler = async (id) => {
      ran.push(id)
      if (id === 1) await mayEnd.promise
    }
    await jobs.runner.start(handlers(work))
    await add(database, jobs, 1)
    await until('it runs', () => ran.length === 1)
    await database.transaction((tx) => rawSql(tx, 'update job set locked_until = locked_until - 86400000', []))
    await add(database, jobs, 2)
    await until('the second ran', () => ran.length > 1)
    await sleep(150)
    mayEnd.resolve()
    await until('both were done', async () => (await countJobs(database)) === 0)
    await jobs.runner.stop(1000)
    assert.deepEqual(ran, [1, 2])
  })

  test(`${dialect}: stopping lets jobs finish, aborts the rest, and gives it back without costing a try`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open()
    const started: number[] = []
    const work: Handler = async (id, { signal }) => {
      started.push(id)
      if (id === 1) return sleep(150)
      if (id === 2) await sleep(60_000, undefined, { signal })
      // Job 3 never ends, even after the runner has aborted it.
      else await new Promise(() => undefined)
    }
    await jobs.runner.start(handlers(work))
    for (const id of [1, 2, 3]) await add(database, jobs, id)
    await until('all run', () => started.length === 3)
    await jobs.runner.stop(400)
    assert.deepEqual(await attemptsOf(database), [0, 0])
    assert.deepEqual([jobs.log.finished.length, jobs.log.failed.length], [1, 0])

    const next = await open()
    const attempts: number[] = []
    await next.runner.start(handlers(async (_id, { attempt }) => void attempts.push(attempt)))
    await until('the next process did them', async () => (await countJobs(database)) === 0)
    await next.runner.stop(1000)
    assert.deepEqual(attempts, [1, 1])
  })
}
