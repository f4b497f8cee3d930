import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { insertEntries } from '../../test/support/insert-entries.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'
import { isSavedInOrder } from './is-saved-in-order.ts'
import { openIndexConnection } from './sqlite-index.ts'

const OWNER = 1 as UserId

const at = (time: string) => ({ created_at: time, updated_at: time })

for (const dialect of DIALECTS.filter((name) => name === 'sqlite')) {
  test(`${dialect}: a restored entry that was saved out of order ends the chronological order of the ids`, async (t) => {
    const { database, url } = await testDatabase(t, dialect)
    await ownerTransaction(database, OWNER, async (tx) => {
      const user = { id: OWNER, username: 'ada', username_key: 'ada', password_hash: '' }
      await tx
        .insertInto('users')
        .values({ ...user, ...at('2026-01-01T00:00:00.000Z') })
        .execute()
    })
    const insert = (id: number, time: string, revision: number) =>
      insertEntries(database, OWNER, 1, { id, url: `https://example.org/${id}`, revision, ...at(time) })
    await insert(1, '2026-01-01T00:00:00.000Z', 1)
    await insert(3, '2026-01-03T00:00:00.000Z', 2)
    const connection = openIndexConnection(url.slice('sqlite:'.length))
    assert.equal(isSavedInOrder(connection, OWNER), true)

    await insert(4, '2026-01-04T00:00:00.000Z', 3)
    await changeEntry(3 as EntryId, 4)
    assert.equal(isSavedInOrder(connection, OWNER), true, 'new and changed entries leave the order as it is')
    await insert(2, '2026-01-02T00:00:00.000Z', 5)
    assert.equal(isSavedInOrder(connection, OWNER), true, 'an entry may return to its place in the order')
    await ownerTransaction(database, OWNER, (tx) => tx.deleteFrom('entry').where('id', '=', 2).execute())
    await insert(2, '2020-01-01T00:00:00.000Z', 6)
    assert.equal(isSavedInOrder(connection, OWNER), false)

    async function changeEntry(id: EntryId, revision: number): Promise<void> {
      await ownerTransaction(database, OWNER, (tx) =>
        tx.updateTable('entry').set({ revision }).where('id', '=', id).execute(),
      )
    }
  })
}
