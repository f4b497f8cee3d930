import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { StatementCache } from '../db/statement-cache.ts'
import { changeListedEntriesJob } from '../entries/changing/change-listed-entries.job.ts'
import { RetryLater, type JobPayloads, type JobQueue } from '../jobs/job-queue.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { systemClock } from '../kernel/clock.ts'
import { newTrashBatchId, trashEntries } from '../entries/trash/trash-entries.ts'
import { restoreFromTrash } from '../entries/trash/restore-from-trash.ts'
import { findImport } from './import.repository.ts'
import { runImportInline } from './run-import-inline.ts'
import { memorySource } from './parsing/parsed-file.fixture.ts'
import { findUndoState, undoImport } from './undo-import.ts'

const OWNER = 1 as UserId
const ROWS = 450
const OPTIONS = { isAllRead: false, isFetching: false, tags: [] }

for (const dialect of DIALECTS) {
  test(`${dialect}: an undo that was interrupted continues, and leaves all other entries`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    await database.transaction(async (tx) => {
      const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
      const user = { id: OWNER, username: 'a', username_key: 'a', password_hash: 'x', ...times }
      await tx.insertInto('users').values(user).execute()
      await tx.insertInto('user_revision').values({ user_id: OWNER }).execute()
    })
    const payloads: JobPayloads['entries.change'][] = []
    const jobs: JobQueue = {
      enqueue: async (_tx, _name, payload) => void payloads.push(payload as JobPayloads['entries.change']),
    }
    const deps = { database, jobs, clock: systemClock, clean: () => assert.fail('there is no content') }
    const importRows = async (name: string, count: number) => {
      const file = memorySource(Array.from({ length: count }, (_, row) => `https://${name}.org/${row}\n`).join(''))
      const input = { owner: OWNER, fileName: name, options: OPTIONS, format: 'addresses' } as const
      return (await runImportInline(deps, input, file, { signal: new AbortController().signal })).job
    }
    const first = await importRows('kept', 3)
    const second = await importRows('undone', ROWS)
    const remaining = async (job: typeof first) => (await database.read((db) => findUndoState(db, job))).inLibrary

    await undoImport(deps, OWNER, second.id, 'request')
    const [payload] = payloads
    const statements = new StatementCache(database)
    let reads = 0
    const stop = new AbortController()
    const job = changeListedEntriesJob({
      ...deps,
      readComposed: (sql, values) => {
        if (++reads === 3) stop.abort()
        return statements.all(sql, values)
      },
    })
    const run = { attempt: 1, maxAttempts: 5 }
    await assert.rejects(job(payload!, { ...run, signal: stop.signal }), RetryLater)
    assert.equal(await remaining(second), ROWS - 300)
    const [deleted] = await database.read((db) =>
      db.selectFrom('entry').select('id').where('import_id', '=', second.id).orderBy('id', 'desc').limit(1).execute(),
    )
    const id = deleted!.id as EntryId
    await trashEntries(deps, OWNER, [id], newTrashBatchId())
    await job(payload!, { ...run, signal: new AbortController().signal })
    assert.deepEqual([await remaining(second), await remaining(first)], [0, 3])
    const trashed = await database.read((db) => db.selectFrom('trashed_entry').select('entry_id').execute())
    assert.equal(trashed.length, ROWS)

    // The undo has ended, although it moved one entry less, so another one can begin.
    await restoreFromTrash(deps, OWNER, { ids: [id], requestId: 'request' })
    const imported = (await database.read((db) => findImport(db, OWNER, second.id)))!
    assert.deepEqual(await database.read((db) => findUndoState(db, imported)), {
      inLibrary: 1,
      highlights: 0,
      isUndoing: false,
    })
    await undoImport(deps, OWNER, second.id, 'request')
    assert.equal(payloads.length, 2)
  })
}
