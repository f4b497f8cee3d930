import type { Database } from '../db/database.ts'
import { rawSql } from '../db/raw-sql.ts'

/** Pages of the index that one transaction merges, so that others do not wait long. */
const PAGES = 200

/**
 * Removes the words of deleted entries from the full-text index of SQLite. FTS5 only marks them as deleted until it merges
 * the parts of the index, so this merges all parts into one (sqlite.org/fts5.html, "The 'merge' Command"). Does nothing on
 * PostgreSQL, which removes them with the entries.
 */
export async function purgeDeletedWords(database: Database): Promise<void> {
  if (database.dialect !== 'sqlite') return
  // A negative number begins to merge all parts. Fewer than two changes mean that nothing is left to merge.
  for (let pages = -PAGES; (await mergeParts(database, pages)) >= 2; pages = PAGES);
}

/** @returns the number of changed rows */
function mergeParts(database: Database, pages: number): Promise<number> {
  return database.transaction(
    async (tx) => {
      const changes = async () =>
        Number((await rawSql<{ total: number }>(tx, 'select total_changes() as total', []))[0]!.total)
      const before = await changes()
      await rawSql(tx, `insert into search_index (search_index, rank) values ('merge', ${pages})`, [])
      return (await changes()) - before
    },
    { isDeferred: true },
  )
}
