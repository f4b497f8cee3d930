import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { TurnCounter } from '../../test/support/turn-counter.ts'
import type { Dialect } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'
import { openJobs } from '../jobs/open-jobs.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { systemClock } from '../kernel/clock.ts'
import { RetryLater } from '../jobs/job-queue.ts'
import { runImportInline } from './run-import-inline.ts'
import { listImportErrors, listImports } from './import.repository.ts'
import type { Import } from './import.ts'
import { memorySource } from './parsing/parsed-file.fixture.ts'
import { runImport } from './run-import.ts'

const OWNER = 1 as UserId
const ROWS = 300
const NOTHING = () => undefined
const REFUSE_CURSED = {
  sqlite: `create trigger refuse before insert on entry when new.title = 'cursed' begin select raise(abort, 'no'); end`,
  postgres: `alter table entry add check (title <> 'cursed')`,
} as const
const LOG = { jobFinished: NOTHING, jobFailed: NOTHING, jobDied: NOTHING, queueTroubled: NOTHING }

async function prepared(t: TestContext, dialect: Dialect) {
  const { database } = await testDatabase(t, dialect)
  const { queue, signals } = openJobs(database, { slots: 1, log: LOG })
  t.after(() => signals.close())
  await database.transaction(async (tx) => {
    const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
    const user = { id: OWNER, username: 'a', username_key: 'a', password_hash: 'x', ...times }
    await tx.insertInto('users').values(user).execute()
    await tx.insertInto('user_revision').values({ user_id: OWNER }).execute()
  })
  return { database, jobs: queue, clock: systemClock, clean: () => assert.fail('there is no content') }
}

const INPUT = { owner: OWNER, fileName: 'a.csv', options: { isAllRead: false, isFetching: false, tags: [] } } as const

test('after an import, SQLite deletes a tag without reading the tags of all entries', async (t) => {
  const deps = await prepared(t, 'sqlite')
  const lines = Array.from({ length: ROWS }, (_, row) => `T,https://e.org/${row},1500000000,a|b${row},unread\n`)
  const file = memorySource(`title,url,time_added,tags,status\n${lines.join('')}`)
  await runImportInline(deps, { ...INPUT, format: 'pocket_csv' }, file, { signal: new AbortController().signal })
  const plan = await deps.database.transaction((tx) =>
    rawSql<{ detail: string }>(tx, 'explain query plan delete from tag where user_id = 1 and id = 1', []),
  )
  assert.match(plan.map(({ detail }) => detail).join('\n'), /entry_tag USING INDEX entry_tag_tag/)
})

test('on SQLite, a hundred new tags in each row end a batch of an import early', async (t) => {
  const deps = await prepared(t, 'sqlite')
  const lines = Array.from({ length: 60 }, (_, row) => {
    const tags = Array.from({ length: 100 }, (_tag, number) => `new ${row}-${number}`).join('|')
    return `T,https://e.org/${row},1500000000,${tags},unread\n`
  })
  const file = memorySource(`title,url,time_added,tags,status\n${lines.join('')}`)
  const done = [0]
  const { job } = await runImportInline(deps, { ...INPUT, format: 'pocket_csv' }, file, {
    signal: new AbortController().signal,
    onProgress: ({ rowsDone }) => void done.push(rowsDone),
  })
  assert.deepEqual([job.state, job.imported], ['done', 60])
  // Other requests wait for a batch. Fifty such rows took up to half a second.
  const rowsOfBatches = done.slice(1).map((rows, index) => rows - done[index]!)
  assert.ok(Math.max(...rowsOfBatches) <= 5, rowsOfBatches.join())
})

for (const dialect of DIALECTS) {
  test(`other users get a turn between two batches of an import (${dialect})`, async (t) => {
    const deps = await prepared(t, dialect)
    const lines = Array.from({ length: ROWS }, (_, row) => `T,https://e.org/${row},1500000000,,unread\n`)
    const file = memorySource(`title,url,time_added,tags,status\n${lines.join('')}`)
    const turns = new TurnCounter()
    const seen: number[] = []
    const { job } = await runImportInline(deps, { ...INPUT, format: 'pocket_csv' }, file, {
      signal: new AbortController().signal,
      onProgress: () => void seen.push(turns.count),
    })
    turns.stop()
    assert.deepEqual([job.state, job.imported], ['done', ROWS])
    assert.ok(seen.length >= 2)
    assert.equal(new Set(seen).size, seen.length, seen.join())
  })

  test(`a row that the database refuses fails alone (${dialect})`, async (t) => {
    const deps = await prepared(t, dialect)
    await deps.database.transaction((tx) => rawSql(tx, REFUSE_CURSED[dialect], []))
    const lines = Array.from(
      { length: 30 },
      (_, row) => `${row % 10 === 7 ? 'cursed' : 'T'},https://e.org/${row},1500000000,,unread\n`,
    )
    const file = memorySource(`title,url,time_added,tags,status\n${lines.join('')}`)
    const options = { signal: new AbortController().signal }
    const { job } = await runImportInline(deps, { ...INPUT, format: 'pocket_csv' }, file, options)
    assert.deepEqual([job.state, job.imported, job.failed], ['done', 27, 3])
    const errors = await deps.database.read((db) => listImportErrors(db, OWNER, job.id))
    assert.deepEqual(
      errors.map(({ reason }) => reason),
      Array.from({ length: 3 }, () => 'The row contains data that can’t be stored.'),
    )
  })

  test(`of a file that begins with the newest, the newest gets the highest id, however often it breaks off (${dialect})`, async (t) => {
    const deps = await prepared(t, dialect)
    const { database } = deps
    const lines = Array.from({ length: ROWS }, (_, row) => `https://e.org/${row === 2 ? ' ' : row},T,,Unread\n`)
    const file = memorySource(`URL,Title,Selection,Folder\n${lines.join('').replace('https://e.org/ ', 'nothing')}`)
    const progress: number[] = []
    const stopping = new AbortController()
    const onProgress = ({ bytesRead }: Import) => {
      progress.push(bytesRead)
      stopping.abort()
    }
    const first = runImportInline(deps, { ...INPUT, format: 'instapaper' }, file, {
      signal: stopping.signal,
      onProgress,
    })
    await assert.rejects(first, RetryLater)
    const [open] = await database.read((db) => listImports(db, OWNER))
    assert.ok(open!.rowsDone > 0 && open!.rowsDone < ROWS)
    const done = await runImport(deps, open!, file, { signal: new AbortController().signal, onProgress })
    assert.deepEqual([done?.state, done?.imported, done?.failed, done?.bytesRead], ['done', ROWS - 1, 1, file.size])
    assert.deepEqual(
      progress,
      progress.toSorted((one, other) => one - other),
    )
    const urlsBy = async (order: string) =>
      (await database.prepare<{ url: string }>(`select url from entry order by ${order} desc`).all()).map(
        ({ url }) => url,
      )
    const inFile = lines.flatMap((_, row) => (row === 2 ? [] : `https://e.org/${row}`))
    assert.deepEqual(await urlsBy('id'), inFile)
    assert.deepEqual(await urlsBy('created_at'), inFile)
    const errors = await database.read((db) => listImportErrors(db, OWNER, open!.id))
    assert.deepEqual(
      errors.map(({ row }) => row),
      [3],
    )
  })
}

/** Counts the iterations of the event loop. */
