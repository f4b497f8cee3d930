import type { Database } from '../../src/db/database.ts'
import { rawSql } from '../../src/db/raw-sql.ts'
import { READER } from './fill-library.ts'

/**
 * Adds to the reader's entries what a library contains besides words: states, reading times, dates, authors, tags,
 * annotations and reading positions. The values are derived from the ids of the entries, so they are the same in every
 * run.
 */
export async function completeLibrary(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (const sql of STATEMENTS) await rawSql(tx, sql, [])
  })
  const analyse = database.dialect === 'sqlite' ? ['analyze'] : ['analyze entry', 'analyze entry_tag', 'analyze tag']
  for (const sql of analyse) await database.transaction((tx) => rawSql(tx, sql, []))
}

const TAGS = Array.from({ length: 50 }, (_, shelf) => `(${READER}, 'shelf ${shelf}', 'shelf-${shelf}')`).join(', ')
const ENTRIES = `from entry where entry.user_id = ${READER}`

const STATEMENTS = [
  `update entry set is_archived = case when id % 10 < 6 then 1 else 0 end,
    archived_at = case when id % 10 < 6 then created_at end,
    is_starred = case when id % 17 = 0 then 1 else 0 end, starred_at = case when id % 17 = 0 then created_at end,
    reading_time = 1 + (id * 7919) % 45, published_at = created_at,
    published_by = case when id % 3 = 0 then '["Jane Doe"]' end,
    mimetype = case when id % 40 = 0 then 'application/pdf' else 'text/html' end
    where user_id = ${READER}`,
  `insert into tag (user_id, label, slug) values ${TAGS}`,
  `insert into entry_tag (user_id, entry_id, tag_id) select ${READER}, entry.id, tag.id from entry
    join tag on tag.user_id = ${READER} and tag.label = 'shelf ' || (entry.id % 50) where entry.user_id = ${READER}`,
  `insert into annotation (user_id, entry_id, text, quote, ranges, created_at, updated_at)
    select ${READER}, id, '', 'A passage.', '[]', created_at, created_at ${ENTRIES} and id % 20 = 0`,
  `insert into entry_progress (user_id, entry_id, block, share, revision, updated_at)
    select ${READER}, id, 0, (id % 100) / 100.0, 0, created_at ${ENTRIES} and id % 9 = 0`,
]
