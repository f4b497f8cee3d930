import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPostgres } from '../../src/db/open-database.ts'
import type { JobLog } from '../../src/jobs/job-log.ts'
import { openJobs } from '../../src/jobs/open-jobs.ts'
import { DIALECTS, testDatabase } from '../support/database.ts'
import { waitFor } from './wait-for.ts'

const SILENT: JobLog = {
  jobFinished: () => undefined,
  jobFailed: () => undefined,
  jobDied: () => undefined,
  queueTroubled: () => undefined,
}

for (const dialect of DIALECTS.filter((name) => name === 'postgres')) {
  test(`${dialect}: a job whose claim was committed but not reported runs after the lease, without costing an attempt`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    assert.ok(isPostgres(database))
    const timing = { pollMs: 100, renewMs: 100, leaseMs: 2000 }
    const { queue, runner, signals } = openJobs(database, { slots: 2, timing, log: SILENT })
    const attempts: number[] = []
    const claims: string[] = []
    await runner.start({
      'entry.fetch': async () => undefined,
      'entry.images': async () => undefined,
      'entries.import': async () => undefined,
      'rules.apply': async () => {
        const { rows } = await database.pool.query<{ locked_by: string }>('select locked_by from job')
        claims.push(...rows.map((row) => row.locked_by))
      },
      'entries.change': async () => undefined,
      'library.clear': async () => undefined,
      'mail.send': async () => undefined,
      'mail.digest': async () => undefined,
      'account.delete': async () => undefined,
      'maintenance.sweep': async (_payload, { attempt }) => void attempts.push(attempt),
    })
    try {
      // The claim of a first job shows the name of the runner.
      await database.transaction((tx) => queue.enqueue(tx, 'rules.apply', { userId: 1, after: 0, run: 'first' }))
      await waitFor('the first job', () => claims.length === 1)
      // Creates the state in which the database has recorded the claim of a job, but the process does not know of the
      // claim, because its connection broke before the response of the database arrived.
      const runAt = new Date(Date.now() + 3_600_000)
      await database.transaction((tx) => queue.enqueue(tx, 'maintenance.sweep', {}, { runAt }))
      const lost = `${claims[0]!.replace(/\d+$/, '')}999`
      await database.pool.query(
        `update job set run_at = 0, attempts = 1, locked_by = $1,
          locked_until = extract(epoch from clock_timestamp()) * 1000 + $2 where name = 'maintenance.sweep'`,
        [lost, timing.leaseMs],
      )
      const since = performance.now()
      await waitFor('the job', () => attempts.length === 1)
      assert.ok(performance.now() - since > timing.leaseMs / 2, 'a claim that may still be on its way is left alone')
      assert.deepEqual(attempts, [1])
    } finally {
      await runner.stop(0)
      await signals.close()
    }
  })
}
