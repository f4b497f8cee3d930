import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillLibrary } from '../../bench/fill-web-library.ts'
import { DIALECTS, emptyDatabaseUrl, testDatabase } from '../../test/support/database.ts'
import { parseDatabaseUrl } from '../db/database-url.ts'
import type { Database } from '../db/database.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { MIGRATIONS } from '../db/migrations/all-migrations.ts'
import { openDatabase } from '../db/open-database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { labelLister } from './list-labels.ts'
import { tagLister } from './list-tags.ts'

const OWNER = 1 as UserId
const NOW = '2026-01-01T00:00:00.000Z'

async function addReader(database: Database): Promise<void> {
  const user = { id: OWNER, username: 'ada', username_key: 'ada', password_hash: '', created_at: NOW, updated_at: NOW }
  await database.transaction((tx) => tx.insertInto('users').values(user).execute())
}

async function countsOf(database: Database): Promise<Record<string, number>> {
  return Object.fromEntries((await tagLister(database)(OWNER)).map(({ label, entries }) => [label, entries]))
}

for (const dialect of DIALECTS) {
  test(`${dialect}: each tag has its number of entries, after every kind of change`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    await addReader(database)
    await fillLibrary(database, OWNER, 500)
    const counts = await countsOf(database)
    assert.deepEqual([Object.keys(counts).length, counts['shelf-0'], counts['shelf-49']], [50, 10, 10])
    await database.transaction(async (tx) => {
      // Entry 100 already has the tag 1.
      const rows = [100, 101, 102].map((entry_id) => ({ user_id: OWNER, entry_id, tag_id: 1 }))
      await tx
        .insertInto('entry_tag')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
    assert.equal((await countsOf(database))['shelf-0'], 12)
    await database.transaction((tx) => tx.deleteFrom('entry').where('id', '<=', 101).execute())
    assert.deepEqual([(await countsOf(database))['shelf-0'], (await countsOf(database))['shelf-1']], [9, 7])
    await database.transaction((tx) => tx.deleteFrom('entry_tag').where('tag_id', '=', 2).execute())
    assert.equal('shelf-1' in (await countsOf(database)), false)
    assert.equal((await labelLister(database)(OWNER)).includes('shelf-1'), false)
    await database.transaction((tx) => tx.deleteFrom('tag').where('id', '=', 3).execute())
    assert.equal((await labelLister(database)(OWNER)).length, 48)
  })

  test(`${dialect}: the tags of a library of version 1.0 are counted when it is migrated`, async (t) => {
    const location = parseDatabaseUrl(await emptyDatabaseUrl(t, dialect))
    await migrateDatabase(location, { migrations: MIGRATIONS.slice(0, 1) })
    const before = await openDatabase({ location, poolSize: 1 })
    await addReader(before)
    await fillLibrary(before, OWNER, 500)
    await before.close()
    await migrateDatabase(location)
    const database = await openDatabase({ location, poolSize: 1 })
    t.after(() => database.close())
    assert.equal((await countsOf(database))['shelf-7'], 10)
  })
}
