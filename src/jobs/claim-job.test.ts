import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import type { Database } from '../db/database.ts'
import { isPostgres } from '../db/open-database.ts'
import { rawSql } from '../db/raw-sql.ts'
import type { Tx } from '../db/schema.ts'
import { claimJob } from './claim-job.ts'
import { JOBS_TOPIC } from './create-queue.ts'
import { FAST_TIMING, add, countJobs, handlers, testQueue, until } from './job-queue.fixture.ts'
import { releaseExpiredLeases, renewLeases } from './leases.ts'
import { openForRunner } from './open-jobs.ts'
import { TableRunner } from './table-runner.ts'

/** Adds due jobs of many users, each of them for another host. */
const INSERT_JOBS = `
insert into job (name, payload, user_id, lane, dedupe_key, priority, run_at, max_attempts)
select 'entry.fetch', '{}', u, 'host:' || i, u || ':' || i, 10 * (i % 2), i, 5
from generate_series(1, $1::int) u, generate_series(1, $2::int) i`

/** Counts the rows and index entries of `job` that this transaction has read. */
const READ = `
select pg_stat_get_xact_tuples_returned('job'::regclass) + sum(pg_stat_get_xact_tuples_returned(indexrelid)) as count
from pg_index where indrelid = 'job'::regclass`

function claim(tx: Tx, number: number) {
  return claimJob(tx, 'postgres', {
    names: ['entry.fetch'],
    saturated: [],
    claim: `1.a.b.${number}`,
    leaseMs: 60_000,
  })
}

for (const [users, jobsPerUser] of [
  [1, 20_000],
  [200, 100],
] as const) {
  test(`postgres: right after ${jobsPerUser} jobs of ${users} users were added, a claim reads few of them`, async (t) => {
    const { database } = await testDatabase(t, 'postgres')
    assert.ok(isPostgres(database))
    // The state between an import and the next run of autovacuum, with plans that were made for an empty table
    await database.pool.query('alter table job set (autovacuum_enabled = false)')
    const runner = await openForRunner(database, () => undefined)
    t.after(() => runner.close())
    const own = { runner: '1.a.b.', known: [] }
    const read = (work: (tx: Tx) => Promise<unknown>) =>
      runner.database.transaction(async (tx) => {
        const [before] = await rawSql<{ count: number }>(tx, READ, [])
        await work(tx)
        const [after] = await rawSql<{ count: number }>(tx, READ, [])
        return Number(after!.count) - Number(before!.count)
      })
    for (let number = 0; number < 8; number++) {
      await read((tx) => releaseExpiredLeases(tx, 'postgres', own))
      assert.equal(await read((tx) => claim(tx, number)), 0)
      await renewLeases(runner.database, ['1.a.b.0'], 60_000)
    }
    await database.pool.query(INSERT_JOBS, [users, jobsPerUser])
    const limit = 20 + 12 * users
    for (let number = 10; number < 14; number++) {
      const count = await read(async (tx) => assert.ok(await claim(tx, number)))
      assert.ok(count < limit, `the claim read ${count} rows, more than ${limit}`)
    }
    assert.ok((await read((tx) => releaseExpiredLeases(tx, 'postgres', own))) < 20)
    await runner.database.transaction((tx) => rawSql(tx, 'discard plans', []))
    const count = await read(async (tx) => assert.ok(await claim(tx, 20)))
    assert.ok(count < limit, `the claim read ${count} rows with a new plan, more than ${limit}`)
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
  await database.pool.query('update job set run_at = 0')
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
