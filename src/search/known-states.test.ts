import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { isPostgres } from '../db/open-database.ts'
import type { UserId } from '../kernel/brand.ts'
import type { Ask } from './changed-entries.ts'
import { KnownKeys } from './known-keys.ts'
import { KnownStates } from './known-states.ts'
import { PageCache } from './page-cache.ts'
import { parseQuery } from './parse-query.ts'
import { findPostgres } from './postgres-find.ts'
import type { Reader } from './postgres-lists.ts'
import { SavedOrders } from './postgres-order.ts'
import { packSome } from './postgres-pack.ts'
import { postgresSearch } from './postgres-search.ts'
import { READ_ALL, READ_WAITING } from './postgres-sql.ts'
import { ScratchPool } from './scratch.ts'
import { openSearchPool } from './search-pool.ts'

const READER = 1 as UserId
const skip = !DIALECTS.includes('postgres')
const QUERIES = ['common', 'odd', '"common word"', 'common -odd', '-odd', 'wor', 'tag:none', 'odd is:archived']
const PAGE = { offset: 0, limit: 20, sort: 'created' } as const

test('whoever remembers finds what others find, whatever was changed meanwhile', { skip }, async (t) => {
  const { remembering, forgetful, change, index, pack } = await library(t)
  await change('insert', 1, 40)
  const changes = [
    () => change('insert', 41, 45),
    () => change('rename', 3, 9),
    () => change('archive', 5, 20),
    () => change('remove', 41, 43),
    () => change('remove', 2, 4),
    () => pack(),
    () => change('rename', 10, 12),
    () => change('remove', 6, 30),
    () => change('insert', 50, 130),
    () => pack(),
    // The fourth makes one of all.
    ...[200, 210, 220, 230].flatMap((id) => [() => change('insert', id, id + 2), () => pack()]),
    () => index.forget(READER),
    () => change('insert', 131, 140),
  ]
  for (const [round, make] of changes.entries()) {
    await make()
    for (const follows of [false, true]) {
      if (follows) while (!(await index.catchUp(READER, 1000)));
      for (let search = 0; search < 3; search++) {
        for (const text of QUERIES) {
          const found = await findPostgres(remembering.reader, READER, parseQuery(text), PAGE)
          const expected = await findPostgres(forgetful(), READER, parseQuery(text), PAGE)
          assert.deepEqual(found, expected, `${text}, change ${round}, search ${search}`)
        }
        await remembering.settled()
      }
      const { all } = remembering
      await findPostgres(remembering.reader, READER, parseQuery('common'), PAGE)
      assert.equal(remembering.all, all, 'after a while only pages are read')
    }
  }
})

test('a change between two searches is found by the second', { skip }, async (t) => {
  const { remembering, change, index } = await library(t)
  await change('insert', 1, 5)
  const total = async () => (await findPostgres(remembering.reader, READER, parseQuery('common'), PAGE)).total
  for (let last = 6; last < 12; last++) {
    await change('insert', last, last)
    while (!(await index.catchUp(READER, 1000)));
    assert.equal(await total(), last)
    assert.equal(await total(), last)
    await remembering.settled()
    assert.equal(await total(), last)
  }
})

test('revisions that were read before a change do not count after it', { skip }, async (t) => {
  const held = Promise.withResolvers<void>()
  const hold = async <Row>(sql: string, rows: Promise<Row[]>) => {
    const read = await rows
    if (sql.includes('as revisions')) await held.promise
    return read
  }
  const { remembering, change, index } = await library(t, hold)
  await change('insert', 1, 5)
  while (!(await index.catchUp(READER, 1000)));
  const find = () => findPostgres(remembering.reader, READER, parseQuery('common'), PAGE)
  await find()
  await change('archive', 3, 3)
  for (let search = 0; search < 3; search++) await find()
  await remembering.reader.states.ended()
  held.resolve()
  await remembering.settled()
  for (let search = 0; search < 2; search++) {
    const { entries } = await find()
    assert.deepEqual(
      entries.map(({ id, revision }) => [id, revision]),
      [5, 4, 3, 2, 1].map((id) => [id, id === 3 ? 2 : 1]),
    )
  }
})

