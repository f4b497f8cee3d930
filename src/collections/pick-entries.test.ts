import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../../test/support/app.ts'
import { DIALECTS } from '../../test/support/database.ts'
import { insertEntries } from '../../test/support/insert-entries.ts'
import { threadMillisecondsSince } from '../../test/support/thread-time.ts'
import type { CollectionId } from '../kernel/branded-ids.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'
import { pickEntries } from './pick-entries.ts'

const ENTRY_COUNT = 20_000
const NOW = '2026-01-01T00:00:00.000Z'

for (const dialect of DIALECTS) {
  test(`${dialect}: a thousand entries of a large library are collected at once`, async (t) => {
    const app = await testApp(t, dialect)
    const { database, alice } = app
    const owner = alice.id
    const ids = await insertEntries(database, owner, ENTRY_COUNT)
    const answer = await app.ask(alice, { method: 'POST', url: '/api/collections', payload: { name: 'Large' } })
    const collection = answer.json<{ id: CollectionId }>().id
    const before = process.threadCpuUsage()
    const picked = ids.slice(-1000).toReversed()
    const added = await ownerTransaction(database, owner, (tx) =>
      pickEntries({ tx, dialect, owner, collection, now: NOW }, picked),
    )
    const took = threadMillisecondsSince(before)
    assert.deepEqual([added.length, took < 700], [1000, true], `${took} ms`)
  })
}
