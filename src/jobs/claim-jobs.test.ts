import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import type { Database } from '../db/database.ts'
import { isPostgres } from '../db/open-database.ts'
import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'
import { claimJobs } from './claim-jobs.ts'
import { JOBS_TOPIC } from './create-queue.ts'
import { FAST_TIMING, add, countJobs, handlers, testQueue, until } from './job-queue.fixture.ts'
import { releaseExpiredLeases, renewLeases } from './leases.ts'
import { openForRunner } from './open-jobs.ts'
import { RunningJobCounts } from './running-job-counts.ts'
import { TableRunner } from './table-runner.ts'

/** Adds jobs of many users. Those of the first users are delayed, and more urgent than the others. */
const INSERT_JOBS = `
insert into job (name, payload, user_id, lane, dedupe_key, priority, run_at, is_due, max_attempts)
select 'entry.fetch', '{}', u, 'host:' || i, u || ':' || i, case when u > $3::int then 10 * (i % 2) else -1 end, i,
  case when u > $3::int then 1 else 0 end, 5
from generate_series(1, $1::int) u, generate_series(1, $2::int) i`

/** Counts the rows and index entries of `job` that this transaction has read. */
const READ = `
select pg_stat_get_xact_tuples_returned('job'::regclass) + sum(pg_stat_get_xact_tuples_returned(indexrelid)) as count
from pg_index where indrelid = 'job'::regclass`

const LIMITS = { slots: 4, perUser: 2, perLane: () => Infinity }

/** @returns the number of claimed jobs */
async function claim(tx: Tx, number: number, saturated: readonly string[]): Promise<number> {
  const counts = new RunningJobCounts(LIMITS)
  for (const flag of saturated) for (let job = 0; job < LIMITS.perUser; job++) counts.add([flag])
  const { jobs } = await claimJobs(tx, 'postgres', {
    names: ['entry.fetch'],
    counts,
    slots: 1,
    lastUser: 0,
    claim: `1.a.b.${number}.`,
    leaseMs: 60_000,
  })
  return jobs.length
}

/** Maximum number of rows and index entries that a claim may read */
const FEW = 60

for (const { what, users, jobsPerUser, blocked = 0, delayed = 0 } of [
  { what: '20,000 jobs of a user', users: 1, jobsPerUser: 20_000 },
  { what: '100 jobs for each of 200 users', users: 200, jobsPerUser: 100 },
  { what: 'jobs of which those of 2 users are blocked', users: 10, jobsPerUser: 2000, blocked: 2 },
  { what: 'jobs of which those of 190 users are delayed', users: 200, jobsPerUser: 100, delayed: 190 },
]) {
  test(`postgres: right after an import has added ${what}, a claim reads few of them`, async (t) => {
    const { database } = await testDatabase(t, 'postgres')
    assert.ok(isPostgres(database))
    // The state between an import and the next run of autovacuum, with plans that were made for an empty table
    await database.pool.query('alter table job set (autovacuum_enabled = false)')
    const runner = await openForRunner(database, () => undefined)
    t.after(() => runner.close())
    const own = { runner: '1.a.b.', known: [] }
    const saturated = Array.from({ length: blocked }, (_, index) => `user:${index + 1}`)
    const read = (work: (tx: Tx) => Promise<unknown>) =>
      runner.database.transaction(async (tx) => {
        const [before] = await rawSql<{ count: number }>(tx, READ, [])
        await work(tx)
        const [after] = await rawSql<{ count: number }>(tx, READ, [])
        return Number(after!.count) - Number(before!.count)
      })
    for (let number = 0; number < 8; number++) {
      await read((tx) => releaseExpiredLeases(tx, 'postgres', own))
      assert.equal(await read((tx) => claim(tx, number, saturated)), 0)
      await renewLeases(runner.database, ['1.a.b.0.1'], 60_000)
    }
    await database.pool.query(INSERT_JOBS, [users, jobsPerUser, delayed])
    for (let number = 10; number < 14; number++) {
      const count = await read(async (tx) => assert.equal(await claim(tx, number, saturated), 1))
      assert.ok(count < FEW, `the claim read ${count} rows`)
    }
    assert.ok((await read((tx) => releaseExpiredLeases(tx, 'postgres', own))) < 20)
    await runner.database.transaction((tx) => rawSql(tx, 'discard plans', []))
    const count = await read(async (tx) => assert.equal(await claim(tx, 20, saturated), 1))
    assert.ok(count < FEW, `the claim read ${count} rows with a new plan`)
  })
}