test('what is too much to be remembered is read for that once, and found', { skip }, async (t) => {
  const { remembering, change, run } = await library(t)
  await change('insert', 1, 10)
  await run(
    `insert into search_entry (user_id, entry_id, words) select ${READER}, id, (
      select 'common:1'::tsvector || string_agg(md5(id || ' ' || word) || ':2', ' ')::tsvector
      from generate_series(1, 20000) as made (word)
    ) from entry; insert into search_recent select ${READER}, id from entry`,
  )
  for (let search = 0; search < 6; search++) {
    const { total } = await findPostgres(remembering.reader, READER, parseQuery('common'), PAGE)
    assert.equal(total, 10)
    await remembering.settled()
  }
  assert.deepEqual([remembering.all, remembering.waiting], [6, 1])
})

/** @param hold what is done with rows before they are given on */
async function library(t: TestContext, hold: Hold = (_, rows) => rows) {
  const { database } = await testDatabase(t, 'postgres')
  assert.ok(isPostgres(database))
  const pool = openSearchPool()
  t.after(() => pool.close())
  const index = postgresSearch(database)
  t.after(() => index.close())
  const run = async (sql: string) => void (await database.pool.query(sql))
  await run(
    'insert into users (id, username, username_key, password_hash, created_at, updated_at) ' +
      `values (${READER}, 'reader', 'reader', '', '', '')`,
  )
  await run(`insert into user_revision (user_id, revision) values (${READER}, 0)`)
  const ask: Ask = (sql, parameters) => hold(sql, database.prepare(sql).all(...parameters) as never)
  let revision = 0
  const change = (kind: keyof typeof CHANGES, from: number, to: number) =>
    run(`begin; ${CHANGES[kind](from, to, ++revision)}; update user_revision set revision = ${revision}; commit`)
  return {
    index,
    change,
    run,
    remembering: rememberingReader(ask, pool),
    forgetful: () => rememberingReader(ask, pool).reader,
    pack: () => packSome(database, pool, READER),
  }
}

type Hold = <Row>(sql: string, rows: Promise<Row[]>) => Promise<Row[]>

const CHANGES = {
  insert: (from: number, to: number, revision: number) =>
    'insert into entry (id, user_id, url, title, created_at, updated_at, revision) ' +
    `select id, ${READER}, '', 'common word' || case when id % 3 = 0 then ' odd' else '' end, '2026-01-01', '', ${revision} ` +
    `from generate_series(${from}, ${to}) as made (id)`,
  rename: (from: number, to: number, revision: number) =>
    `update entry set title = 'odd common', revision = ${revision} where id between ${from} and ${to}`,
  archive: (from: number, to: number, revision: number) =>
    `update entry set is_archived = 1, revision = ${revision} where id between ${from} and ${to}`,
  remove: (from: number, to: number) => `delete from entry where id between ${from} and ${to}`,
}

function rememberingReader(ask: Ask, pool: Reader['pool']) {
  const counted = { all: 0, waiting: 0 }
  const counting: Ask = (sql, parameters) => {
    if (sql === READ_ALL) counted.all += 1
    if (sql === READ_WAITING) counted.waiting += 1
    return ask(sql, parameters)
  }
  const [keys, states] = [new KnownKeys(counting), new KnownStates(counting, pool)]
  const shared = { orders: new SavedOrders(ask), cache: new PageCache(), scratch: new ScratchPool(), pool }
  return {
    reader: { ask: counting, keys, states, ...shared } satisfies Reader,
    settled: async () => void (await Promise.all([keys.ended(), states.ended()])),
    /** how often all was read */
    get all() {
      return counted.all
    },
    /** how often the words of what waits were read */
    get waiting() {
      return counted.waiting
    },
  }
}
