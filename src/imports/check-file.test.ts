import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { systemClock } from '../kernel/clock.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { importEntriesJob } from './import-entries.job.ts'
import { findImport } from './import.repository.ts'
import { checkImport, receiveFile } from './start-import.ts'

const OWNER = 1 as UserId

async function* file() {
  yield Buffer.from('https://example.org/a\n')
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a check that fails at its last attempt ends, and says so`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    await database.transaction(async (tx) => {
      const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
      const user = { id: OWNER, username: 'a', username_key: 'a', password_hash: 'x', ...times }
      await tx.insertInto('users').values(user).execute()
    })
    const jobs: JobQueue = { enqueue: async () => undefined }
    const deps = { database, jobs, clock: systemClock, clean: () => assert.fail('nothing is imported') }
    const received = await receiveFile(deps, OWNER, 'a.txt', file())
    await checkImport(deps, OWNER, received)
    await database.transaction((tx) =>
      tx
        .updateTable('import_chunk')
        .set({ bytes: Buffer.from('damaged') })
        .execute(),
    )
    const run = (attempt: number) => {
      const options = { attempt, maxAttempts: 5, signal: new AbortController().signal }
      return importEntriesJob(deps)({ userId: OWNER, importId: received.id }, options)
    }
    const stateOf = async () => (await database.read((db) => findImport(db, OWNER, received.id)))!
    await assert.rejects(run(4))
    assert.equal((await stateOf()).state, 'checking')
    await assert.rejects(run(5))
    const { state, failure, finishedAt } = await stateOf()
    assert.deepEqual([state, failure], ['failed', 'The import was interrupted several times, so it was stopped.'])
    assert.ok(finishedAt)
  })
}
