import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { isPostgres } from '../db/open-database.ts'
import type { UserId } from '../kernel/brand.ts'
import { parseQuery } from './parse-query.ts'
import { postgresSearch } from './postgres-search.ts'

const READER = 1 as UserId
const skip = !DIALECTS.includes('postgres')
const KEYS = /select id, revision from entry where user_id/

async function library(t: TestContext, count: number) {
  const { database, queries } = await testDatabase(t, 'postgres')
  assert.ok(isPostgres(database))
  const index = postgresSearch(database)
  t.after(() => index.close())
  const run = (sql: string) => database.pool.query(sql)
  /** As every change does, it advances the owner's revision. */
  const change = (sql: string, revision: number) => run(`${sql}; update user_revision set revision = ${revision}`)
  await run(
    'insert into users (id, username, username_key, password_hash, created_at, updated_at) ' +
      `values (${READER}, 'reader', 'reader', '', '', '')`,
  )
  await run(`insert into user_revision (user_id, revision) values (${READER}, 1)`)
  const add = async (ids: string, revision: number) => {
    await run(
      'insert into entry (id, user_id, url, created_at, updated_at, revision) ' +
        `select id, ${READER}, '', lpad(id::text, 9, '0'), '', ${revision} from ${ids} as made (id)`,
    )
    const words = `insert into search_entry select ${READER}, id, '''word'':1'::tsvector from ${ids} as made (id)`
    await run(words)
    await run(`insert into search_recent select ${READER}, id from ${ids} as made (id)`)
  }
  await add(`generate_series(10, ${10 * count}, 10)`, 1)
  const find = async (offset = 0) => {
    queries.length = 0
    const { entries } = await index.find(READER, parseQuery('word'), { offset, limit: 5, sort: 'created' })
    return {
      entries: entries.map(({ id, revision }) => [id, revision]),
      isAsked: queries.some((sql) => KEYS.test(sql)),
    }
  }
  /** Searches until the revisions are remembered. */
  const warm = async () => {
    for (let round = 0; (await find()).isAsked; round++) assert.ok(round < 200, 'revisions are never remembered')
  }
  return { change, add, find, warm }
}

test('a page of hits has the revisions of now, although they are not asked for', { skip }, async (t) => {
  const { change, add, find, warm } = await library(t, 20)
  await warm()
  assert.deepEqual((await find()).entries[0], [200, 1])

  await change('update entry set revision = 2 where id = 190', 2)
  await add('(values (195), (210))', 3)
  await change('delete from entry where id = 180', 4)
  assert.deepEqual(await find(), {
    entries: [
      [210, 3],
      [200, 1],
      [195, 3],
      [190, 2],
      [170, 1],
    ],
    isAsked: false,
  })
  assert.deepEqual((await find(5)).entries[0], [160, 1])
})

test('after more changes than are told all is read again', { skip }, async (t) => {
  const { change, find, warm } = await library(t, 1200)
  await warm()
  await change('update entry set revision = id', 12_000)
  const { entries, isAsked } = await find()
  assert.deepEqual(entries[0], [12_000, 12_000])
  assert.equal(isAsked, true)
  await warm()
  assert.deepEqual((await find()).entries[0], [12_000, 12_000])
})