test('postgres: a job that another process was about to claim runs at once after that process has failed', async (t) => {
  const { database, open } = await testQueue(t, 'postgres')
  assert.ok(isPostgres(database))
  const jobs = await open({ timing: { ...FAST_TIMING, pollMs: 3_600_000 } })
  const ran: number[] = []
  await jobs.runner.start(handlers(async (id) => void ran.push(id)))
  await add(database, jobs, 1)
  await until('the runner listens', () => ran.length === 1)
  await add(database, jobs, 2, { runAt: new Date(Date.now() + 3_600_000) })
  await sleep(300)
  await database.pool.query('update job set run_at = 0, is_due = 1')
  const other = await database.pool.connect()
  await other.query('begin')
  await other.query('select id from job for update')
  await jobs.signals.notify(JOBS_TOPIC)
  await sleep(300)
  assert.deepEqual(ran, [1])
  await other.query('rollback')
  other.release()
  await until('the job ran', () => ran.length === 2)
})

for (const dialect of DIALECTS) {
  test(`${dialect}: users take turns, whatever the number and age of their jobs`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open({ slots: 1 })
    for (let id = 101; id <= 106; id++) await add(database, jobs, id, { userId: 1 })
    for (let id = 201; id <= 203; id++) await add(database, jobs, id, { userId: 2 })
    for (let id = 301; id <= 302; id++) await add(database, jobs, id, { userId: 3, priority: 10 })
    for (let id = 401; id <= 402; id++) await add(database, jobs, id, { userId: 4 })
    const ran: number[] = []
    await jobs.runner.start(handlers(async (id) => void ran.push(id)))
    await until('all were done', async () => (await countJobs(database)) === 0)
    await jobs.runner.stop(1000)
    assert.deepEqual(ran, [101, 201, 401, 102, 202, 402, 103, 203, 104, 105, 106, 301, 302])
  })

  test(`${dialect}: a batch of claims fills the slots within all limits, and repeats while that helps`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const jobs = await open()
    for (let id = 0; id < 30; id++) {
      const options = { userId: 1, lane: `host:${Math.floor(id / 10)}`, priority: 10 }
      await add(database, jobs, id, options)
    }
    for (let id = 100; id < 103; id++) await add(database, jobs, id, { userId: 2, dedupeKey: `${id}` })
    const counts = new RunningJobCounts({ slots: 12, perUser: 6, perLane: () => 2 })
    counts.add(['key:101'])
    const request = { names: ['entry.fetch'], counts, slots: 12, lastUser: 0, claim: '1.a.b.1.', leaseMs: 60_000 }
    const { jobs: claimed } = await database.transaction((tx) => claimJobs(tx, dialect, request))
    assert.deepEqual(
      claimed.map(({ payload }) => (payload as { entryId: number }).entryId).toSorted((one, other) => one - other),
      [0, 1, 10, 11, 20, 100, 102],
    )
  })

  test(`${dialect}: a job runs once if the transaction of its claim was rolled back and repeated`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const { queue, signals, log } = await open()
    await add(database, { queue }, 1)
    const repeating: Database = { ...database, transaction: onceRolledBack(database) }
    const limits = { slots: 4, perUser: 2, perLane: () => Infinity }
    const options = { limits, timing: FAST_TIMING, log }
    const runner = new TableRunner(
      async () => ({ database: repeating, close: async () => undefined }),
      signals,
      options,
    )
    const ran: number[] = []
    await runner.start(handlers(async (id) => void ran.push(id)))
    await until('the job was finished', async () => (await countJobs(database)) === 0)
    await runner.stop(1000)
    assert.deepEqual([ran, log.troubles], [[1], []])
  })
}

/** @returns a function that runs the work of the first transaction twice, because the first time is rolled back */
function onceRolledBack(database: Database): Database['transaction'] {
  let isFirst = true
  return async (work, options) => {
    if (isFirst) {
      isFirst = false
      const undone = database.transaction(async (tx) => {
        await work(tx)
        throw new Error('deadlock')
      })
      await assert.rejects(undone, /deadlock/)
    }
    return database.transaction(work, options)
  }
}
