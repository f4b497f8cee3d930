import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import type { Database, Dialect } from '../db/database.ts'
import { parseDatabaseUrl } from '../db/database-url.ts'
import { openDatabase } from '../db/open-database.ts'
import { listDeadJobs } from './dead-jobs.ts'
import type { JobDeath, JobFailure, JobReport } from './job-log.ts'
import { RetryLater, type JobHandlers, type JobOptions, type JobRun } from './job-queue.ts'
import { migrateQueue } from './migrate-queue.ts'
import { NotificationListener } from './notification-listener.ts'
import { openJobs, type Jobs, type JobsOptions } from './open-jobs.ts'

const FAST = { pollMs: 50, leaseMs: 900, renewMs: 200, retryPausesMs: [40, 60, 80, 100] }

const never = async () => false
const oneForSlow = (lane: string) => (lane === 'host:slow.example' ? 1 : Infinity)

type Handler = (entryId: number, run: JobRun) => Promise<void>

/** One database with the queue in it; what `open` opens on it is closed before it, also when a test fails. */
async function testQueue(t: TestContext, dialect: Dialect) {
  const opened: Jobs[] = []
  t.after(async () => {
    for (const { runner, signals } of opened) await Promise.all([runner.stop(0), signals.close()])
  })
  const { database, url } = await testDatabase(t, dialect)
  if (dialect === 'postgres') await migrateQueue(url)
  const open = async (options: Partial<JobsOptions> = {}, on = database) => {
    const log = new Log()
    const jobs = await openJobs(on, { slots: 4, timing: FAST, log, ...options })
    opened.push(jobs)
    return { ...jobs, log }
  }
  return { database, url, open }
}

/** A pool of its own on PostgreSQL; on SQLite one process has one connection that writes, and two runners share it. */
async function secondDatabase(t: TestContext, database: Database, url: string): Promise<Database> {
  if (database.dialect === 'sqlite') return database
  const other = await openDatabase({ location: parseDatabaseUrl(url), poolSize: 2 })
  t.after(() => other.close())
  return other
}

class Log {
  readonly finished: JobReport[] = []
  readonly failed: JobFailure[] = []
  readonly died: JobDeath[] = []
  readonly troubles: string[] = []

  jobFinished(report: JobReport): void {
    this.finished.push(report)
  }

  jobFailed(failure: JobFailure): void {
    this.failed.push(failure)
  }

  jobDied(death: JobDeath): void {
    this.died.push(death)
  }

  queueTroubled(message: string): void {
    this.troubles.push(message)
  }
}

function handlers(fetch: Handler): JobHandlers {
  return {
    'entry.fetch': ({ entryId }, run) => fetch(entryId, run),
    'entry.images': async () => undefined,
    'entries.import': async () => undefined,
    'rules.apply': async () => undefined,
    'entries.change': async () => undefined,
    'library.clear': async () => undefined,
    'account.delete': async () => undefined,
    'maintenance.sweep': async () => undefined,
  }
}

function add(database: Database, { queue }: Pick<Jobs, 'queue'>, entryId: number, options?: JobOptions): Promise<void> {
  const payload = { userId: 1, entryId, generation: 1, requestId: 'r' }
  return database.transaction((tx) => queue.enqueue(tx, 'entry.fetch', payload, options))
}

async function until(what: string, isTrue: () => unknown, timeoutMs = 8000): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!(await isTrue())) {
    if (performance.now() > end) assert.fail(`it never happened that ${what}`)
    await sleep(5)
  }
}

const COUNT: Record<Dialect, string> = {
  sqlite: 'select count(*) as count from job',
  postgres: 'select count(*) as count from graphile_worker._private_jobs',
}

async function countJobs(database: Database): Promise<number> {
  const [row] = await database.prepare<{ count: number }>(COUNT[database.dialect]).all()
  return row!.count
}

async function attemptsOf(database: Database): Promise<number[]> {
  const table = database.dialect === 'sqlite' ? 'job' : 'graphile_worker._private_jobs'
  const rows = await database.prepare<{ attempts: number }>(`select attempts from ${table} order by id`).all()
  return rows.map(({ attempts }) => attempts)
}

