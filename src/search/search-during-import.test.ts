import assert from 'node:assert/strict'
import { nowFinder } from '../users/time-zone.ts'
import { systemClock } from '../kernel/clock.ts'
import { collectionLister } from '../collections/list-collections.ts'
import { test } from 'node:test'
import { parseDatabaseUrl } from '../db/database-url.ts'
import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { openSearch } from './open-search-index.ts'
import { entrySearch } from './search-entries.ts'

const READER = 1 as UserId
const NOW = '2026-01-01T00:00:00.000Z'

async function addEntries(database: Database, from: number, count: number, revision: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: from + index,
    user_id: READER,
    url: `https://x.example/${from + index}`,
    title: `Tide number ${from + index}`,
    created_at: NOW,
    updated_at: NOW,
    revision,
  }))
  await database.transaction(async (tx) => {
    for (let at = 0; at < rows.length; at += 500)
      await tx
        .insertInto('entry')
        .values(rows.slice(at, at + 500))
        .execute()
    await tx.updateTable('user_revision').set({ revision }).where('user_id', '=', READER).execute()
  })
}

async function addReader(database: Database): Promise<void> {
  const account = { username: 'a', username_key: 'a', password_hash: 'x', created_at: NOW, updated_at: NOW }
  await database.transaction(async (tx) => {
    await tx
      .insertInto('users')
      .values({ id: READER, ...account })
      .execute()
    await tx.insertInto('user_revision').values({ user_id: READER }).execute()
  })
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a search does not wait for an import, reports how much is missing, and waits for a few`, async (t) => {
    const { database, url } = await testDatabase(t, dialect)
    const index = await openSearch(database, parseDatabaseUrl(url))
    t.after(() => index.close())
    await addReader(database)
    const context = { listCollections: collectionLister(database), findNow: nowFinder(database, systemClock) }
    // After a search has found many unindexed entries, searches skip indexing for `busyMs`. This period is longer than
    // the test takes, so these searches never start to index again.
    const search = entrySearch(index, context, { busyMs: 100_000, recountMs: 1, patienceMs: 30_000 })
    const count = async (revision: number) =>
      (await search.searchEntries({ id: READER, revision }, 'tide', { page: 1, perPage: 1, sort: 'created' })).total
    await addEntries(database, 1, 150, 1)
    assert.deepEqual([await search.follow({ id: READER, revision: 1 }), await count(1)], [0, 150])
    const many = dialect === 'sqlite' ? 10_500 : 1000
    await addEntries(database, 151, many, 2)
    assert.deepEqual([await search.follow({ id: READER, revision: 2 }), await count(2)], [Math.min(many, 10_000), 150])
    while (!(await index.catchUp(READER, 300))) await search.follow({ id: READER, revision: 2 })
    assert.deepEqual([await search.follow({ id: READER, revision: 2 }), await count(2)], [0, 150 + many])
    await addEntries(database, 151 + many, 50, 3)
    assert.equal(await search.follow({ id: READER, revision: 3 }), 50, 'nor for what comes just behind it')
  })
}
