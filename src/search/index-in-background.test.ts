import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { findUsersBehind } from './changed-entries.ts'
import { indexInBackground } from './index-in-background.ts'
import type { SearchIndex } from './search-index.ts'

test('a user whose entries cannot be indexed does not block others, and is tried again', async () => {
  const behind = [1, 2, 3] as UserId[]
  const tried: number[] = []
  const index = {
    findBehind: async () => [...behind],
    catchUp: async (owner: UserId) => {
      tried.push(owner)
      if (owner === 1) throw new Error('damaged')
      behind.splice(behind.indexOf(owner), 1)
      return true
    },
  } satisfies Partial<SearchIndex> as unknown as SearchIndex
  const database = { dialect: 'sqlite', version: () => 7 } as unknown as Database
  const stop = indexInBackground(database, index)
  const until = performance.now() + 30_000
  while (tried.filter((owner) => owner === 1).length < 3 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await stop()
  assert.deepEqual(tried.slice(0, 5), [1, 2, 3, 1, 1])
})

const USERS = 45

for (const dialect of DIALECTS) {
  test(`every user is indexed, however many are behind (${dialect})`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    await database.transaction(async (tx) => {
      for (let id = 1; id <= USERS; id++) {
        const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
        const user = { id, username: `u${id}`, username_key: `u${id}`, password_hash: 'x', ...times }
        await tx.insertInto('users').values(user).execute()
        await tx.insertInto('user_revision').values({ user_id: id, revision: 1 }).execute()
      }
    })
    const seen = new Set<number>()
    // `findUsersBehind` selects users at random, and no user is indexed in this test. The probability that 45 checks
    // never select one of the users is one in a billion.
    for (let look = 0; look < 45; look++) {
      const behind = await findUsersBehind((sql, parameters) => database.prepare<never>(sql).all(...parameters))
      assert.equal(behind.length, 20)
      for (const owner of behind) seen.add(owner)
    }
    assert.equal(seen.size, USERS)
  })
}