/** Another process on the same database; its lines arrive in `lines`. */
function startProcess(t: TestContext, url: string, mode: 'hang' | 'ask', leaseMs = FAST.leaseMs) {
  const file = new URL('job-process.fixture.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [file, url, mode, String(leaseMs)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  t.after(kill)
  return { child, lines, kill }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: what was committed runs at once, and what was rolled back never does`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open({ timing: { ...FAST, pollMs: 60_000 } })
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
    const startedAt = performance.now()
    await add(database, jobs, 2)
    await until('the job ran', () => ran.length > 0)
    assert.ok(performance.now() - startedAt < 1000)
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
    await until('all were done', async () => (await countJobs(database)) === 0, 15_000)
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
    for (const [index, pause] of pauses.entries()) assert.ok(pause >= FAST.retryPausesMs[index]! * 0.8 - 2, `${pauses}`)
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

  test(`${dialect}: a job whose process was killed in the middle is finished by the next one`, async (t) => {
    const { database, url, open } = await testQueue(t, dialect)
    // On SQLite the lease is too long to run out in this test: the next process sees that the owner has ended.
    const leaseMs = dialect === 'sqlite' ? 60_000 : FAST.leaseMs
    const jobs = await open({ timing: { ...FAST, leaseMs } })
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
    const table = dialect === 'sqlite' ? 'job' : 'graphile_worker._private_jobs'
    const { CompiledQuery } = await import('kysely')
    await database.transaction((tx) => tx.executeQuery(CompiledQuery.raw(`update ${table} set attempts = 4`)))
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
      // It was stopped in the middle of a write, and holds the file: it may end that, and is stopped again.
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
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 86_400_000 })
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
      // 3 does not notice that it is aborted
      else await new Promise(() => undefined)
    }
    await jobs.runner.start(handlers(work))
    for (const id of [1, 2, 3]) await add(database, jobs, id)
    await until('all run', () => started.length === 3)
    const startedAt = performance.now()
    await jobs.runner.stop(400)
    assert.ok(performance.now() - startedAt < 3000)
    assert.deepEqual(await attemptsOf(database), [0, 0])
    assert.deepEqual([jobs.log.finished.length, jobs.log.failed.length], [1, 0])

    const next = await open()
    const attempts: number[] = []
    await next.runner.start(handlers(async (_id, { attempt }) => void attempts.push(attempt)))
    await until('the next process did them', async () => (await countJobs(database)) === 0)
    await next.runner.stop(1000)
    assert.deepEqual(attempts, [1, 1])
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
      assert.deepEqual(jobs.log.troubles, [])
    })
  }

  test(`${dialect}: a dead job does not keep a new one with its key from running`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open({ timing: { ...FAST, retryPausesMs: [0] } })
    const ran: number[] = []
    await jobs.runner.start(handlers(async (id) => (id === 1 ? Promise.reject(new Error('no')) : void ran.push(id))))
    await add(database, jobs, 1, { dedupeKey: 'k' })
    await until('it died', () => jobs.log.died.length === 1)
    await add(database, jobs, 2, { dedupeKey: 'k' })
    await until('the new one ran', () => ran.length === 1)
    await jobs.runner.stop(1000)
    assert.equal((await listDeadJobs(database, 10)).length, 1)
  })

  test(`${dialect}: one user gets half of the slots, and holds up nobody else`, async (t) => {
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

  test(`${dialect}: a lane runs as many jobs as it may, and holds up no other`, async (t) => {
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

  test(`${dialect}: smaller priorities run first, and nothing runs before its time`, async (t) => {
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
    assert.deepEqual(ran, [3, 4, 2, 1])
    assert.ok(ranAt >= runAt.getTime())
  })

  test(`${dialect}: starting and stopping fifty times leaves nothing open`, async (t) => {
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

  test(`${dialect}: a wait ends with a signal at once, and without one after a second at most`, async (t) => {
    const { open } = await testQueue(t, dialect)
    const { signals } = await open()
    let isDone = false
    let [asking, overlaps] = [0, 0]
    const ask = async () => {
      if (asking++ > 0) overlaps++
      await sleep(20)
      asking--
      return isDone
    }
    const wait = signals.waitFor('entry:1', ask, { timeoutMs: 5000 })
    await sleep(200)
    for (let i = 0; i < 20; i++) await signals.notify('entry:1')
    const startedAt = performance.now()
    isDone = true
    await signals.notify('entry:1')
    assert.equal(await wait, true)
    assert.ok(performance.now() - startedAt < 300)
    assert.equal(overlaps, 0)

    isDone = false
    setTimeout(() => (isDone = true), 100)
    const silentAt = performance.now()
    assert.equal(await signals.waitFor('entry:1', ask, { timeoutMs: 5000 }), true)
    assert.ok(performance.now() - silentAt < 1300)
    await signals.close()
  })

  test(`${dialect}: a wait ends with its time, its signal, its error, or the end of the signals`, async (t) => {
    const { open } = await testQueue(t, dialect)
    const { signals } = await open()
    assert.equal(await signals.waitFor('a', never, { timeoutMs: 30 }), false)
    assert.equal(await signals.waitFor('a', () => new Promise(() => undefined), { timeoutMs: 30 }), false)
    const signal = AbortSignal.timeout(30)
    assert.equal(await signals.waitFor('a', never, { timeoutMs: 60_000, signal }), false)
    const broken = signals.waitFor('a', () => Promise.reject(new Error('no database')), { timeoutMs: 1000 })
    await assert.rejects(broken, /no database/)
    const pending = signals.waitFor('a', never, { timeoutMs: 60_000 })
    await signals.close()
    assert.equal(await pending, false)
  })
}

const ON_POSTGRES = { skip: !DIALECTS.includes('postgres') }

test('postgres: a signal reaches the requests of another process', ON_POSTGRES, async (t) => {
  const { database, url, open } = await testQueue(t, 'postgres')
  const { queue, signals } = await open()
  const { lines } = startProcess(t, url, 'hang')
  await until('the other process is there', () => lines.includes('ready'))
  // The first wait opens the connection that listens; connecting wakes everybody, so let that pass.
  await signals.waitFor('other', never, { timeoutMs: 400 })
  let asked = 0
  const startedAt = performance.now()
  const wait = signals.waitFor('sweep', async () => ++asked > 1, { timeoutMs: 8000 })
  await database.transaction((tx) => queue.enqueue(tx, 'maintenance.sweep', {}))
  assert.equal(await wait, true)
  assert.ok(performance.now() - startedAt < 900, 'it was asked again before a second had passed, so by the signal')
})

test('postgres: who listens connects again after the connection was lost', ON_POSTGRES, async (t) => {
  const { database, url } = await testQueue(t, 'postgres')
  const messages: string[] = []
  let connected = 0
  const listener = new NotificationListener({
    connectionString: url,
    channel: 'news',
    onMessage: (payload) => messages.push(payload),
    onConnected: () => connected++,
    onTrouble: () => undefined,
  })
  t.after(() => listener.close())
  await until('it is connected', () => connected === 1)
  const end =
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dogear signals' and datname = current_database()"
  await database.prepare(end).all()
  await until('it is connected again', () => connected === 2)
  await database.prepare("select pg_notify('news', 'hello')").all()
  await until('the message came', () => messages.length > 0)
  await listener.close()
  assert.deepEqual(messages, ['hello'])
})

test('postgres: a job whose key is claimed while it is added is added all the same', ON_POSTGRES, async (t) => {
  const { database, open } = await testQueue(t, 'postgres')
  const jobs = await open()
  await add(database, jobs, 1, { dedupeKey: 'k' })
  const { CompiledQuery } = await import('kysely')
  let adding: Promise<void> | undefined
  await database.transaction(async (tx) => {
    const claim = "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another', attempts = 1"
    await tx.executeQuery(CompiledQuery.raw(claim))
    adding = add(database, jobs, 2, { dedupeKey: 'k' })
    await sleep(150)
  })
  await adding
  assert.equal(await countJobs(database), 2)
})

test('postgres: jobs and signals go on after the server has ended every connection', ON_POSTGRES, async (t) => {
  const { database, open } = await testQueue(t, 'postgres')
  const jobs = await open()
  const ran: number[] = []
  await jobs.runner.start(handlers(async (id) => void ran.push(id)))
  await add(database, jobs, 1)
  await until('the first ran', () => ran.length === 1)
  let isDone = false
  const wait = jobs.signals.waitFor('entry:1', async () => isDone, { timeoutMs: 8000 })
  await sleep(100)
  const end =
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()'
  await database.prepare(end).all()
  isDone = true
  assert.equal(await wait, true)
  await until('a job can be added again', () =>
    add(database, jobs, 2).then(
      () => true,
      () => false,
    ),
  )
  await until('the second ran', () => ran.includes(2))
  await jobs.runner.stop(1000)
  await jobs.signals.close()
  assert.ok(jobs.log.troubles.length > 0)
})

/** Handlers that hold what runs until they are released, and count it by hundreds of the id. */
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
