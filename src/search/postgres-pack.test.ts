import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import type { Database } from '../db/database.ts'
import { parseDatabaseUrl } from '../db/database-url.ts'
import type { UserId } from '../kernel/brand.ts'
import { openSearch } from './open-search.ts'
import { parseQuery } from './parse-query.ts'
import type { SearchIndex } from './search-index.ts'

const READER = 1 as UserId

test('segments', { skip: !DIALECTS.includes('postgres') }, async (t) => {
  const { database, url } = await testDatabase(t, 'postgres')
  const index = openSearch(database, parseDatabaseUrl(url))
  t.after(() => index.close())
  await addUser(database)
  await t.test('few entries wait, and are found', () => fewWait(database, index))
  await t.test('many are packed, and segments stay few', () => manyArePacked(database, index))
  await t.test('what was archived is not stored anew', () => archived(database, index))
  await t.test('what is gone is noted, and leaves the pages when there is enough of it', () => gone(database, index))
  await t.test('who deletes while it is packed does not leave a word behind', () =>
    deletedMeanwhile(t, database, index),
  )
  await t.test('with the account everything goes', () => closed(database))
})

async function fewWait(database: Database, index: SearchIndex): Promise<void> {
  await save(database, 1, 40)
  await follow(index)
  assert.deepEqual(await counts(database), { search_entry: 40, search_recent: 40, search_segment: 0, search_gone: 0 })
  assert.equal(await total(index, 'common'), 40)
}

async function manyArePacked(database: Database, index: SearchIndex): Promise<void> {
  for (let from = 41; from <= 1500; from += 60) {
    await save(database, from, Math.min(from + 59, 1500))
    await follow(index)
  }
  const { search_recent: waiting, search_segment: segments } = await counts(database)
  assert.ok(waiting! < 160, `${waiting} wait`)
  assert.ok(segments! >= 2 && segments! <= 7, `${segments} segments`)
  assert.equal(await total(index, 'common'), 1500)
  assert.equal(await total(index, 'only77'), 11)
}

async function archived(database: Database, index: SearchIndex): Promise<void> {
  const before = await counts(database)
  const revision = await advance(database)
  await run(database, `update entry set is_archived = 1, revision = ${revision} where id = 5`)
  await follow(index)
  assert.deepEqual(await counts(database), before)
  assert.equal(await total(index, 'only5 is:archived'), 1)
}

async function gone(database: Database, index: SearchIndex): Promise<void> {
  await advance(database)
  await run(database, 'delete from entry where id between 101 and 110')
  assert.equal((await counts(database))['search_gone'], 10)
  assert.equal(await total(index, 'common'), 1490)
  await advance(database)
  await run(database, 'delete from entry where id between 111 and 400')
  await follow(index)
  assert.equal((await counts(database))['search_gone'], 0)
  assert.equal(await total(index, 'common'), 1200)
  assert.equal(await pagesBetween(database, 'only111', 'only112'), 0)
  const [packed] = await database.prepare<{ total: number }>('select sum(entries) as total from search_segment').all()
  assert.equal(Number(packed!.total) + (await counts(database))['search_recent']!, 1200)
}

/** The index is stopped in the middle by a lock on a segment, which it needs after the entries that wait. */
async function deletedMeanwhile(t: TestContext, database: Database, index: SearchIndex): Promise<void> {
  await save(database, 2001, 2300)
  const held = Promise.withResolvers<void>()
  const holding = Promise.withResolvers<void>()
  const holder = database.transaction(async (tx) => {
    const { rawSql } = await import('../db/raw-sql.ts')
    await rawSql(tx, 'lock table search_segment in exclusive mode', [])
    holding.resolve()
    await held.promise
  })
  t.after(() => held.resolve())
  await holding.promise
  const following = follow(index)
  await until(async () => (await waitingFor(database, '%insert into search_segment%')) === 1)
  const deleting = run(database, 'delete from entry where id between 2001 and 2100')
  await until(async () => (await waitingFor(database, '%delete from entry%')) === 1)
  held.resolve()
  await Promise.all([holder, following, deleting])
  await follow(index)
  assert.equal(await total(index, 'common'), 1400)
  assert.equal(await total(index, 'only2001'), 0)
  assert.equal(await total(index, '-nothing'), 1400)
}

