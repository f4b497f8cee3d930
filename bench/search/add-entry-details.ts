import type { Database } from '../../src/db/database.ts'
import { rawSql } from '../../src/db/raw-sql.ts'
import { READER } from './fill-library.ts'
import { withoutTimeouts } from './fill-postgres.ts'

/** Number of ids in one statement. */
const BATCH_SIZE = 5000

/**
 * Adds states, reading times, dates, authors, tags, annotations and reading positions to the reader's entries. The
 * values are derived from the entry ids, so every run gives the same ones.
 * @param count number of entries of all users, whose ids are 1 to `count`
 */
export async function addEntryDetails(database: Database, count: number): Promise<void> {
  if (database.dialect === 'sqlite') {
    const run = (sql: string) => database.transaction((tx) => rawSql(tx, sql, []))
    for (const sql of [TAGS, ...statements(count), 'analyze']) await run(sql)
    return
  }
  await withoutTimeouts(database, async (client) => {
    for (const sql of [TAGS, 'analyze tag', ...statements(count), 'vacuum analyze']) await client.query(sql)
  })
}

function* statements(count: number): Generator<string> {
  for (let start = 1; start <= count; start += BATCH_SIZE) {
    yield* statementsFor(`entry.user_id = ${READER} and entry.id between ${start} and ${start + BATCH_SIZE - 1}`)
  }
}

const TAGS = `insert into tag (user_id, label, slug) values ${Array.from({ length: 50 }, (_, shelf) => `(${READER}, 'shelf ${shelf}', 'shelf-${shelf}')`).join(', ')}`

/** @param entries condition for the entries to complete */
const statementsFor = (entries: string): readonly string[] => [
  `update entry set is_archived = case when id % 10 < 6 then 1 else 0 end,
    archived_at = case when id % 10 < 6 then created_at end,
    is_starred = case when id % 17 = 0 then 1 else 0 end, starred_at = case when id % 17 = 0 then created_at end,
    reading_time = 1 + (id * 7919) % 45, published_at = created_at,
    published_by = case when id % 3 = 0 then '["Jane Doe"]' end,
    mimetype = case when id % 40 = 0 then 'application/pdf' else 'text/html' end
    where ${entries}`,
  `insert into entry_tag (user_id, entry_id, tag_id) select ${READER}, entry.id, tag.id from entry
    join tag on tag.user_id = ${READER} and tag.label = 'shelf ' || (entry.id % 50) where ${entries}`,
  `insert into annotation (user_id, entry_id, text, quote, ranges, created_at, updated_at)
    select ${READER}, id, '', 'A passage.', '[]', created_at, created_at from entry where ${entries} and id % 20 = 0`,
  `insert into entry_progress (user_id, entry_id, block, share, revision, updated_at)
    select ${READER}, id, 0, (id % 100) / 100.0, 0, created_at from entry where ${entries} and id % 9 = 0`,
]
