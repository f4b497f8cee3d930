import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS, emptyDatabaseUrl } from '../../test/support/database.ts'
import { parseDatabaseUrl } from '../db/database-url.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { MIGRATIONS } from '../db/migrations/all-migrations.ts'
import { isPostgres, openDatabase } from '../db/open-database.ts'
import type { UserId } from '../kernel/brand.ts'
import { openSearch } from './open-search.ts'
import { parseQuery } from './parse-query.ts'

const READER = 36 as UserId
const BEFORE = MIGRATIONS.findIndex(({ name }) => name === '0017-search-segments')

test('an index from before the segments is taken over', { skip: !DIALECTS.includes('postgres') }, async (t) => {
  const location = parseDatabaseUrl(await emptyDatabaseUrl(t, 'postgres'))
  await migrateDatabase(location, { migrations: MIGRATIONS.slice(0, BEFORE) })
  const database = await openDatabase({ location, poolSize: 2 })
  t.after(() => database.close())
  assert.ok(isPostgres(database))
  const run = (sql: string) => database.pool.query(sql)
  const times = "'2026-01-01', '2026-01-01'"
  await run(
    'insert into users (id, username, username_key, password_hash, created_at, updated_at) ' +
      `values (${READER}, 'a', 'a', '', ${times})`,
  )
  await run(`insert into user_revision (user_id, revision) values (${READER}, 100)`)
  await run(
    'insert into entry (id, user_id, url, title, created_at, updated_at, revision) ' +
      `select id, ${READER}, '', 'sea wall', ${times}, id from generate_series(1, 100) as made (id)`,
  )
  await run(
    "insert into search_entry select user_id, id, created_at, $$'10_sea':1A '10_wall':2A '10_.tag.a_b':4B$$ from entry",
  )
  await run(`insert into search_state values (${READER}, 100, ${Number.MAX_SAFE_INTEGER})`)
  await migrateDatabase(location)

  const index = openSearch(database, location)
  t.after(() => index.close())
  const total = async (text: string) =>
    (await index.find(READER, parseQuery(text), { offset: 0, limit: 5, sort: 'rank' })).total
  assert.deepEqual([await total('"sea wall"'), await total('tag:"a b"'), await total('10')], [100, 100, 0])
  assert.deepEqual(await index.findBehind(), [READER])
  while (!(await index.catchUp(READER, 1000)));
  assert.deepEqual((await run('select entries from search_segment')).rows, [{ entries: 100 }])
  assert.deepEqual([await total('"sea wall"'), await total('10')], [100, 0])
  assert.deepEqual(await index.findBehind(), [])
})
