import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DIALECTS, emptyDatabaseUrl } from '../../../test/support/database.ts'
import { parseDatabaseUrl } from '../../db/database-url.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { MIGRATIONS } from '../../db/migrations/all-migrations.ts'
import { isPostgres, openDatabase } from '../../db/open-database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { indexInBackground } from '../index-in-background.ts'
import { openSearch } from '../open-search-index.ts'
import { searchQuery } from '../search-query.ts'

const READER = 36 as UserId
const COUNT = 120
const BEFORE = MIGRATIONS.findIndex(({ name }) => name === '0023-search-vectors')
const skip = !DIALECTS.includes('postgres')
/** Queries, each with the number of entries that it must find. */
const FOUND = [
  ['"sea wall"', COUNT],
  ['tag:"a b"', COUNT],
  ['odd', COUNT / 2],
  ['wal -odd', COUNT / 2],
  ['-odd', COUNT / 2],
  ['36', 0],
  ['sea is:starred', COUNT / 10],
] as const

test('an index of an earlier version is searched while it is converted', { skip }, async (t) => {
  const { run, database, index } = await oldLibrary(t)
  const find = async (text: string, sort: 'created' | 'rank' = 'created') => {
    const { total, entries } = await index.find(READER, searchQuery(text), { offset: 0, limit: 200, sort })
    return { total, ids: entries.map(({ id }) => Number(id)) }
  }
  const left = async () => Number((await run('select entry_id from search_entry_old')).rowCount)
  const check = async (when: string) => {
    for (const [text, total] of FOUND) {
      const [newest, ranked] = [await find(text), await find(text, 'rank')]
      assert.equal(newest.total, total, `${text} ${when}`)
      assert.deepEqual(
        newest.ids,
        newest.ids.toSorted((one, other) => one - other),
      )
      assert.deepEqual(ranked.ids.toSorted(), newest.ids.toSorted())
    }
  }

  await check('before')
  assert.equal(await index.convert(0), false)
  assert.ok((await left()) > 0 && (await left()) < COUNT)
  await check('half-way')

  // Entries that change before their rows are converted are indexed in the new form.
  await run("update user_revision set revision = 200; update entry set title = 'sand', revision = 200 where id = 119")
  await run('delete from entry where id = 120')
  while (!(await index.catchUp(READER, 1000)));
  assert.deepEqual([(await find('sand')).ids, (await find('sea')).total], [[119], COUNT - 2])

  t.after(indexInBackground(database, index))
  for (let waited = 0; waited < 20_000 && (await left()) > 0; waited += 50) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.equal(await left(), 0)
  assert.equal(await index.convert(0), true)
  assert.deepEqual([(await find('sand')).ids, (await find('"sea wall"')).total], [[119], COUNT - 2])
  // The result is sorted newest first, and entries with lower ids have later creation times.
  assert.deepEqual((await find('odd', 'created')).ids.slice(0, 3), [2, 4, 6])
})

test('several processes convert an index together, also empty and unusual rows', { skip }, async (t) => {
  const { run, index } = await oldLibrary(t)
  await run("update search_entry_old set words = '' where entry_id = 7")
  await run("update search_entry_old set words = $$'海':1 '🎉':2 '.author.o_17_b':3B$$ where entry_id = 8")
  while ((await Promise.all([index.convert(0), index.convert(0), index.convert(0)])).includes(false));
  const { rows } = await run<{ words: string }>(
    'select words from search_entry where entry_id in (7, 8) order by entry_id',
  )
  assert.deepEqual(
    rows.map(({ words }) => words),
    ["'_36'", "'.author.o_17_b':3B '_36' '海':1 '🎉':2"],
  )
})

/**
 * @returns a migrated library of an earlier version. Some of its entries were in segments, others were not indexed yet.
 */
async function oldLibrary(t: TestContext) {
  const location = parseDatabaseUrl(await emptyDatabaseUrl(t, 'postgres'))
  await migrateDatabase(location, { migrations: MIGRATIONS.slice(0, BEFORE) })
  const database = await openDatabase({ location, poolSize: 4 })
  t.after(() => database.close())
  assert.ok(isPostgres(database))
  const run = <Row extends object>(sql: string) => database.pool.query<Row>(sql)
  await run(
    'insert into users (id, username, username_key, password_hash, created_at, updated_at) ' +
      `values (${READER}, 'a', 'a', '', '', ''); insert into user_revision (user_id, revision) values (${READER}, 120)`,
  )
  await run(
    'insert into entry (id, user_id, url, title, created_at, updated_at, revision, is_starred) ' +
      "select id, 36, '', 'sea wall', '2026-' || 1000 - id, '', id, (id % 10 = 0)::integer " +
      `from generate_series(1, ${COUNT}) as made (id)`,
  )
  await run(
    'insert into search_entry (user_id, entry_id, words) select user_id, id, ' +
      "($$'sea':1A '.tag.a_b':4B $$ || case id % 2 when 0 then $$'odd':7 $$ else '' end || $$'wall':2A$$)::tsvector from entry",
  )
  await run(
    'insert into search_recent select user_id, id from entry where id > 100; insert into search_segment values (36, 1, 0, 100); ' +
      "insert into search_page values (36, 1, 'odd', 0, '', ''); insert into search_gone values (36, 999, 5)",
  )
  await run(`insert into search_state values (${READER}, 120, ${Number.MAX_SAFE_INTEGER})`)
  await migrateDatabase(location)
  const index = openSearch(database, location)
  t.after(() => index.close())
  return { run, database, index }
}
