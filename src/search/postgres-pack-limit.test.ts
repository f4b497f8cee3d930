import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { isPostgres } from '../db/open-database.ts'
import { packSome } from './postgres-pack.ts'
import { openSearchPool } from './search-pool.ts'

const READER = 1

/** What came from before there were segments waits all at once. */
test(
  'of entries with very many words only some are packed at a time',
  { skip: !DIALECTS.includes('postgres') },
  async (t) => {
    const { database } = await testDatabase(t, 'postgres')
    assert.ok(isPostgres(database))
    const pool = openSearchPool()
    t.after(() => pool.close())
    const run = async (sql: string) => (await database.pool.query<Record<string, number>>(sql)).rows
    await run(
      'insert into users (id, username, username_key, password_hash, created_at, updated_at) ' +
        `values (${READER}, 'reader', 'reader', '', '', '')`,
    )
    await run(
      'insert into entry (id, user_id, url, created_at, updated_at, revision) ' +
        `select id, ${READER}, '', '', '', 1 from generate_series(1, 16) as made (id)`,
    )
    await run(
      `insert into search_entry (user_id, entry_id, words) select ${READER}, id, (
        select string_agg(md5(id || ' ' || word) || ':' || 1 + word / 2, ' ') from generate_series(1, 10000) as made (word)
      )::tsvector from entry`,
    )
    await run(`insert into search_recent select ${READER}, id from entry`)
    await run(`insert into search_state values (${READER}, 1, 0)`)

    const waiting = async () => (await run('select count(*)::int as total from search_recent'))[0]!['total']!
    await packSome(database, pool, READER)
    const left = await waiting()
    assert.ok(left > 0 && left < 16, `${left} wait`)
    for (let round = 0; round < 16 && (await waiting()) > 0; round++) await packSome(database, pool, READER)
    assert.equal(await waiting(), 0)
    assert.deepEqual(await run('select sum(entries)::int as total from search_segment'), [{ total: 16 }])
  },
)
