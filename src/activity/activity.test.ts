import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longReader } from '../db/long-reads.ts'
import { parseDatabaseUrl } from '../db/database-url.ts'
import { openDatabase } from '../db/open-database.ts'
import { DIALECTS, migratedDatabaseUrl } from '../../test/support/database.ts'
import { activityRecorder } from './activity-recorder.ts'
import { deleteOldSamples, listSamples } from './activity-sample.repository.ts'
import { readActivity } from './read-activity.ts'

const HOUR_MS = 3_600_000

/** @returns a row of alice's entries */
function entry(createdAt: string, failedAt: string | null = null) {
  const times = { created_at: createdAt, updated_at: createdAt, fetch_failed_at: failedAt }
  return { user_id: 1, url: 'https://example.org/', domain_name: 'example.org', revision: 1, ...times }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the last day adds what all processes counted, by the hour`, async (t) => {
    const location = parseDatabaseUrl(await migratedDatabaseUrl(t, dialect, 'users'))
    const database = await openDatabase({ location, poolSize: 2 })
    t.after(() => database.close())
    let now = new Date('2026-11-29T09:10:00.000Z')
    const clock = { now: () => now }
    const at = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString()
    const job = { name: 'entry.fetch', payload: '{}', max_attempts: 3 }
    await database.transaction(async (tx) => {
      const entries = [entry(at(0)), entry(at(0), at(0)), entry(at(23)), entry(at(25), at(1))]
      await tx.insertInto('entry').values(entries).execute()
      await tx
        .insertInto('job')
        .values({ ...job, run_at: Date.now() - 90_000 })
        .execute()
    })
    const [server, other] = [activityRecorder(database, clock), activityRecorder(database, clock)]
    for (let request = 0; request < 19; request++) server.readAnswered(20)
    other.readAnswered(900)
    other.errorAnswered()
    await Promise.all([server.record(), other.record()])
    now = new Date('2026-11-29T10:01:00.000Z')
    server.errorAnswered()
    await server.record()

    const readLong = longReader(database, location)
    const day = await readActivity({ database, readLong }, now)
    assert.equal(day.length, 24)
    assert.equal(day[0]!.startsAt.toISOString(), '2026-11-28T11:00:00.000Z')
    const [eight, nine, ten] = day.slice(-3)
    assert.deepEqual([eight!.saves, eight!.failedPages, eight!.samples], [0, 1, undefined])
    assert.deepEqual([nine!.saves, nine!.failedPages], [2, 1])
    // The second sample of the server began at 9:10.
    assert.equal(nine!.samples!.serverErrors, 2)
    assert.equal(nine!.samples!.dueJobs, 1)
    assert.ok(nine!.samples!.oldestDueSeconds >= 90, String(nine!.samples!.oldestDueSeconds))
    assert.deepEqual(Object.values(nine!.latency!).map(Math.round), [23, 23])
    assert.deepEqual([ten!.saves, ten!.samples], [0, undefined])

    await database.transaction((tx) => deleteOldSamples(tx, '2026-11-29T09:10:00.000Z'))
    assert.equal((await database.read((db) => listSamples(db, ''))).length, 3)
    await database.transaction((tx) => deleteOldSamples(tx, '2026-11-29T09:10:00.001Z'))
    assert.deepEqual(await database.read((db) => listSamples(db, '')), [])
  })
}

test('counts that could not be stored are part of the next sample', async (t) => {
  const location = parseDatabaseUrl(await migratedDatabaseUrl(t, 'sqlite'))
  const database = await openDatabase({ location, poolSize: 2 })
  t.after(() => database.close())
  let isBroken = true
  const transaction: typeof database.transaction = (work, options) => {
    return isBroken ? Promise.reject(new Error('the disk is full')) : database.transaction(work, options)
  }
  const recorder = activityRecorder({ ...database, transaction }, { now: () => new Date('2026-11-29T09:00:00.000Z') })
  recorder.readAnswered(20)
  recorder.errorAnswered()
  await assert.rejects(recorder.record())
  isBroken = false
  recorder.readAnswered(20)
  await recorder.record()
  const [sample] = await database.read((db) => listSamples(db, ''))
  assert.deepEqual([Object.values(sample!.latencies), sample!.serverErrors], [[2], 1])
})
