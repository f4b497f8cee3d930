import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { insertEntry } from '../../src/entries/entry.repository.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import { openSearch } from '../../src/search/open-search-index.ts'
import { searchQuery } from '../../src/search/search-query.ts'
import { advanceRevision } from '../../src/users/revision.ts'
import { DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { callDogear, dataFolder, runDogear } from './run-dogear.ts'
import { ownerTransaction } from '../../src/users/owner-transaction.ts'

const NOW = '2026-01-02T03:04:05.000Z'

for (const dialect of DIALECTS) {
  test(`${dialect}: the index is rebuilt, for all users or for one account`, async (t) => {
    const url = await migratedDatabaseUrl(t, dialect)
    const environment = { DOGEAR_DATA_DIR: await dataFolder(t), DATABASE_URL: url }
    for (const name of ['alice', 'bob']) {
      const input = 'ink on paper, twice\n'
      await callDogear(['user', 'add', name, '--password-stdin'], { environment, input })
    }
    const location = parseDatabaseUrl(url)
    const database = await openDatabase({ location, poolSize: 2 })
    t.after(() => database.close())
    for (const user_id of [1, 2]) {
      await ownerTransaction(database, user_id as UserId, async (tx) => {
        const revision = await advanceRevision(tx, user_id as UserId)
        const times = { created_at: NOW, updated_at: NOW }
        await insertEntry(tx, { user_id, url: 'https://example.org/', title: 'Zebra', revision, ...times })
      })
    }

    const rebuilt = await runDogear(['search', 'rebuild'], { environment })
    assert.equal(rebuilt.stdout, 'The index of 2 accounts is complete.\n')
    assert.equal((await callDogear(['search', 'rebuild'], { environment })).stdout, rebuilt.stdout)
    const one = await callDogear(['search', 'rebuild', '--user', 'bob'], { environment })
    assert.equal(one.stdout, 'The index of 1 account is complete.\n')
    assert.match((await callDogear(['search', 'rebuild', '--user', 'eve'], { environment })).stderr, /no user "eve"/)

    const index = await openSearch(database, location)
    t.after(() => index.close())
    assert.deepEqual(await index.findBehind(), [])
    const page = { offset: 0, limit: 10, sort: 'rank' } as const
    for (const owner of [1, 2]) assert.equal((await index.find(owner as UserId, searchQuery('zeb'), page)).total, 1)
  })
}
