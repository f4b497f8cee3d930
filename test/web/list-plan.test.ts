import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillLibrary } from '../../bench/fill-web-library.ts'
import { entryLister } from '../../src/entries/listing/list-entries.ts'
import { pageSql } from '../../src/entries/listing/list-sql.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import { listFilter, parseListQuery } from '../../src/web/lists/list-query.ts'
import { isPostgres } from '../../src/db/open-database.ts'
import { DIALECTS, testDatabase } from '../support/database.ts'

const OWNER = 1 as UserId
/** Each query with the index that SQLite uses. The choice of PostgreSQL depends on the contents of the table. */
const QUERIES = [
  [{}, 'entry_archived_saved'],
  [{ sort: 'oldest' }, 'entry_archived_saved'],
  [{ sort: 'updated' }, 'entry_updated'],
  [{ sort: 'published' }, 'entry_published'],
  [{ sort: 'title' }, 'entry_title'],
  [{ sort: 'shortest' }, 'entry_minutes'],
  [{ sort: 'longest' }, 'entry_minutes'],
  [{ tag: 'shelf-7' }, 'entry_tag_tag'],
  [{ site: 'site-4.example' }, 'entry_domain_saved'],
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
    // In a list of 600 entries, page 2 is in the first half. In a list of 20 entries, page 2 is the last page, which is
    // read from the end of the list.
    const asked = [600, 20].flatMap((total) => QUERIES.map(([query, index]) => ({ total, query, index })))
    for (const [revision, { total, query, index }] of asked.entries()) {
      const filter = listFilter('unread', parseListQuery(query), { page: 2, perPage: 10 })
      queries.length = 0
      await listEntries({ id: OWNER, revision }, filter, total)
      const sql = queries.find((one) => one.includes(' order by '))
      assert.ok(sql, `${queries.length} statements for ${JSON.stringify(query)}`)
      const { parameters } = pageSql(OWNER, filter, 'set', { limit: 10, offset: 10 })
      const explain = dialect === 'sqlite' ? 'explain query plan' : 'explain'
      const rows = await database.prepare<Record<string, unknown>>(`${explain} ${sql}`).all(...parameters)
      const plan = rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
      if (dialect === 'sqlite') assert.match(plan, new RegExp(`INDEX ${index} `), JSON.stringify(query))
      assert.doesNotMatch(plan, /SCAN entry\b|Seq Scan on entry\b/, `${JSON.stringify(query)}\n${plan}`)
    }
  })
}
