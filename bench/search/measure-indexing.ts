import type { Database, SqlValue } from '../../src/db/database.ts'
import { rawSql } from '../../src/db/raw-sql.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import type { SearchIndex } from '../../src/search/search-index.ts'
import type { Item } from './fill-sqlite.ts'

/** Number of entries stored in one transaction. */
const BATCH_SIZE = 200

/**
 * Saves further entries of one user in batches, as an import does, and indexes them.
 * @param items entries of a single owner
 * @returns the duration of the indexing in seconds
 */
export async function measureIndexing(database: Database, index: SearchIndex, items: readonly Item[]): Promise<number> {
  for (let from = 0; from < items.length; from += BATCH_SIZE) await save(database, items.slice(from, from + BATCH_SIZE))
  const since = performance.now()
  while (!(await index.catchUp(items[0]!.owner as UserId, 10_000)));
  return (performance.now() - since) / 1000
}

async function save(database: Database, items: readonly Item[]): Promise<void> {
  const place = (sql: string) => (database.dialect === 'sqlite' ? sql.replaceAll('$', '?') : sql)
  await database.transaction(async (tx) => {
    const run = (sql: string, parameters: readonly SqlValue[]) => rawSql(tx, place(sql), parameters)
    for (const { owner, createdAt, entry } of items) {
      await run('update user_revision set revision = revision + 1 where user_id = $1', [owner])
      await run(ENTRY, [entry.id, owner, entry.url, entry.title, createdAt])
      await run(CONTENT, [owner, entry.id, Buffer.from(JSON.stringify(entry.content))])
    }
  })
}

const ENTRY =
  'insert into entry (id, user_id, url, title, created_at, updated_at, revision) ' +
  'select $1, $2, $3, $4, $5, $5, revision from user_revision where user_id = $2'
const CONTENT = 'insert into entry_content (user_id, entry_id, content, extractor_version) values ($1, $2, $3, 1)'
