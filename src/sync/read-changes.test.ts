import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import type { Database, Dialect } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { ownerTransaction } from '../users/owner-transaction.ts'
import { changeReader } from './read-changes.ts'

const OWNER = 1 as UserId
const TIME = '2026-01-01T00:00:00.000Z'
const TYPES = ['entries'] as const

for (const dialect of DIALECTS) {
  test(`${dialect}: a page is a full listing if tombstones after its cursor are deleted during the request`, async (t) => {
    const database = await ownedDatabase(t, dialect)
    const since = (await changeReader(database)(viewerAt(5), { since: undefined, types: TYPES, limit: 10 })).to
    await ownerTransaction(database, OWNER, async (tx) => {
      const tombstone = { user_id: OWNER, kind: 'entry', object_id: 1, revision: 6, deleted_at: TIME }
      await tx.insertInto('tombstone').values(tombstone).execute()
      await tx.updateTable('user_revision').set({ revision: 6 }).execute()
    })
    const pruning = pruningBeforeChanges(database)
    const page = await changeReader(pruning)(viewerAt(6), { since, types: TYPES, limit: 10 })
    assert.ok(page.isReset || page.objects.some(({ isDeleted }) => isDeleted), JSON.stringify(page))
  })

  test(`${dialect}: a cursor newer than the viewer's revision is valid if another process has written since`, async (t) => {
    const database = await ownedDatabase(t, dialect)
    const since = (await changeReader(database)(viewerAt(5), { since: undefined, types: TYPES, limit: 10 })).to
    const page = await changeReader(database)(viewerAt(4), { since, types: TYPES, limit: 10 })
    assert.equal(page.isReset, false)
  })
}

const viewerAt = (revision: number) => ({ id: OWNER, revision })

/** @returns a database with a user at revision 5 */
async function ownedDatabase(t: TestContext, dialect: Dialect): Promise<Database> {
  const { database } = await testDatabase(t, dialect)
  const times = { created_at: TIME, updated_at: TIME }
  await ownerTransaction(database, OWNER, async (tx) => {
    await tx
      .insertInto('users')
      .values({ id: OWNER, username: 'ada', username_key: 'ada', password_hash: '', ...times })
      .execute()
    await tx.insertInto('user_revision').values({ user_id: OWNER, revision: 5 }).execute()
  })
  return database
}

/** @returns the same database, but all tombstones are deleted before the statement that reads the changes */
function pruningBeforeChanges(database: Database): Database {
  return {
    ...database,
    prepare: <Row>(sql: string) => {
      const statement = database.prepare<Row>(sql)
      return {
        all: async (...parameters) => {
          if (sql.includes('from tombstone')) await pruneAll(database)
          return statement.all(...parameters)
        },
      }
    },
  }
}

async function pruneAll(database: Database): Promise<void> {
  await ownerTransaction(database, OWNER, async (tx) => {
    await tx.deleteFrom('tombstone').where('user_id', '=', OWNER).execute()
    await tx.updateTable('user_revision').set({ pruned_revision: 6 }).where('user_id', '=', OWNER).execute()
  })
}
