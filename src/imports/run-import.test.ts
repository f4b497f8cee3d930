import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { openJobs } from '../jobs/open-jobs.ts'
import type { UserId } from '../kernel/brand.ts'
import { systemClock } from '../kernel/clock.ts'
import { importHere } from './import-here.ts'

const OWNER = 1 as UserId
const ROWS = 300
const NOTHING = () => undefined
const LOG = { jobFinished: NOTHING, jobFailed: NOTHING, jobDied: NOTHING, queueTroubled: NOTHING }

for (const dialect of DIALECTS) {
  test(`everybody else gets a turn between two batches of an import (${dialect})`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    const { queue, signals } = await openJobs(database, { slots: 1, log: LOG })
    t.after(() => signals.close())
    await database.transaction(async (tx) => {
      const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
      const user = { id: OWNER, username: 'a', username_key: 'a', password_hash: 'x', ...times }
      await tx.insertInto('users').values(user).execute()
      await tx.insertInto('user_revision').values({ user_id: OWNER }).execute()
    })
    const lines = Array.from({ length: ROWS }, (_, row) => `T,https://e.org/${row},1500000000,,unread\n`)
    const bytes = Buffer.from(`title,url,time_added,tags,status\n${lines.join('')}`)
    const file = {
      size: bytes.length,
      read: async (from: number, length: number) => bytes.subarray(from, from + length),
    }
    const turns = new TurnCounter()
    const seen: number[] = []
    const deps = { database, jobs: queue, clock: systemClock, clean: () => assert.fail('there is no content') }
    const { job } = await importHere(
      deps,
      {
        owner: OWNER,
        format: 'pocket_csv',
        fileName: 'a.csv',
        options: { isAllRead: false, isFetching: false, tags: [] },
      },
      file,
      { signal: new AbortController().signal, onProgress: () => void seen.push(turns.count) },
    )
    turns.stop()
    assert.deepEqual([job.state, job.imported], ['done', ROWS])
    assert.ok(seen.length >= 2)
    assert.equal(new Set(seen).size, seen.length, seen.join())
  })
}

/** Counts how often the event loop goes round. */
class TurnCounter {
  #next: NodeJS.Immediate | undefined
  count = 0

  constructor() {
    this.#turn()
  }

  stop(): void {
    clearImmediate(this.#next)
  }

  #turn(): void {
    this.#next = setImmediate(() => {
      this.count++
      this.#turn()
    })
  }
}
