import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { fillLibrary } from '../../../bench/fill-web-library.ts'
import { DIALECTS, testDatabase } from '../../../test/support/database.ts'
import type { Database, Dialect } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { EntryFilter } from './entry-filter.ts'
import { entryLister } from './list-entries.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

const OWNER = 1 as UserId
const ENTRIES = 1000
const PER_PAGE = 30

type Asked = Omit<EntryFilter, 'page' | 'perPage'>

/**
 * Requests, each with a function that selects the expected entries of the library (bench/fill-web-library.ts) by id.
 */
const LISTS: readonly (readonly [Asked, (id: number) => boolean])[] = [
  [{ sort: 'created', order: 'desc' }, () => true],
  [{ sort: 'none', order: 'desc' }, () => true],
  [{ isArchived: false, sort: 'created', order: 'asc' }, (id) => id % 2 === 0],
  [{ isArchived: true, sort: 'created', order: 'desc' }, (id) => id % 2 === 1],
  [{ isStarred: true, sort: 'created', order: 'desc' }, (id) => id % 20 === 0],
  [{ isStarred: false, sort: 'created', order: 'desc' }, (id) => id % 20 !== 0],
  [{ isStarred: true, isArchived: false, sort: 'created', order: 'desc' }, (id) => id % 20 === 0],
  [{ tags: ['shelf-7'], sort: 'created', order: 'desc' }, (id) => id % 50 === 7],
  [{ tags: ['shelf-6'], isArchived: false, sort: 'created', order: 'asc' }, (id) => id % 50 === 6],
  [{ tags: ['shelf-6'], isStarred: true, sort: 'none', order: 'asc' }, () => false],
  [{ tags: ['shelf-20'], isStarred: true, sort: 'created', order: 'desc' }, (id) => id % 100 === 20],
  [{ tags: ['shelf-20', 'shelf-21'], sort: 'created', order: 'desc' }, () => false],
  [{ tags: ['shelf-20', 'shelf-20'], sort: 'created', order: 'desc' }, (id) => id % 50 === 20],
  [{ tags: ['unheard of'], sort: 'created', order: 'desc' }, () => false],
  [{ tags: ['shelf-7'], sort: 'published', order: 'desc' }, (id) => id % 50 === 7],
  [{ domainName: 'site-4.example', isArchived: false, sort: 'created', order: 'desc' }, (id) => id % 200 === 4],
  [{ domainName: 'site-5.example', isArchived: false, sort: 'created', order: 'desc' }, () => false],
  [{ domainName: 'site-20.example', isStarred: true, sort: 'updated', order: 'asc' }, (id) => id % 200 === 20],
]

async function library(t: TestContext, dialect: Dialect): Promise<Database> {
  const { database } = await testDatabase(t, dialect)
  const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
  await ownerTransaction(database, OWNER, async (tx) => {
    const user = { id: OWNER, username: 'ada', username_key: 'ada', password_hash: '', ...times }
    await tx.insertInto('users').values(user).execute()
  })
  await fillLibrary(database, OWNER, ENTRIES)
  return database
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the pages of a list are its entries in order, each once, from whichever end they are read`, async (t) => {
    const database = await library(t, dialect)
    const listEntries = entryLister(database)
    for (const [asked, fits] of LISTS) {
      const said = JSON.stringify(asked)
      const ids = Array.from({ length: ENTRIES }, (_, index) => index + 1).filter(fits)
      const isUp = asked.sort === 'none' || asked.order === 'asc'
      const expected = isUp ? ids : ids.toReversed()
      const shown: number[] = []
      for (let page = 1; page <= Math.ceil(ids.length / PER_PAGE); page++) {
        const { total, entries } = await listEntries({ id: OWNER, revision: 1 }, { ...asked, page, perPage: PER_PAGE })
        assert.equal(total, expected.length, said)
        shown.push(...entries.map(({ id }) => Number(id)))
      }
      assert.deepEqual(shown, expected, said)
      const behind = { ...asked, page: 99, perPage: PER_PAGE }
      assert.deepEqual(await listEntries({ id: OWNER, revision: 1 }, behind), { total: ids.length, entries: [] }, said)
    }
  })

  test(`${dialect}: the list of a tag is right after every kind of change`, async (t) => {
    const database = await library(t, dialect)
    const listEntries = entryLister(database)
    let revision = 0
    const total = async (state: Pick<EntryFilter, 'isArchived' | 'isStarred'>) => {
      const asked = { ...state, tags: ['shelf-6'], sort: 'created', order: 'desc', page: 1, perPage: 5 } as const
      return (await listEntries({ id: OWNER, revision: ++revision }, asked)).total
    }
    const totals = async () => [
      await total({ isArchived: false }),
      await total({ isArchived: true }),
      await total({ isStarred: true }),
    ]
    const change = (set: { is_archived?: 0 | 1; is_starred?: 0 | 1 }, upTo: number) =>
      ownerTransaction(database, OWNER, (tx) =>
        tx.updateTable('entry').set(set).where('user_id', '=', OWNER).where('id', '<=', upTo).execute(),
      )
    assert.deepEqual(await totals(), [20, 0, 0])
    await change({ is_archived: 1 }, 500)
    assert.deepEqual(await totals(), [10, 10, 0])
    await change({ is_starred: 1, is_archived: 0 }, 100)
    assert.deepEqual(await totals(), [12, 8, 2])
    // Entries 1 and 2 are starred and not archived, 101 and 102 archived.
    const marked = [1, 2, 101, 102].map((id) => ({ user_id: OWNER, entry_id: id, tag_id: 7 }))
    await ownerTransaction(database, OWNER, (tx) => tx.insertInto('entry_tag').values(marked).execute())
    assert.deepEqual(await totals(), [14, 10, 4])
    await ownerTransaction(database, OWNER, (tx) => tx.deleteFrom('entry').where('id', '<=', 6).execute())
    assert.deepEqual(await totals(), [11, 10, 1])
  })
}
