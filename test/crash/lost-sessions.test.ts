import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openSource } from '../../src/backup/rows/open-source.ts'
import { openTarget } from '../../src/backup/rows/open-target.ts'
import { schemaLayout } from '../../src/backup/rows/table-layout.ts'
import type { Database } from '../../src/db/database.ts'
import { migrateDatabase } from '../../src/db/migrate.ts'
import { MIGRATIONS } from '../../src/db/migrations/all-migrations.ts'
import { isPostgres, openDatabase } from '../../src/db/open-database.ts'
import { isConnectionLost } from '../../src/db/postgres/connection-failure.ts'
import { rawSql } from '../../src/db/raw-sql.ts'
import { AppError } from '../../src/kernel/errors.ts'
import { openSignals } from '../../src/signals/open-signals.ts'
import { DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { endSessions } from './lost-processes.ts'
import { waitFor } from './wait-for.ts'

const STEPS = MIGRATIONS.map(({ name }) => name)

/**
 * A client of `pg` emits `error` twice when the server ends its session. Without a listener, the second event would end
 * this process, and the test run would report it.
 */
test(
  'every connection survives that PostgreSQL ends its session',
  { skip: !DIALECTS.includes('postgres') },
  async (t) => {
    const url = await migratedDatabaseUrl(t, 'postgres', 'users')
    const location = { dialect: 'postgres', url } as const
    const target = await openTarget(location, { id: 'a', steps: STEPS })
    const migration = rejected(migrateDatabase(location))
    const source = await openSource(location)
    const pools = [await openPool(t, location), await openPool(t, { ...location, directUrl: url })]
    const busy = pools.map((pool) => rejected(pool.transaction((tx) => rawSql(tx, 'select pg_sleep(30)', []))))
    const troubles: unknown[] = []
    const signals = openSignals(pools[0]!, (error) => troubles.push(error))
    t.after(() => signals.close())
    let woken = 0
    signals.subscribe('entry:1', () => woken++)
    await waitFor('the listener', () => woken > 0)
    await waitFor('the transactions and the migration', async () => (await countWaiting(pools[0]!)) === 3)

    assert.equal(await endSessions(url), 8)

    for (const error of await Promise.all(busy)) assert.ok(error instanceof AppError && error.code === 'unavailable')
    assert.ok(isConnectionLost(await migration))
    const { tables } = await schemaLayout(STEPS)
    const reading = (async () => void (await Array.fromAsync(source.readRows(tables[0]!))))()
    assert.ok(isConnectionLost(await rejected(reading)))
    await source.close()
    const storing = target.store('part', tables[0]!, (async function* () {})())
    assert.ok(isConnectionLost(await rejected(storing)))
    await target.close()
    for (const pool of pools) assert.equal((await pool.prepare('select 1').all()).length, 1)
    await waitFor('the listener again', () => woken > 1)
    assert.ok(troubles.length > 0)
  },
)

async function openPool(t: TestContext, location: Parameters<typeof openDatabase>[0]['location']): Promise<Database> {
  const pool = await openDatabase({ location, poolSize: 3 })
  t.after(() => pool.close())
  assert.ok(isPostgres(pool))
  // One connection stays idle while a transaction uses another.
  await Promise.all([pool.prepare('select 1').all(), pool.prepare('select 1').all()])
  return pool
}

async function countWaiting(pool: Database): Promise<number> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database()
    and (wait_event = 'PgSleep' or wait_event_type = 'Lock')`
  return (await pool.prepare(waiting).all()).length
}

const rejected = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  )
