import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPostgres } from '../../src/db/open-database.ts'
import type { JobLog } from '../../src/jobs/job-log.ts'
import { openJobs } from '../../src/jobs/open-jobs.ts'
import { migrateQueue } from '../../src/jobs/postgres/migrate-queue.ts'
import { DIALECTS, testDatabase } from '../support/database.ts'
import { workerPools } from './lost-processes.ts'
import { waitFor } from './wait-for.ts'

const SILENT: JobLog = {
  jobFinished: () => undefined,
  jobFailed: () => undefined,
  jobDied: () => undefined,
  queueTroubled: () => undefined,
}

for (const dialect of DIALECTS.filter((name) => name === 'postgres')) {
  test(`${dialect}: a job whose claim was committed but not reported runs after the lease, without costing an attempt`, async (t) => {
    const { database, url } = await testDatabase(t, dialect)
    assert.ok(isPostgres(database))
    await migrateQueue(url)
    const timing = { pollMs: 100, renewMs: 100, leaseMs: 2000 }
    const { queue, runner, signals } = await openJobs(database, { slots: 2, timing, log: SILENT })
    const attempts: number[] = []
    await runner.start({
      'entry.fetch': async () => undefined,
      'entry.images': async () => undefined,
      'entries.import': async () => undefined,
      'rules.apply': async () => undefined,
      'entries.change': async () => undefined,
      'library.clear': async () => undefined,
      'account.delete': async () => undefined,
      'maintenance.sweep': async (_payload, { attempt }) => void attempts.push(attempt),
    })
    try {
      await waitFor('the first beat', async () => (await workerPools(url)).length === 1)
      const [id] = await workerPools(url)
      // Creates the state in which the database has recorded the claim of a job, but the process does not know of the
      // claim, because its connection broke before the response of the database arrived.
      await database.transaction(async (tx) => {
        await queue.enqueue(tx, 'maintenance.sweep', {}, { runAt: new Date(Date.now() + 3_600_000) })
      })
      const claim = `update graphile_worker._private_jobs set run_at = now(), attempts = 1, locked_by = $1, locked_at = now()`
      await database.pool.query(claim, [id])
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
