import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase, DIALECTS } from '../../test/support/database.ts'
import type { Database } from '../db/database.ts'
import { parseDatabaseUrl } from '../db/database-url.ts'
import type { UserId } from '../kernel/brand.ts'
import { keepSearchUp } from './keep-search-up.ts'
import { openSearch } from './open-search.ts'
import { parseQuery } from './parse-query.ts'
import type { SearchIndex, SearchSort } from './search-index.ts'

const READER = 1 as UserId
const COUNT = 1300

interface Saved {
  readonly id: number
  readonly createdAt: string
  readonly isArchived: boolean
}

for (const dialect of DIALECTS) {
  test(`${dialect}: pages of many hits are in the order of time, whatever the order of ids`, async (t) => {
    const { database, url } = await testDatabase(t, dialect)
    const index = openSearch(database, parseDatabaseUrl(url))
    t.after(() => index.close())
    const saved = await saveMany(database)
    while (!(await index.catchUp(READER, 1000)));
    const newest = saved.toSorted((left, right) => (left.createdAt < right.createdAt ? 1 : -1))
    const unread = newest.filter(({ isArchived }) => !isArchived)
    await assertPages(index, 'common', newest)
    await assertPages(index, 'common is:unread', unread)
    await assertPages(index, 'is:unread', unread)
    await assertPages(
      index,
      '-rare is:unread',
      unread.filter(({ id }) => id % 100 !== 0),
    )
    await assertPages(
      index,
      'rare',
      newest.filter(({ id }) => id % 100 === 0),
    )
    const ranked = await idsOf(index, 'common', { sort: 'rank', limit: COUNT, offset: 0 })
    const recent = newest
      .map(({ id }) => id)
      .toSorted((left, right) => right - left)
      .slice(0, 300)
    assert.deepEqual(ranked.slice(0, 300).toSorted(byNumber), recent.toSorted(byNumber))
    assert.deepEqual(
      ranked.slice(300),
      newest.map(({ id }) => id).filter((id) => !recent.includes(id)),
    )
    const across = await idsOf(index, 'common', { sort: 'rank', limit: 40, offset: 280 })
    assert.deepEqual(across, ranked.slice(280, 320))
  })

  test(`${dialect}: two that follow at once take everything in once, beside one that saves`, async (t) => {
    const { database, url } = await testDatabase(t, dialect)
    const indexes = [1, 2].map(() => openSearch(database, parseDatabaseUrl(url)))
    for (const index of indexes) t.after(() => index.close())
    await saveMany(database, 200)
    const follow = async (index: SearchIndex) => {
      while (!(await index.catchUp(READER, 50)));
    }
    const rename = async () => {
      for (let id = 10; id <= 50; id += 10) await change(database, id, 'renamed')
    }
    await Promise.all([...indexes.map(follow), rename()])
    await Promise.all(indexes.map(follow))
    assert.equal((await indexes[0]!.find(READER, parseQuery('common'), PAGE)).total, 195)
    assert.equal((await indexes[1]!.find(READER, parseQuery('renamed'), PAGE)).total, 5)
  })

  test(`${dialect}: what was changed or deleted after it came in is not found any more`, async (t) => {
    const { database, url } = await testDatabase(t, dialect)
    const index = openSearch(database, parseDatabaseUrl(url))
    t.after(() => index.close())
    await saveMany(database)
    const ids = new Set(Array.from({ length: COUNT }, (_, offset) => offset + 1))
    const renamed = new Set<number>()
    // More than the index of PostgreSQL lets wait, so that it is packed and merged in between.
    for (let round = 0; round < 4; round++) {
      for (let id = 1 + round; id <= 300; id += 4) await change(database, id, 'renamed twice')
      for (let id = 1 + round; id <= 300; id += 4) renamed.add(id)
      await remove(database, [400 + round, 401 + 100 * round, 299 - round])
      for (const id of [400 + round, 401 + 100 * round, 299 - round]) ids.delete(id)
      while (!(await index.catchUp(READER, 1000)));
      const left = [...ids].toSorted((one, other) => other - one)
      const found = (text: string) => idsOf(index, text, { offset: 0, limit: COUNT, sort: 'rank' })
      const sorted = async (text: string) => (await found(text)).toSorted((one, other) => other - one)
      assert.deepEqual(
        await sorted('common'),
        left.filter((id) => !renamed.has(id)),
      )
      assert.deepEqual(
        await sorted('"common rare"'),
        left.filter((id) => !renamed.has(id) && id % 100 === 0),
      )
      assert.deepEqual(await sorted('"renamed tw*'), [])
      assert.deepEqual(
        await sorted('"renamed twice"'),
        left.filter((id) => renamed.has(id)),
      )
      assert.deepEqual(
        await sorted('-renamed'),
        left.filter((id) => !renamed.has(id)),
      )
      assert.deepEqual(
        await sorted('comm -rare is:archived'),
        left.filter((id) => !renamed.has(id) && id % 100 && id % 3 === 1),
      )
    }
  })

  test(`${dialect}: the index follows in the background`, async (t) => {
    const { database, url } = await testDatabase(t, dialect)
    const index = openSearch(database, parseDatabaseUrl(url))
    t.after(() => index.close())
    const stop = keepSearchUp(database, index)
    await saveMany(database, 20)
    const total = async () => (await index.find(READER, parseQuery('common'), PAGE)).total
    for (let waited = 0; waited < 10_000 && (await total()) < 20; waited += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    assert.equal(await total(), 20)
    await stop()
  })
}

const PAGE = { offset: 0, limit: 30, sort: 'created' } as const
const byNumber = (left: number, right: number) => left - right

async function saveMany(database: Database, count = COUNT): Promise<Saved[]> {
  const saved = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    createdAt: new Date(Date.UTC(2020, 0) + ((index * 7919) % 100_003) * 60_000).toISOString(),
    isArchived: index % 3 === 0,
  }))
  const times = { created_at: saved[0]!.createdAt, updated_at: saved[0]!.createdAt }
  await database.transaction(async (tx) => {
    const user = { id: READER, username: 'reader', username_key: 'reader', password_hash: '', ...times }
    await tx.insertInto('users').values(user).execute()
    await tx.insertInto('user_revision').values({ user_id: READER, revision: count }).execute()
    for (const { id, createdAt, isArchived } of saved) {
      const title = id % 100 === 0 ? 'common rare' : 'common'
      const common = { user_id: READER, url: `https://example.org/${id}`, title, updated_at: createdAt, revision: id }
      const values = { ...common, created_at: createdAt, is_archived: isArchived ? 1 : 0 }
      await tx
        .insertInto('entry')
        .values({ id, ...values })
        .execute()
    }
  })
  return saved
}

