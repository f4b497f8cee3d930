import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillLibrary } from '../../../bench/fill-web-library.ts'
import { DIALECTS, testDatabase } from '../../../test/support/database.ts'
import type { Database } from '../../db/database.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { listCounter } from './count-lists.ts'
import type { EntryFilter } from './entry-filter.ts'
import { neighbourFinder } from './find-neighbours.ts'
import { entryLister } from './list-entries.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

const OWNER = 1 as UserId
const ENTRIES = 240
const page = { page: 1, perPage: ENTRIES }
const LISTS: readonly EntryFilter[] = [
  { isArchived: false, sort: 'created', order: 'desc', ...page },
  { isStarred: true, sort: 'created', order: 'asc', ...page },
  { isArchived: true, language: 'fr', sort: 'title', order: 'asc', ...page },
  { maxMinutes: 9, minMinutes: 3, sort: 'minutes', order: 'desc', ...page },
  { tags: ['shelf-7'], sort: 'published', order: 'desc', ...page },
  { domainName: 'site-4.example', sort: 'updated', order: 'desc', ...page },
  { isUntagged: false, language: 'en', sort: 'minutes', order: 'asc', ...page },
]

async function library(database: Database): Promise<void> {
  const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
  await ownerTransaction(database, OWNER, async (tx) => {
    const names = ['ada', 'bob'].map((username, index) => ({ id: index + 1, username, username_key: username }))
    await tx
      .insertInto('users')
      .values(names.map((name) => ({ ...name, password_hash: '', ...times })))
      .execute()
  })
  await fillLibrary(database, OWNER, ENTRIES)
}

const finder = (database: Database) => {
  const statements = new StatementCache(database)
  return neighbourFinder(database, (sql, parameters) => statements.all(sql, parameters))
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the links to neighbours visit every list in its order, from one end to the other`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    await library(database)
    const [listEntries, findNeighbours] = [entryLister(database), finder(database)]
    for (const list of LISTS) {
      const ids = (await listEntries({ id: OWNER, revision: 0 }, list)).entries.map(({ id }) => Number(id))
      assert.ok(ids.length > 1, JSON.stringify(list))
      const beside = await Promise.all(ids.map((id) => findNeighbours(OWNER, list, id as EntryId)))
      const said = JSON.stringify(list)
      assert.deepEqual(
        beside.map(({ next }) => next?.id),
        [...ids.slice(1), undefined],
        said,
      )
      assert.deepEqual(
        beside.map(({ previous }) => previous?.id),
        [undefined, ...ids.slice(0, -1)],
        said,
      )
    }
    const [unread] = LISTS
    // Entry 101 is archived, so this list no longer contains it. Its neighbours can still be found.
    const { previous, next } = await findNeighbours(OWNER, unread!, 101 as EntryId)
    assert.deepEqual([previous?.id, next?.id], [102, 100])
    assert.deepEqual(await findNeighbours(2 as UserId, unread!, 101 as EntryId), {})
  })

  test(`${dialect}: the numbers of the lists are right after every kind of change`, async (t) => {
    const { database } = await testDatabase(t, dialect)
    await library(database)
    const count = listCounter(database)
    let revision = 0
    const numbers = async () => {
      const { unread, archive, starred, all } = await count({ id: OWNER, revision: ++revision })
      return [unread, archive, starred, all]
    }
    const change = (set: { is_archived?: 0 | 1; is_starred?: 0 | 1; title?: string }, upTo: number) =>
      ownerTransaction(database, OWNER, (tx) =>
        tx.updateTable('entry').set(set).where('user_id', '=', OWNER).where('id', '<=', upTo).execute(),
      )
    const counted = async (): Promise<number[]> => {
      const [row] = await database
        .prepare<Record<string, unknown>>(
          'select sum(1 - is_archived) as a, sum(is_archived) as b, sum(is_starred) as c, count(*) as d from entry where user_id = 1',
        )
        .all()
      return ['a', 'b', 'c', 'd'].map((name) => Number(row![name]))
    }
    assert.deepEqual(await numbers(), [120, 120, 12, 240])
    await change({ is_archived: 1, is_starred: 1 }, 30)
    assert.deepEqual(await numbers(), await counted())
    await change({ is_archived: 0 }, 10)
    await change({ title: 'x' }, 100)
    assert.deepEqual(await numbers(), await counted())
    await ownerTransaction(database, OWNER, (tx) =>
      tx.deleteFrom('entry').where('id', '>', 4).where('id', '<', 45).execute(),
    )
    const left = await counted()
    assert.deepEqual([await numbers(), left[3]], [left, 200])
    assert.equal((await count({ id: 2 as UserId, revision: 1 })).all, 0)
    await ownerTransaction(database, OWNER, (tx) => tx.deleteFrom('users').where('id', '=', OWNER).execute())
    assert.equal((await count({ id: OWNER, revision: ++revision })).all, 0)
  })
}
