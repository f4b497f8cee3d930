import type { Database } from '../db/database.ts'
import type { EntryPage } from '../entries/listing/list-entries.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { countUnindexed, findUsersBehind, type RunStatement } from './changed-entries.ts'
import type { FoundPage, SearchIndex, Snippet } from './search-index.ts'
import { openSearchPool } from './search-pool.ts'

/**
 * @param path path of the database file that `database` uses
 * @returns the search index that uses FTS5. Its threads open their own connections to the file.
 */
export function sqliteSearch(database: Database, path: string): SearchIndex {
  const pool = openSearchPool()
  const run: RunStatement = (sql, parameters) => database.prepare<never>(sql).all(...parameters)
  return {
    catchUp: async (owner, limitMs) => (await pool.run({ kind: 'catchUp', path, owner, limitMs })) as boolean,
    countUnindexed: (owner, most) => countUnindexed(run, owner, most),
    findBehind: async () => (await findUsersBehind(run)) as UserId[],
    find: async (owner, query, page) => (await pool.run({ kind: 'find', path, owner, query, page })) as FoundPage,
    list: async (owner, filter, total) => (await pool.run({ kind: 'list', path, owner, filter, total })) as EntryPage,
    read: async (sql, parameters) => (await pool.run({ kind: 'read', path, sql, parameters })) as never[],
    snippets: async (owner, query, ids) =>
      new Map((await pool.run({ kind: 'storedSnippets', path, owner, query, ids })) as [EntryId, Snippet][]),
    countWords: async (owner, words) =>
      (await pool.run({ kind: 'countWords', path, owner, words })) as ReadonlyMap<string, number>,
    forget: async (owner) => void (await pool.run({ kind: 'forget', path, owner })),
    close: () => pool.close(),
  }
}
