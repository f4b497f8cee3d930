import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillLibrary } from '../../bench/web-library.ts'
import { entryLister } from '../../src/entries/list-entries.ts'
import { filterSql } from '../../src/entries/entry-filter-sql.ts'
import type { UserId } from '../../src/kernel/brand.ts'
import { listFilter, parseListQuery } from '../../src/web/lists/list-query.ts'
import { isPostgres } from '../../src/db/open-database.ts'
import { DIALECTS, testDatabase } from '../support/database.ts'

const OWNER = 1 as UserId
/** Each with the index that SQLite takes; PostgreSQL chooses by what is in the table. */
const QUERIES = [
  [{}, 'entry_archived'],
  [{ sort: 'oldest' }, 'entry_archived'],
  [{ sort: 'updated' }, 'entry_updated'],
  [{ sort: 'published' }, 'entry_published'],
  [{ sort: 'title' }, 'entry_title'],
  [{ sort: 'shortest' }, 'entry_minutes'],
  [{ sort: 'longest' }, 'entry_minutes'],
  [{ tag: 'shelf-7' }, 'entry_tag_tag'],
  [{ site: 'site-4.example' }, 'entry_archived'],
  [{ language: 'fr' }, 'entry_language'],
] as const

for (const dialect of DIALECTS) {
  test(`${dialect}: every order and every filter of a list finds its page by an index`, async (t) => {
    const { database, queries } = await testDatabase(t, dialect)
    const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
    await database.transaction(async (tx) => {
      const user = { id: OWNER, username: 'ada', username_key: 'ada', password_hash: '', ...times }
      await tx.insertInto('users').values(user).execute()
    })
    await fillLibrary(database, OWNER, 5000)
    if (isPostgres(database)) await database.pool.query('analyze')
    const listEntries = entryLister(database)
    for (const [revision, [query, index]] of QUERIES.entries()) {
      const filter = listFilter('unread', parseListQuery(query), { page: 2, perPage: 30 })
      queries.length = 0
      await listEntries({ id: OWNER, revision }, filter, 60)
      const sql = queries.find((one) => one.includes(' order by '))
      assert.ok(sql, `${queries.length} statements for ${JSON.stringify(query)}`)
      const { parameters } = filterSql(OWNER, filter)
      const explain = dialect === 'sqlite' ? 'explain query plan' : 'explain'
      const rows = await database.prepare<Record<string, unknown>>(`${explain} ${sql}`).all(...parameters, 30, 30)
      const plan = rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
      if (dialect === 'sqlite') assert.match(plan, new RegExp(`INDEX ${index} `), JSON.stringify(query))
      assert.doesNotMatch(plan, /SCAN entry\b|Seq Scan on entry\b/, `${JSON.stringify(query)}\n${plan}`)
    }
  })
}