async function closed(database: Database): Promise<void> {
  await run(database, 'delete from users')
  assert.deepEqual(await counts(database), { search_entry: 0, search_recent: 0, search_segment: 0, search_gone: 0 })
  assert.equal(await pagesBetween(database, '', 'zzz'), 0)
}

async function waitingFor(database: Database, statement: string): Promise<number> {
  const sql =
    'select count(*) as total from pg_stat_activity where datname = current_database() ' +
    "and wait_event_type = 'Lock' and query like $1"
  return (await database.prepare<{ total: number }>(sql).all(statement))[0]!.total
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 10_000 && !(await isSo()); waited += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.ok(await isSo())
}

async function follow(index: SearchIndex): Promise<void> {
  while (!(await index.catchUp(READER, 1000)));
}

async function total(index: SearchIndex, text: string): Promise<number> {
  return (await index.find(READER, parseQuery(text), { offset: 0, limit: 5, sort: 'created' })).total
}

async function counts(database: Database): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const table of ['search_entry', 'search_recent', 'search_segment', 'search_gone']) {
    const [row] = await database.prepare<{ total: number }>(`select count(*) as total from ${table}`).all()
    counted[table] = row!.total
  }
  return counted
}

async function pagesBetween(database: Database, from: string, to: string): Promise<number> {
  const sql = 'select count(*) as total from search_page where first_word >= $1 and first_word < $2'
  return (await database.prepare<{ total: number }>(sql).all(from, to))[0]!.total
}

async function run(database: Database, sql: string): Promise<void> {
  const { rawSql } = await import('../db/raw-sql.ts')
  await database.transaction((tx) => rawSql(tx, sql, []))
}

async function addUser(database: Database): Promise<void> {
  await run(
    database,
    'insert into users (id, username, username_key, password_hash, created_at, updated_at) ' +
      `values (${READER}, 'reader', 'reader', '', '', '')`,
  )
  await run(database, `insert into user_revision (user_id, revision) values (${READER}, 0)`)
}

async function advance(database: Database): Promise<number> {
  await run(database, 'update user_revision set revision = revision + 1')
  return (await database.prepare<{ revision: number }>('select revision from user_revision').all())[0]!.revision
}

async function save(database: Database, from: number, to: number): Promise<void> {
  const revision = await advance(database)
  await run(
    database,
    'insert into entry (id, user_id, url, title, created_at, updated_at, revision) ' +
      `select id, ${READER}, 'https://example.org/' || id, 'common only' || id, '2026-01-01', '2026-01-01', ${revision} ` +
      `from generate_series(${from}, ${to}) as made (id)`,
  )
}

test(
  'a search does not wait for who holds the index of its owner',
  { skip: !DIALECTS.includes('postgres') },
  async (t) => {
    const { database, url } = await testDatabase(t, 'postgres')
    const index = openSearch(database, parseDatabaseUrl(url))
    t.after(() => index.close())
    await addUser(database)
    await save(database, 1, 5)
    await follow(index)
    const held = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    const holder = database.transaction(async (tx) => {
      const { rawSql } = await import('../db/raw-sql.ts')
      await rawSql(tx, 'select from search_state for update', [])
      holding.resolve()
      await held.promise
    })
    t.after(() => held.resolve())
    await holding.promise
    await save(database, 6, 8)
    const late = new Promise((resolve) => setTimeout(resolve, 8000, 'late').unref())
    assert.equal(await Promise.race([index.catchUp(READER, 200), late]), false)
    assert.equal(await total(index, 'common'), 5)
    held.resolve()
    await holder
    await follow(index)
    assert.equal(await total(index, 'common'), 8)
  },
)