async function change(database: Database, id: number, title: string): Promise<void> {
  await database.transaction(async (tx) => {
    const { revision } = await tx
      .updateTable('user_revision')
      .set((set) => ({ revision: set('revision', '+', 1) }))
      .returning('revision')
      .executeTakeFirstOrThrow()
    await tx.updateTable('entry').set({ title, revision }).where('id', '=', id).execute()
  })
}

async function remove(database: Database, ids: readonly number[]): Promise<void> {
  await database.transaction(async (tx) => {
    await tx
      .updateTable('user_revision')
      .set((set) => ({ revision: set('revision', '+', 1) }))
      .execute()
    await tx
      .deleteFrom('entry')
      .where('id', 'in', [...ids])
      .execute()
  })
}

async function idsOf(
  index: SearchIndex,
  text: string,
  page: { readonly sort: SearchSort; readonly limit: number; readonly offset: number },
): Promise<number[]> {
  const { entries } = await index.find(READER, parseQuery(text), page)
  return entries.map(({ id }) => id)
}

async function assertPages(index: SearchIndex, text: string, expected: readonly Saved[]): Promise<void> {
  for (const offset of [0, 7, expected.length - 3, expected.length]) {
    const page = { offset, limit: 10, sort: 'created' } as const
    const { total, entries } = await index.find(READER, parseQuery(text), page)
    assert.equal(total, expected.length, text)
    const ids = expected.slice(offset, offset + 10).map(({ id }) => id)
    assert.deepEqual(
      entries.map(({ id }) => id),
      ids,
      `${text} from ${offset}`,
    )
  }
}
