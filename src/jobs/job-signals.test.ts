import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import { openSignals } from '../signals/open-signals.ts'
import { NotificationListener } from '../signals/notification-listener.ts'
import { createQueue } from './create-queue.ts'
import { never, testQueue, handlers, add, until, countJobs, startProcess } from './job-queue.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: a wait ends after a signal, and at the next check without one`, async (t) => {
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
    const wait = signals.waitFor('entry:1', ask, { timeoutMs: 60_000, checkEveryMs: 60_000 })
    await sleep(200)
    for (let i = 0; i < 20; i++) await signals.notify('entry:1')
    isDone = true
    await signals.notify('entry:1')
    assert.equal(await wait, true)
    assert.equal(overlaps, 0)

    isDone = false
    setTimeout(() => (isDone = true), 100)
    assert.equal(await signals.waitFor('entry:1', ask, { timeoutMs: 60_000 }), true)
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
  // The first wait opens the listening connection, and a new connection wakes all waits. During this wait, the
  // connection is opened, so only a signal can wake the wait that follows.
  await signals.waitFor('other', never, { timeoutMs: 400 })
  let asked = 0
  const wait = signals.waitFor('sweep', async () => ++asked > 1, { timeoutMs: 60_000, checkEveryMs: 60_000 })
  await database.transaction((tx) => queue.enqueue(tx, 'maintenance.sweep', {}))
  assert.equal(await wait, true)
})

test('postgres: a transaction that adds many jobs sends one notification', ON_POSTGRES, async (t) => {
  const { database, queries } = await testDatabase(t, 'postgres')
  const signals = openSignals(database, () => undefined)
  t.after(() => signals.close())
  const queue = createQueue('postgres', signals)
  const addThree = () =>
    database.transaction(async (tx) => {
      for (let after = 1; after <= 3; after++) await queue.enqueue(tx, 'rules.apply', { userId: 1, after, run: 'r' })
    })
  await addThree()
  await addThree()
  assert.equal(queries.filter((sql) => sql.includes('pg_notify')).length, 2)
})

test('postgres: a lost listening connection is opened again', ON_POSTGRES, async (t) => {
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

test('postgres: a job whose key is claimed concurrently is added', ON_POSTGRES, async (t) => {
  const { database, open } = await testQueue(t, 'postgres')
  const jobs = await open()
  await add(database, jobs, 1, { dedupeKey: 'k' })
  let adding: Promise<void> | undefined
  await database.transaction(async (tx) => {
    await rawSql(tx, "update job set locked_by = 'another', locked_until = run_at + 60000, attempts = 1", [])
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

test('postgres: a result is recorded although a job with the key is added at that moment', ON_POSTGRES, async (t) => {
  const { database, open } = await testQueue(t, 'postgres')
  const jobs = await open()
  const ran: number[] = []
  const mayFail = Promise.withResolvers<void>()
  await jobs.runner.start(
    handlers(async (id) => {
      ran.push(id)
      if (id > 1) return
      await mayFail.promise
      throw new Error('no luck')
    }),
  )
  await add(database, jobs, 1, { dedupeKey: 'k' })
  await until('it runs', () => ran.length === 1)
  await database.transaction(async (tx) => {
    const payload = { userId: 1, entryId: 2, generation: 1, requestId: 'r' }
    await jobs.queue.enqueue(tx, 'entry.fetch', payload, { dedupeKey: 'k' })
    // The older job does not see the new one yet, and waits for the end of this transaction.
    mayFail.resolve()
    await sleep(200)
  })
  await until('the new job is done', async () => (await countJobs(database)) === 0)
  await jobs.runner.stop(1000)
  assert.deepEqual(ran, [1, 2])
  assert.deepEqual(jobs.log.troubles, [])
})
