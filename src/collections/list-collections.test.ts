import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPostgres } from '../db/open-database.ts'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { COLLECTION_COLUMNS } from './collection.repository.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const ENTRIES = 5000

test(
  'postgres: the collections are listed by an index, even if one of them contains most of the entries',
  { skip: !DIALECTS.includes('postgres') },
  async (t) => {
    const { database } = await testDatabase(t, 'postgres')
    assert.ok(isPostgres(database))
    const { pool } = database
    const account = `'a', 'a', 'x', '${NOW}', '${NOW}'`
    await pool.query(
      `insert into users (id, username, username_key, password_hash, created_at, updated_at) values (1, ${account})`,
    )
    await pool.query(
      `insert into entry (user_id, id, url, title, created_at, updated_at, revision)
        select 1, id, 'https://x.example/' || id, 'x', '${NOW}', '${NOW}', 1 from generate_series(1, ${ENTRIES}) as id`,
    )
    await pool.query(
      `insert into collection (user_id, id, name, name_key, icon, sort, position, created_at, updated_at, revision)
        select 1, id, 'C' || id, 'c' || id, 'list', 'newest', id, '${NOW}', '${NOW}', 1 from generate_series(1, 50) as id`,
    )
    await pool.query(
      `insert into collection_entry (user_id, collection_id, entry_id, position, added_at)
        select 1, 1, id, id, '${NOW}' from generate_series(1, ${ENTRIES}) as id`,
    )
    await pool.query('analyze')
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain select ${COLLECTION_COLUMNS} from collection where user_id = 1 order by position, id`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /Index (?:Only )?Scan using collection_entry_order/)
    assert.doesNotMatch(plan, /Seq Scan on collection_entry/)
  },
)
