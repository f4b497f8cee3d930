import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import type { Database, Dialect } from '../db/database.ts'
import { parseDatabaseUrl } from '../db/database-url.ts'
import { longReader } from '../db/long-reads.ts'
import { rawSql } from '../db/raw-sql.ts'
import { openJobAdministration, type ReadRows } from './job-administration.ts'
import { openJobs } from './open-jobs.ts'

const SILENT = { jobFinished() {}, jobFailed() {}, jobDied() {}, queueTroubled() {} }
const DIED = '2026-01-12T08:30:00.000Z'

/** Creates a queue that no runner reads. */
async function testAdministration(t: TestContext, dialect: Dialect) {
  const { database, url } = await testDatabase(t, dialect)
  const { queue, signals } = openJobs(database, { slots: 1, log: SILENT })
  t.after(() => signals.close())
  const readLong = longReader(database, parseDatabaseUrl(url))
  const readRows: ReadRows = async <Row>(sql: string) => (await readLong([{ sql }]))[0] as Row[]
  const administration = openJobAdministration(database, readRows)
  const add = (entryId: number, dedupeKey?: string) =>
    database.transaction((tx) =>
      queue.enqueue(
        tx,
        'entry.fetch',
        { userId: 1, entryId, generation: 1, requestId: 'r' },
        { ...(dedupeKey !== undefined && { dedupeKey }) },
      ),
    )
  const run = (sql: string) => database.transaction((tx) => rawSql(tx, sql, []))
  /** Marks all waiting jobs as dead, as if their last attempts had failed. */
  const killAll = () =>
    run(`update job set is_dead = 1, attempts = 5, last_error = 'no luck', run_at = ${Date.parse(DIED)}
      where is_dead = 0 and locked_by is null`)
  const lock = () => run("update job set locked_by = 'x', locked_until = 1 where is_dead = 0")
  const payloads = async () => {
    const rows = await database.prepare<{ payload: string }>('select payload from job order by id').all()
    return rows.map(({ payload }) => (JSON.parse(payload) as { entryId: number }).entryId)
  }
  return { administration, add, killAll, lock, payloads, queue, database }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: jobs are counted by kind and state`, async (t) => {
    const { administration, add, killAll, lock, queue, database } = await testAdministration(t, dialect)
    assert.deepEqual(await administration.count(), [])
    for (const id of [1, 2]) await add(id)
    await killAll()
    await add(3)
    await lock()
    for (const id of [4, 5]) await add(id)
    await database.transaction((tx) => queue.enqueue(tx, 'maintenance.sweep', {}))
    const counts = (await administration.count()).map(({ name, waiting, running }) => [
      name,
      Number(waiting),
      Number(running),
    ])
    assert.deepEqual(counts, [
      ['entry.fetch', 2, 1],
      ['maintenance.sweep', 1, 0],
    ])
    await killAll()
    const dead = (await administration.count()).map((one) => Number(one.dead))
    assert.deepEqual(dead, [4, 1])
  })

  test(`${dialect}: a dead job has a reason and a time, and can be retried or deleted once`, async (t) => {
    const { administration, add, killAll } = await testAdministration(t, dialect)
    for (const id of [1, 2]) await add(id)
    const [alive] = await administration.count()
    assert.equal(Number(alive!.waiting), 2)
    await killAll()
    const [newest, oldest] = await administration.listDead(10)
    assert.deepEqual(
      { ...newest, id: '' },
      { id: '', name: 'entry.fetch', attempts: 5, reason: 'no luck', diedAt: DIED },
    )
    assert.equal(await administration.retry(newest!.id), true)
    assert.equal(await administration.retry(newest!.id), false, 'a living job is not touched')
    assert.equal(await administration.discard(newest!.id), false, 'a living job is not thrown away')
    assert.equal(await administration.discard(oldest!.id), true)
    assert.equal(await administration.discard(oldest!.id), false)
    assert.deepEqual(await administration.listDead(10), [])
    const [count] = await administration.count()
    assert.deepEqual([Number(count!.waiting), Number(count!.dead)], [1, 0])
  })

  test(`${dialect}: an invalid id finds no job`, async (t) => {
    const { administration } = await testAdministration(t, dialect)
    for (const id of ['', '0', '-1', '1 or 1=1', '9'.repeat(40), '1.5']) {
      assert.equal(await administration.retry(id), false, id)
      assert.equal(await administration.discard(id), false, id)
    }
  })

  test(`${dialect}: all dead jobs of a kind are retried, only the newest one of each key`, async (t) => {
    const { administration, add, killAll, payloads, queue, database } = await testAdministration(t, dialect)
    await database.transaction((tx) => queue.enqueue(tx, 'maintenance.sweep', {}))
    for (const [id, key] of [
      [1, 'k'],
      [2, undefined],
      [3, 'k'],
      [4, 'other'],
      [5, undefined],
    ] as const) {
      await add(id, key)
      await killAll()
    }
    await add(6, 'other')
    assert.equal(await administration.retryAll('entry.fetch'), 5)
    assert.deepEqual(new Set(await payloads()), new Set([undefined, 2, 3, 5, 6]))
    const counts = (await administration.count()).map(({ name, waiting, dead }) => [
      name,
      Number(waiting),
      Number(dead),
    ])
    assert.deepEqual(counts, [
      ['entry.fetch', 4, 0],
      ['maintenance.sweep', 0, 1],
    ])
  })

  test(`${dialect}: retrying a dead job whose work a newer job does completes it`, async (t) => {
    const { administration, add, killAll, payloads } = await testAdministration(t, dialect)
    await add(1, 'k')
    await killAll()
    const [dead] = await administration.listDead(1)
    await add(2, 'k')
    assert.equal(await administration.retry(dead!.id), true)
    assert.deepEqual(await payloads(), [2])
  })

  test(`${dialect}: a dead job is replaced by one with its key that is added while it is being retried`, async (t) => {
    const { administration, add, killAll, payloads, queue, database } = await testAdministration(t, dialect)
    await add(1, 'entry.fetch 7')
    await killAll()
    const isAdded = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const adding = database.transaction(async (tx) => {
      const payload = { userId: 1, entryId: 2, generation: 1, requestId: 'r' }
      await queue.enqueue(tx, 'entry.fetch', payload, { dedupeKey: 'entry.fetch 7' })
      isAdded.resolve()
      await mayEnd.promise
    })
    await isAdded.promise
    const retrying = administration.retryAll('entry.fetch')
    if (dialect === 'postgres') await waitUntilBlocked(database)
    mayEnd.resolve()
    await adding
    assert.equal(await retrying, 1)
    assert.deepEqual(await payloads(), [2])
  })
}

/** Waits until a statement on PostgreSQL waits for the end of another transaction. */
async function waitUntilBlocked(database: Database): Promise<void> {
  const blocked = database.prepare("select 1 from pg_locks where not granted and locktype = 'transactionid'")
  while ((await blocked.all()).length === 0) await setTimeout(10)
}
