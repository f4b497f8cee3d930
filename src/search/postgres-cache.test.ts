import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { parseDatabaseUrl } from '../db/database-url.ts'
import { isPostgres } from '../db/open-database.ts'
import type { UserId } from '../kernel/brand.ts'
import { parseQuery } from './parse-query.ts'
import { packSome } from './postgres-pack.ts'
import { postgresSearch } from './postgres-search.ts'
import { openSearchPool } from './search-pool.ts'

const READER = 1 as UserId
/** So many that the pages of one word are worth remembering. */
const COUNT = 9000

test('pages that are remembered do not outlive their segments', { skip: !DIALECTS.includes('postgres') }, async (t) => {
  const { database, url } = await testDatabase(t, 'postgres')
  assert.ok(isPostgres(database) && parseDatabaseUrl(url).dialect === 'postgres')
  const pool = openSearchPool()
  t.after(() => pool.close())
  const index = postgresSearch(database)
  t.after(() => index.close())
  const run = (sql: string) => database.pool.query(sql)
  const total = async (text: string) =>
    (await index.find(READER, parseQuery(text), { offset: 0, limit: 5, sort: 'created' })).total
  const pack = async (words: string) => {
    await run(`insert into search_state values (${READER}, 1, 0)`)
    await run(
      'insert into search_entry (user_id, entry_id, words) ' +
        `select user_id, id, case when id % 3 = 0 then '''rest'':1' else '${words}' end::tsvector from entry`,
    )
    await run(`insert into search_recent select ${READER}, id from entry`)
    for (let round = 0; round < COUNT / 500; round++) await packSome(database, pool, READER)
  }
  await run(
    'insert into users (id, username, username_key, password_hash, created_at, updated_at) ' +
      `values (${READER}, 'reader', 'reader', '', '', '')`,
  )
  await run(`insert into user_revision (user_id, revision) values (${READER}, 1)`)
  await run(
    'insert into entry (id, user_id, url, created_at, updated_at, revision) ' +
      `select id, ${READER}, '', '', '', 1 from generate_series(1, ${COUNT}) as made (id)`,
  )
  await pack("''common'':1 ''word'':2")
  for (let round = 0; round < 3; round++) {
    assert.deepEqual([await total('common'), await total('"common word"'), await total('rest')], [6000, 6000, 3000])
  }

  // Segments get the numbers that those before had.
  await index.forget(READER)
  await pack("''other'':1 ''word'':2")
  assert.deepEqual([await total('common'), await total('other'), await total('rest')], [0, 6000, 3000])

  await run('delete from entry where id <= 300; update user_revision set revision = 2')
  assert.deepEqual([await total('other'), await total('"other word"')], [5800, 5800])
  await packSome(database, pool, READER)
  assert.deepEqual([await total('other'), await total('"other word"')], [5800, 5800])
})
