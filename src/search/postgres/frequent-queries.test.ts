import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DIALECTS, testDatabase } from '../../../test/support/database.ts'
import { parseDatabaseUrl } from '../../db/database-url.ts'
import { rawSql } from '../../db/raw-sql.ts'
import { EVERY_ENTRY } from '../changed-entries.ts'
import { openSearch } from '../open-search-index.ts'
import { searchQuery } from '../search-query.ts'
import { ownerLexeme, ownerMark } from '../../query/sql/full-text-match.ts'
import type { UserId } from '../../kernel/branded-ids.ts'

const OWNER = 1 as UserId
const ENTRIES = 11_100

/** A library whose entries all contain the word "common", at the revision 1. */
async function library(t: TestContext) {
  const { database, url, queries } = await testDatabase(t, 'postgres')
  const index = await openSearch(database, parseDatabaseUrl(url))
  t.after(() => index.close())
  const run = (sql: string) => database.transaction((tx) => rawSql(tx, sql, []))
  await run(
    'insert into users (id, username, username_key, password_hash, created_at, updated_at) ' +
      `values (${OWNER}, 'ada', 'ada', '', '', '')`,
  )
  await run(`insert into user_revision (user_id, revision) values (${OWNER}, 1)`)
  await run(`insert into entry (id, user_id, url, created_at, updated_at, revision)
    select id, ${OWNER}, 'https://example.org/' || id, '2026', '2026', 1 from generate_series(1, ${ENTRIES}) as id`)
  await run(`insert into search_entry (user_id, entry_id, created_at, words)
    select ${OWNER}, id, created_at, '${ownerLexeme(OWNER)} ${ownerMark(OWNER)}common'::tsvector from entry`)
  await run(`insert into search_state values (${OWNER}, 1, ${EVERY_ENTRY}, ${ENTRIES})`)
  await run('analyze')
  return { run, index, queries }
}

test(
  'a query with very many hits is counted again only after many changes',
  { skip: !DIALECTS.includes('postgres') },
  async (t) => {
    const { run, index, queries } = await library(t)
    const find = async (text = 'common') => {
      queries.length = 0
      const found = await index.find(OWNER, searchQuery(text), { offset: 0, limit: 3, sort: 'created' })
      const ids = found.entries.map(({ id }) => Number(id))
      return { total: found.total, ids, isCounted: queries.some((sql) => sql.includes('counted')) }
    }
    const deleteEntries = async (from: number, to: number, revision: number) => {
      const where = `id between ${from} and ${to}`
      await run(`update user_revision set revision = ${revision}`)
      await run(`insert into tombstone (user_id, kind, object_id, revision, deleted_at)
        select user_id, 'entry', id, ${revision}, '' from entry where ${where}`)
      await run(`delete from entry where ${where}`)
      await run(`update search_state set revision = ${revision}`)
    }
    const newest = [ENTRIES, ENTRIES - 1, ENTRIES - 2]
    assert.deepEqual(await find(), { total: 10_000, ids: newest, isCounted: true })
    assert.deepEqual(await find(), { total: 10_000, ids: newest, isCounted: false })
    for (const [text, isRepeated] of [
      ['is:unread common', true],
      ['common -is:failed', false],
    ] as const) {
      assert.deepEqual(await find(text), { total: 10_000, ids: newest, isCounted: true }, text)
      assert.deepEqual(await find(text), { total: 10_000, ids: newest, isCounted: !isRepeated }, text)
    }
    await deleteEntries(1, 900, 2)
    assert.deepEqual(await find(), { total: 10_000, ids: newest, isCounted: false })
    await deleteEntries(901, 1200, 3)
    assert.deepEqual(await find(), { total: 9900, ids: newest, isCounted: true })
    assert.deepEqual(await find(), { total: 9900, ids: newest, isCounted: true })
  },
)
