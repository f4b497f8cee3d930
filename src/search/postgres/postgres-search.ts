import type { SqlValue } from '../../db/database.ts'
import type { PostgresDatabase } from '../../db/postgres/postgres.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { countUnindexed, findUsersBehind, type RunStatement } from '../changed-entries.ts'
import { loadSnippetTexts } from '../load-snippet-texts.ts'
import type { SearchIndex, Snippet } from '../search-index.ts'
import { openSearchPool } from '../search-pool.ts'
import { findPostgres } from './postgres-find.ts'
import { listPostgres } from './postgres-list.ts'
import { indexChangesPostgres, resetIndexPostgres } from './index-changes.ts'

/**
 * @returns the search index that uses PostgreSQL's full-text search. Worker threads split entries into lexemes, and the
 *   database server does the rest.
 */
export function postgresSearch(database: PostgresDatabase): SearchIndex {
  const pool = openSearchPool()
  const statements = new StatementCache(database)
  const run: RunStatement = <Row>(sql: string, parameters: readonly SqlValue[]) => statements.all<Row>(sql, parameters)
  const runComposed: RunStatement = (sql, parameters) => database.readComposed(sql, parameters)
  const parts = { database, pool, run, inIds: statements.inNumbers('$2') }
  return {
    catchUp: (owner, limitMs) => indexChangesPostgres(parts, owner, limitMs),
    countUnindexed: (owner, most) => countUnindexed(run, owner, most),
    findBehind: async () => (await findUsersBehind(run)) as UserId[],
    find: (owner, query, page) => findPostgres({ run, runComposed }, owner, query, page),
    list: (owner, filter, total) => listPostgres({ run, runComposed }, owner, filter, total),
    read: runComposed,
    snippets: async (owner, query, ids) => {
      const contents = await loadSnippetTexts(database, owner, ids)
      return new Map((await pool.run({ kind: 'snippets', query, contents })) as [EntryId, Snippet][])
    },
    forget: (owner) => resetIndexPostgres(database, owner),
    close: () => pool.close(),
  }
}
