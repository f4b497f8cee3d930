import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS } from '../../test/support/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import { claimJobs } from './claim-jobs.ts'
import { add, testQueue } from './job-queue.fixture.ts'
import { resultRecorder } from './record-result.ts'
import { RunningJobCounts } from './running-job-counts.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: of several jobs that finish together, only one whose lease was lost is kept`, async (t) => {
    const { database, open } = await testQueue(t, dialect)
    const queue = await open()
    for (let id = 1; id <= 5; id++) await add(database, queue, id)
    const counts = new RunningJobCounts({ slots: 5, perUser: 5, perLane: () => 5 })
    const request = { names: ['entry.fetch'], counts, slots: 5, lastUser: 0, claim: '1.a.b.1.', leaseMs: 60_000 }
    const { jobs } = await database.transaction((tx) => claimJobs(tx, dialect, request))
    const lost = jobs[3]!
    await database.transaction((tx) => rawSql(tx, `update job set locked_by = 'other' where id = ${lost.id}`, []))
    const record = resultRecorder(database)
    const results = await Promise.all(jobs.map((job) => record(job, { kind: 'finished' })))
    assert.deepEqual(results, ['settled', 'settled', 'settled', 'lost', 'settled'])
    const left = await database.prepare<{ id: number }>('select id from job').all()
    assert.deepEqual(
      left.map(({ id }) => id),
      [lost.id],
    )
  })
}
